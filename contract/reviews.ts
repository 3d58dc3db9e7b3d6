import { z } from 'zod';
import { CommentPage, NewComment } from './comments.ts';
import { pageSchema } from './paging.ts';

/** Days an account has to be old before its scores count. */
export const DAYS_UNTIL_COUNTED = 7;
/** Scores a member may give in an hour. */
export const SCORES_PER_HOUR = 100;

/** The scores of a comic that count. */
export const Scores = z.object({
  /** The mean, with one digit; null without any. */
  average: z.number().nullable(),
  ratings: z.int(),
  /** How many gave each score, from 1 to 10. */
  counts: z.array(z.int()).length(10),
});
export type Scores = z.infer<typeof Scores>;

/** A page of the reviews of a comic: comments, each with its author's score; what answers them has none. */
export const ReviewPage = CommentPage.extend({
  scores: Scores,
  /** The caller's own review, in whatever state; null without one. */
  own: z.int().nullable(),
  /** Whether moderators have closed reviews and scores of this comic. */
  locked: z.boolean(),
  /** Of moderators: why, and the scores that do not count yet. */
  staff: z.object({ reason: z.string(), uncounted: z.int() }).nullable(),
});
export type ReviewPage = z.infer<typeof ReviewPage>;

/** A review, with a score where the caller gave none yet; or an answer to one. */
export const NewReview = NewComment.extend({ score: z.int().min(1).max(10).optional() });
export type NewReview = z.infer<typeof NewReview>;

export const ReviewLock = z.object({ reason: z.string().trim().min(1).max(500) });

/** Scores of a comic that do not count from which on moderators are shown it. */
export const MIN_WAVE = 10;
/** Most comics that moderators are led to. */
export const MAX_WAVES = 1_000;

/** A comic with many scores that do not count. */
export const ScoreWave = z.object({
  comic: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
  uncounted: z.int(),
  /** The mean of those, of the first thousand where there are more. */
  uncounted_average: z.number().nullable(),
  /** The mean of those that count, and how many they are. */
  average: z.number().nullable(),
  ratings: z.int(),
  /** Whether its reviews and scores are closed, and why. */
  locked: z.boolean(),
  reason: z.string(),
});
export type ScoreWave = z.infer<typeof ScoreWave>;
export const ScoreWavePage = pageSchema(ScoreWave);
export type ScoreWavePage = z.infer<typeof ScoreWavePage>;
