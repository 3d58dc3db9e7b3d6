import { lazy } from 'react';
import { withTimeout } from '#web/platform/api/with-timeout.ts';

let want = () => {};
const wanted = new Promise<void>((resolve) => { want = resolve; });
const fetched = import.meta.env.SSR ? undefined : wanted.then(() => import('./controls.tsx'));

/** Fetches the code of the controls: somebody is about to use them, or they are shown anew. Resolves once it is there, or cannot be had in time. */
export async function preloadControls(): Promise<void> {
  want();
  await withTimeout(fetched!).catch(() => {});
}

/**
 * The controls of a list and what stands in place of an empty one. They work by themselves, as a form and links, so
 * their code is not part of a page's first load: it is fetched when a hand comes near them or the list changes.
 */
export const { Controls, EmptyListing } = import.meta.env.SSR ? await import('./controls.tsx') : {
  Controls: lazy(async () => ({ default: (await fetched!).Controls })),
  EmptyListing: lazy(async () => ({ default: (await fetched!).EmptyListing })),
};
