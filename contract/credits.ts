import { z } from 'zod';
import { PublicUser } from './accounts.ts';

/*
 * Who did what on a chapter.
 *
 *   GET    /api/comics/:slug/credits             → ChapterCredits: of a one-shot, or of the first chapter
 *   GET    /api/comics/:slug/:chapter/credits    → ChapterCredits
 *
 * They are entered as `credits` of a chapter: of an upload (uploads.ts), and in its editor (chapter-editing.ts).
 */

/** The kinds of work on a chapter. */
export const CREDIT_ROLES = ['translator', 'letterer', 'editor', 'cleaner', 'proofreader', 'raw'] as const;
export type CreditRole = (typeof CREDIT_ROLES)[number];

/** Most credits of a chapter, most letters of a name, and the highest number of a page. */
export const MAX_CREDITS = 30;
export const MAX_CREDIT_NAME = 100;
export const MAX_CREDIT_PAGE = 10_000;

const page = z.int().min(1).max(MAX_CREDIT_PAGE).nullable().default(null);

/** A credit as it is entered. `member`: the name is that of a member of the site, to whom it leads. Pages count from 1; without them it is for all. */
export const WantedCredit = z
  .object({
    role: z.enum(CREDIT_ROLES),
    name: z.string().trim().min(1).max(MAX_CREDIT_NAME),
    member: z.boolean().default(false),
    first_page: page,
    last_page: page,
  })
  .refine(
    ({ first_page: first, last_page: last }) =>
      (first === null) === (last === null) && (first === null || last === null || first <= last),
    { path: ['last_page'] },
  );
export type WantedCredit = z.infer<typeof WantedCredit>;
export const WantedCredits = z.array(WantedCredit).max(MAX_CREDITS);

/** A credit as everyone sees it; `user` is the member it leads to, with the name they have now. */
export const Credit = z.object({
  role: z.enum(CREDIT_ROLES),
  name: z.string(),
  user: PublicUser.nullable(),
  first_page: z.int().nullable(),
  last_page: z.int().nullable(),
});
export type Credit = z.infer<typeof Credit>;
export const ChapterCredits = z.object({ credits: z.array(Credit) });
export type ChapterCredits = z.infer<typeof ChapterCredits>;
