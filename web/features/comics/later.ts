import { lazy } from 'react';

let want = () => {};
const wanted = new Promise<void>((resolve) => { want = resolve; });

/** Fetches the code of the controls: somebody is about to use them, or they are shown anew. */
export function wantControls(): void {
  want();
}

/**
 * The controls of a list and what stands in place of an empty one. They work by themselves, as a form and links, so
 * their code is not part of a page's first load: it is fetched when a hand comes near them or the list changes.
 */
export const { Controls, EmptyListing } = import.meta.env.SSR ? await import('./controls.tsx') : {
  Controls: lazy(async () => { await wanted; return { default: (await import('./controls.tsx')).Controls }; }),
  EmptyListing: lazy(async () => { await wanted; return { default: (await import('./controls.tsx')).EmptyListing }; }),
};
