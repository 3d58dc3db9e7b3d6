/** The kinds of things that can be reported. */
export const REPORT_SUBJECTS = ['comic', 'chapter', 'page', 'comment', 'user'] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

export const REPORT_STATES = ['open', 'upheld', 'dismissed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** Every reason; its sentence is `reports.reason.<reason>`. */
export const REPORT_REASONS = [
  'illegal', 'ncii', 'copyright', 'wrong-rating', 'wrong-tags', 'broken', 'spam', 'harassment', 'spoiler', 'impersonation', 'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The reasons each subject can be reported for, the gravest first. */
export const REPORT_REASONS_BY_SUBJECT: Readonly<Record<ReportSubject, readonly ReportReason[]>> = {
  comic: ['illegal', 'ncii', 'copyright', 'wrong-rating', 'wrong-tags', 'broken', 'spam', 'other'],
  chapter: ['illegal', 'ncii', 'copyright', 'wrong-rating', 'broken', 'spam', 'other'],
  page: ['illegal', 'ncii', 'copyright', 'wrong-rating', 'broken', 'other'],
  comment: ['illegal', 'ncii', 'harassment', 'spam', 'spoiler', 'other'],
  user: ['illegal', 'harassment', 'spam', 'impersonation', 'other'],
};

/** The reasons that say too little by themselves. */
export const REASONS_WITH_TEXT: readonly ReportReason[] = ['illegal', 'ncii', 'copyright', 'wrong-tags', 'impersonation', 'other'];

/** Most characters of what a report says. */
export const MAX_REPORT_LENGTH = 2000;
