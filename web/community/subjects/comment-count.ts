import { createStore } from '#web/platform/state/store.ts';

const counted = createStore<{ of: object; count: number } | null>(null);

/** How many comments something has: as its page was read, or as they have been counted since. */
export function useCommentCount<Count extends number | null>(of: { comments_count: Count }): Count | number {
  const known = counted.use();
  return known?.of === of ? known.count : of.comments_count;
}

/** Says how many comments something has by now. @param of the very data that its page shows. */
export function countComments(of: object, count: number): void {
  counted.set({ of, count });
}
