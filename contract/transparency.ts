import { z } from 'zod';
import { ACTS } from './moderation.ts';
import { REPORT_REASONS } from './reports.ts';

/** Of what came in a year: how many, what became of them, and half of them were decided within so many hours; null where none was. */
const outcomes = { received: z.int(), upheld: z.int(), median_hours: z.number().nullable() };

/** How a site was moderated in a year (UTC), counted from reports, decisions, notices and the audit log. */
export const Transparency = z.object({
  year: z.int(),
  /** Every year there is something to tell of, the newest first. */
  years: z.array(z.int()),
  reports: z.array(z.object({ reason: z.enum(REPORT_REASONS), ...outcomes, dismissed: z.int(), open: z.int() })),
  decisions: z.array(z.object({ act: z.enum(ACTS), count: z.int() })),
  notices: z.object({ ...outcomes, rejected: z.int(), countered: z.int(), restored: z.int() }),
  /** Pictures refused at once because they are on a list, and those taken away when they came on one. */
  blocked: z.int(),
  withdrawn: z.int(),
  suspended: z.int(),
  /** The decisions the site made itself, among decisions, refused and taken away pictures; the share of it, 0 to 1. */
  automated: z.int(),
  automated_share: z.number(),
});
export type Transparency = z.infer<typeof Transparency>;
export const TransparencyQuery = z.object({ year: z.coerce.number().int().min(2000).max(9999).optional() });
