import type { Scores } from '#contract/reviews.ts';

/** The mean and the number of scores by `comic_scores.counts`; null of a comic that nobody scored. */
export function summariseScores(found: readonly number[] | null): Scores {
  const counts = Array.from({ length: 10 }, (_, at) => found?.[at] ?? 0);
  const ratings = counts.reduce((sum, count) => sum + count, 0);
  const total = counts.reduce((sum, count, at) => sum + count * (at + 1), 0);
  return { average: ratings === 0 ? null : Math.round((10 * total) / ratings) / 10, ratings, counts };
}
