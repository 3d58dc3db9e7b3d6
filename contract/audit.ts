import { z } from 'zod';
import { pageSchema, paging } from './paging.ts';

/** Something staff did, as it was written down. */
export const AuditEntry = z.object({
  id: z.int(),
  created_at: z.string(),
  /** Null for what the site did by itself; its name is null where the account is deleted. */
  user: z.object({ id: z.int(), username: z.string().nullable() }).nullable(),
  /** `<area>.<verb>`, for example `comment.hidden`. */
  action: z.string(),
  subject: z.string().nullable(),
  subject_id: z.int().nullable(),
  /** The present name of the subject; null where it has no name or is gone. */
  title: z.string().nullable(),
  /** Details that explain it; `before` and `after` where something changed. */
  details: z.record(z.string(), z.unknown()),
  /** Whether it is in the chain that shows later changes: at most some minutes after it was written. */
  sealed: z.boolean(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
export const AuditPage = pageSchema(AuditEntry);

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
const filters = {
  /** A member's name. */
  user: z.string().trim().max(100).optional(),
  /** An action, or the beginning of some: `comment`. */
  action: z.string().trim().max(100).optional(),
  subject: z.string().trim().max(50).optional(),
  subject_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  since: moment.optional(),
  /** Up to here; a day is meant with all its hours. */
  until: moment.optional(),
  /** Part of the details. */
  text: z.string().trim().max(200).optional(),
};

/** The filters of the audit log. */
export const AuditFilters = z.object(filters);
export type AuditFilters = z.infer<typeof AuditFilters>;
export const AuditQuery = z.object({ ...filters, ...paging });
export const AUDIT_FORMATS = ['csv', 'jsonl'] as const;
export const AuditExport = z.object({ ...filters, format: z.enum(AUDIT_FORMATS).default('csv') });
