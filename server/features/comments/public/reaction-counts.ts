import { REACTIONS, type Reaction, type ReactionCounts } from '#contract/reactions.ts';

/** The reactions of a row by name, without what nobody gave; a row that never had one has null. */
export function reactionCounts(counts: readonly number[] | null): ReactionCounts {
  return Object.fromEntries(
    REACTIONS.flatMap((reaction, at) => ((counts?.[at] ?? 0) > 0 ? [[reaction, counts![at]]] : [])),
  );
}

/** The reaction that a row calls by its place, from 1; null for none. */
export function reactionNamed(kind: number | null): Reaction | null {
  return kind === null ? null : (REACTIONS[kind - 1] ?? null);
}
