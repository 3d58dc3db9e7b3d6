import { z } from 'zod';
import { TAKEDOWN_SCOPES, TAKEDOWN_STATES } from './moderating.ts';
import { pageOf, paging } from './paging.ts';

const line = (most: number) => z.string().trim().min(1).max(most);

/** A notice with the six elements of 17 U.S.C. 512(c)(3)(A). Guests send the answer to a captcha for `report`. */
export const NewTakedown = z.object({
  /** (i) Of the owner or whoever acts for them, typed. */
  signature: line(200),
  /** (ii) The work that is infringed. */
  work: line(2000),
  /** (iii) What infringes and where: an address of this site that names a comic, a chapter or a page. */
  location: line(2000),
  scope: z.enum(TAKEDOWN_SCOPES).default('comic'),
  /** (iv) How to reach them. */
  name: line(200),
  company: z.string().trim().max(200).default(''),
  address: line(500),
  phone: line(50),
  email: z.email().max(254),
  /** (v) Their good faith, and (vi) that it is accurate and, under penalty of perjury, that they may act. */
  good_faith: z.literal(true),
  accurate: z.literal(true),
  statement: z.string().trim().max(10_000).default(''),
  captcha: z.string().max(10_000).optional(),
});
export type NewTakedown = z.infer<typeof NewTakedown>;
export const TakedownTaken = z.object({ id: z.int(), message: z.string() });

/** A notice as moderators see it. */
export const Takedown = z.object({
  id: z.int(),
  scope: z.enum(TAKEDOWN_SCOPES),
  state: z.enum(TAKEDOWN_STATES),
  /** The comic, as it was called then; its path on the site without the language, null where it is gone. */
  title: z.string(),
  path: z.string().nullable(),
  work: z.string(),
  location: z.string(),
  signature: z.string(),
  claimant: z.object({ name: z.string(), company: z.string(), address: z.string(), phone: z.string(), email: z.string() }),
  statement: z.string(),
  outcome: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  created_at: z.string(),
});
export type Takedown = z.infer<typeof Takedown>;
export const TakedownPage = pageOf(Takedown);
export const TakedownQuery = z.object({ state: z.enum([...TAKEDOWN_STATES, 'all']).default('all'), ...paging });
