import { z } from 'zod';
import { RATINGS } from './comics.ts';
import { TERM_KINDS, TermRef } from './taxonomy.ts';

/** The roles whose members a limit holds for; whoever moderates has to see what they decide about. */
export const LIMITED_ROLES = ['user', 'uploader'] as const;
export type LimitedRole = (typeof LIMITED_ROLES)[number];

/** Most terms of a limit. */
export const MAX_LIMIT_TERMS = 100;

/** The most that some members may see: works up to a rating, without those with one of the terms. `explicit` without terms is no limit. */
export const ContentLimit = z.object({
  rating: z.enum(RATINGS),
  terms: z.array(TermRef.extend({ kind: z.enum(TERM_KINDS) })),
});
export type ContentLimit = z.infer<typeof ContentLimit>;

/** The limit of every role that has one or may have. */
export const RoleLimits = z.object({ user: ContentLimit, uploader: ContentLimit });
export type RoleLimits = z.infer<typeof RoleLimits>;

/** The limit that is to hold from now on. `terms` are ids. */
export const ContentLimitBody = z.strictObject({
  rating: z.enum(RATINGS).default('explicit'),
  terms: z.array(z.int().min(1).max(2_147_483_647)).max(MAX_LIMIT_TERMS).default([]),
});
export type ContentLimitBody = z.infer<typeof ContentLimitBody>;
