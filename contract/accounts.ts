import { z } from 'zod';
import { LOCALES } from './locales.ts';

/** The facts everyone may know of a member (api-contract, "Account"). */
export const PublicUser = z.object({
  id: z.int(),
  username: z.string(),
  avatar_url: z.string().nullable(),
  role: z.enum(['user', 'uploader', 'moderator', 'admin']),
  verified: z.boolean(),
  created_at: z.string(),
});
export type PublicUser = z.infer<typeof PublicUser>;

/** The choices of a member; each key absent until it was. */
export const AccountSettings = z.strictObject({
  locale: z.enum(LOCALES).optional(),
  theme: z.enum(['dark', 'light', 'system']).optional(),
  /** Whether every rating is listed. */
  nsfw: z.boolean().optional(),
  /** Whether everyone may see the favorites on the profile. */
  public_favorites: z.boolean().optional(),
  /** Whether reading is remembered at all. */
  history: z.boolean().optional(),
  /** Whether comments are shown at all. */
  comments: z.boolean().optional(),
  /** The reader settings a member starts with, as the browser keeps it. */
  reader: z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean(), z.null()])).optional(),
  notifications: z.strictObject({
    /** How often a mail says what is new: `off`, `daily`, `weekly`. */
    mail: z.enum(['off', 'daily', 'weekly']).optional(),
    /** Which kinds are told at all; absent means yes. */
    releases: z.boolean().optional(),
    replies: z.boolean().optional(),
    mentions: z.boolean().optional(),
    reports: z.boolean().optional(),
  }).optional(),
});
export type AccountSettings = z.infer<typeof AccountSettings>;

/** A member as only they see themselves. */
export const OwnUser = PublicUser.extend({
  email: z.string(),
  /** An address that waits to be confirmed. */
  pending_email: z.string().nullable(),
  two_factor: z.boolean(),
  /** Whether the operator wants a second factor of this member before anything else may be done as staff. */
  two_factor_owed: z.boolean(),
  /** Whether this member sees no ads on this site. */
  ad_free: z.boolean(),
  unread_notifications: z.int(),
  /** Whether the terms have changed since they accepted them. */
  terms_due: z.boolean(),
  settings: AccountSettings,
  /** Days in which signing in undoes a deletion of the account; 0: it is final. */
  deletion_days: z.int(),
  /** The name by which the site's analytics may know this member if they agree; left out where it names nobody. */
  analytics_id: z.string().optional(),
});
export type OwnUser = z.infer<typeof OwnUser>;
