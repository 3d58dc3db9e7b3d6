import { z } from 'zod';
import { pageSchema, paging } from './paging.ts';

/** The kinds of things that can be reported. */
export const REPORT_SUBJECTS = ['comic', 'chapter', 'page', 'comment', 'user', 'group'] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

export const REPORT_STATES = ['open', 'upheld', 'dismissed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** Every reason; its sentence is `reports.reason.<reason>`. */
export const REPORT_REASONS = [
  'illegal',
  'ncii',
  'copyright',
  'wrong-rating',
  'wrong-tags',
  'broken',
  'spam',
  'harassment',
  'spoiler',
  'impersonation',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The reasons each subject can be reported for, the gravest first. */
export const REPORT_REASONS_BY_SUBJECT: Readonly<Record<ReportSubject, readonly ReportReason[]>> = {
  comic: ['illegal', 'ncii', 'copyright', 'wrong-rating', 'wrong-tags', 'broken', 'spam', 'other'],
  chapter: ['illegal', 'ncii', 'copyright', 'wrong-rating', 'broken', 'spam', 'other'],
  page: ['illegal', 'ncii', 'copyright', 'wrong-rating', 'broken', 'other'],
  comment: ['illegal', 'ncii', 'harassment', 'spam', 'spoiler', 'other'],
  user: ['illegal', 'harassment', 'spam', 'impersonation', 'other'],
  group: ['illegal', 'harassment', 'spam', 'impersonation', 'other'],
};

/** The reasons that say too little by themselves. */
export const REASONS_WITH_TEXT: readonly ReportReason[] = [
  'illegal',
  'ncii',
  'copyright',
  'wrong-tags',
  'impersonation',
  'other',
];

/** Most characters of what a report says. */
export const MAX_REPORT_LENGTH = 2000;

/** A new report. Guests say who they are if they like, and send the answer to a captcha for `report`. */
export const NewReport = z.object({
  subject: z.enum(REPORT_SUBJECTS),
  subject_id: z.int().min(1),
  reason: z.enum(REPORT_REASONS),
  text: z.string().trim().max(MAX_REPORT_LENGTH).default(''),
  name: z.string().trim().max(100).optional(),
  email: z.union([z.literal(''), z.email().max(254)]).optional(),
  captcha: z.string().max(10_000).optional(),
});
export type NewReport = z.infer<typeof NewReport>;

/** A report that was taken; one that the same person made before about the same is that one. */
export const ReportTaken = z.object({ id: z.int(), message: z.string() });
export type ReportTaken = z.infer<typeof ReportTaken>;

/** The reported thing, as far as it still is there: where it stands on the site without the language, and what it is called. */
export const ReportTarget = z.object({
  subject: z.enum(REPORT_SUBJECTS),
  id: z.int(),
  /** Of the comic, or the name of the user; of a comment what it stands under; null where it is gone. */
  title: z.string().nullable(),
  /** `/comic/slug/comments/5`; null where it is gone. */
  path: z.string().nullable(),
  /** Of a comment: what it says, at most 300 characters. */
  excerpt: z.string().nullable(),
});
export type ReportTarget = z.infer<typeof ReportTarget>;

/** A report as its author sees it. */
export const OwnReport = z.object({
  id: z.int(),
  target: ReportTarget,
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  state: z.enum(REPORT_STATES),
  /** The outcome, in the moderator's words. */
  outcome: z.string().nullable(),
  decided_at: z.string().nullable(),
  created_at: z.string(),
});
export type OwnReport = z.infer<typeof OwnReport>;
export const OwnReportPage = pageSchema(OwnReport);

/** A report as moderators see it. */
export const Report = OwnReport.extend({
  reporter: z.object({
    /** Null for a guest and where the account is deleted. */
    username: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  decided_by: z.string().nullable(),
  /** Open reports about the same, this one included. */
  reports: z.int(),
});
export type Report = z.infer<typeof Report>;
export const ReportPage = pageSchema(Report);

export const ReportQuery = z.object({
  state: z.enum([...REPORT_STATES, 'all']).default('open'),
  subject: z.enum(REPORT_SUBJECTS).optional(),
  ...paging,
});
export type ReportQuery = z.infer<typeof ReportQuery>;
export const OwnReportQuery = z.object({ ...paging });

/** The decision; every open report about the same is decided with it, and their authors are told. */
export const Decision = z.object({
  state: z.enum(['upheld', 'dismissed']),
  outcome: z.string().trim().max(1000).default(''),
});
export type Decision = z.infer<typeof Decision>;
