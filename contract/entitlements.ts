import { z } from 'zod';

/** A moment, ISO 8601 with its offset or `Z`. */
const Moment = z.iso.datetime({ offset: true });
/** A comic by its slug or id; null for every comic. */
const ComicAddress = z.union([z.string().min(1).max(300), z.int().min(1).max(2_147_483_647)]).nullable();
/** The reference of the one who sold or gave it. */
const Reference = z.string().trim().min(1).max(200);

/** An entitlement: it opens premium works to a member. `active` is whether it does at this moment. */
export const Entitlement = z.object({
  id: z.int(),
  /** Null: every comic. */
  comic: z.object({ id: z.int(), slug: z.string(), title: z.string() }).nullable(),
  source: z.enum(['staff', 'webhook']),
  reference: z.string(),
  starts_at: z.string(),
  /** Null: never. */
  ends_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  active: z.boolean(),
});
export type Entitlement = z.infer<typeof Entitlement>;

/** An entitlement given by staff. A reference that is known already is changed. */
export const GivenEntitlement = z.object({
  comic: ComicAddress.default(null),
  reference: Reference.optional(),
  starts_at: Moment.optional(),
  ends_at: Moment.nullable().default(null),
});
export type GivenEntitlement = z.infer<typeof GivenEntitlement>;

/**
 * The report of a seller (the body of a webhook). The member is named in one of three ways; `timestamp` is when it
 * happened: of two reports on one reference the younger one counts, in whatever order they arrive.
 */
export const EntitlementReport = z.object({
  type: z.enum(['entitlement.granted', 'entitlement.revoked']),
  timestamp: Moment.optional(),
  data: z
    .object({
      user_id: z.int().min(1).max(2_147_483_647).optional(),
      username: z.string().min(1).max(100).optional(),
      email: z.string().min(3).max(254).optional(),
      comic: ComicAddress.default(null),
      reference: Reference,
      starts_at: Moment.optional(),
      ends_at: Moment.nullable().default(null),
    })
    .refine((data) => data.user_id ?? data.username ?? data.email, { path: ['username'] }),
});
export type EntitlementReport = z.infer<typeof EntitlementReport>;

/** The receipt a seller gets. `changed` is false for a delivery that came before, or that a younger one has overtaken. */
export const ReportReceipt = z.object({ changed: z.boolean() });
