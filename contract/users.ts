import { z } from 'zod';
import { PublicUser, SessionEntry, USER_ROLES } from './accounts.ts';
import { pageSchema, paging } from './paging.ts';

/** How an account stands; `unverified` has not shown that its address is theirs. */
export const USER_STATES = ['active', 'unverified', 'banned', 'deleted'] as const;
export type UserState = (typeof USER_STATES)[number];
export const USER_SORTS = ['created_at', 'username', 'seen_at', 'comments'] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** A member as admins see them. */
export const AdminUser = PublicUser.extend({
  /** Empty for one who is deleted. */
  email: z.string(),
  state: z.enum(USER_STATES),
  /** When a session of theirs was last used. */
  seen_at: z.string().nullable(),
  comments: z.int(),
  banned_at: z.string().nullable(),
  banned_until: z.string().nullable(),
  banned_reason: z.string().nullable(),
});
export type AdminUser = z.infer<typeof AdminUser>;
export const AdminUserPage = pageSchema(AdminUser);

export const AdminUserQuery = z.object({
  /** Part of a name or an address. */
  q: z.string().trim().max(200).default(''),
  role: z.enum(USER_ROLES).optional(),
  /** Without it all but the deleted. */
  state: z.enum(USER_STATES).optional(),
  /** Registered on this day or later. */
  since: z.iso.date().optional(),
  sort: z.enum(USER_SORTS).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
  ...paging,
});
export type AdminUserQuery = z.infer<typeof AdminUserQuery>;

const named = z.object({ id: z.int(), title: z.string(), created_at: z.string(), state: z.string() });

/** All that an admin needs to know of one member. */
export const AdminUserDetail = AdminUser.extend({
  pending_email: z.string().nullable(),
  two_factor: z.boolean(),
  locale: z.string().nullable(),
  sessions: z.array(SessionEntry),
  /** The newest ten of each, and how many there are. */
  reports_by: z.object({ total: z.int(), newest: z.array(named) }),
  reports_about: z.object({ total: z.int(), newest: z.array(named) }),
  /** Comics whose archives they brought; `title` is the comic's. */
  uploads: z.object({ total: z.int(), newest: z.array(named.extend({ slug: z.string() })) }),
  /** The last time their comments were all taken down, if that can be undone. */
  sweep: z.object({ id: z.int(), count: z.int(), created_at: z.string() }).nullable(),
  /** Whether the caller may ban, change and delete them. */
  touchable: z.boolean(),
});
export type AdminUserDetail = z.infer<typeof AdminUserDetail>;

export const AdminUserPatch = z
  .object({ role: z.enum(USER_ROLES).optional(), verified: z.literal(true).optional() })
  .refine(({ role, verified }) => role !== undefined || verified !== undefined);
export type AdminUserPatch = z.infer<typeof AdminUserPatch>;
export const Because = z.object({ reason: z.string().trim().min(1).max(500) });
export const Resent = z.object({ sent: z.boolean() });
