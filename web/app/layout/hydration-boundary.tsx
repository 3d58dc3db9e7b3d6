import { createContext, Suspense, useContext, type ReactNode } from 'react';

/** Whether the parts of a frame are drawn as one: what fails in one of them is thrown then. */
export const Undivided = createContext(false);

/** A part of a frame that React takes over when nothing else is to be done, or once it is wanted. */
export function FramePart({ children }: { children: ReactNode }) {
  return useContext(Undivided) ? children : <Suspense>{children}</Suspense>;
}
