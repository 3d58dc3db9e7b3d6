import { lazyPart } from '#web/ui/page/lazy.tsx';

/*
 * The controls of a list and what stands in place of an empty one. They work by themselves, as a form and links, so
 * their code is not part of a page's first load: it is fetched when a hand comes near them or the list changes.
 */

export const Controls = lazyPart(async () => (await import('./controls.tsx')).Controls, {
  whenMissing: 'fail',
  when: 'asked',
  onServer: true,
});
export const EmptyListing = lazyPart(async () => (await import('./controls.tsx')).EmptyListing, {
  whenMissing: 'fail',
  when: 'asked',
  onServer: true,
});

/** Fetches the code of the controls: somebody is about to use them, or they are shown anew. Resolves once it is there, or cannot be had in time. */
export async function preloadControls(): Promise<void> {
  await Promise.allSettled([Controls.load(), EmptyListing.load()]);
}
