import { createContext, Suspense, useContext, type ReactNode } from 'react';

/** Whether the parts of a frame are drawn as one: what fails in one of them is thrown then. */
export const HydrateAsOne = createContext(false);

/** A part of a frame that React takes over when nothing else is to be done, or once it is wanted. */
export function HydrationBoundary({ children }: { children: ReactNode }) {
  return useContext(HydrateAsOne) ? children : <Suspense>{children}</Suspense>;
}
