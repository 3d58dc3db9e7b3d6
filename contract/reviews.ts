import { z } from 'zod';
import { CommentPage, NewComment } from './comments.ts';

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
