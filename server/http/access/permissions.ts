import { USER_ROLES } from '#contract/accounts.ts';

/** Who a caller can be: nobody in particular, or a member with one of the roles. */
export const ROLES = ['guest', ...USER_ROLES] as const;
export type Role = (typeof ROLES)[number];

const everyone: readonly Role[] = ROLES;
const members: readonly Role[] = USER_ROLES;
const uploaders: readonly Role[] = ['uploader', 'moderator', 'admin'];
const moderators: readonly Role[] = ['moderator', 'admin'];
const admins: readonly Role[] = ['admin'];

/**
 * The permissions, and who has them. Every route names one row; a test walks every route with every role.
 *
 * A row says which roles may try; whose thing it is, and whether it is there for this viewer, is decided by the query
 * that looks it up.
 */
export const PERMISSIONS = {
  'site.read': everyone,
  'comics.read': everyone,
  'taxonomy.read': everyone,
  'images.read': everyone,
  'operations.read': everyone,
  // accounts
  'session.open': everyone,
  'account.own': members,
  'account.read': members,
  'users.read': everyone,
  // what members keep
  'library.own': members,
  'notifications.own': members,
  'keys.own': members,
  // the groups they are in
  'groups.own': members,
  'groups.take-part': members,
  // what members say
  'comments.read': everyone,
  'comments.write': members,
  'comments.moderate': moderators,
  'reports.write': everyone,
  'reports.decide': moderators,
  // what leaves the site
  'comics.download': members,
  'downloads.fetch': everyone,
  // what operators sell
  'entitlements.deliver': everyone,
  'entitlements.manage': admins,
  // what uploaders bring
  'uploads.own': uploaders,
  'comics.edit': uploaders,
  // what moderators look after
  'moderation.read': moderators,
  'moderation.decide': moderators,
  'takedowns.notify': everyone,
  'groups.manage': moderators,
  // what admins run
  'comics.manage': admins,
  'taxonomy.manage': admins,
  'pages.manage': admins,
  'slides.manage': admins,
  'ads.manage': admins,
  'announcements.manage': admins,
  'users.manage': admins,
  'blocklist.manage': admins,
  'audit.read': admins,
  'imports.manage': admins,
  'jobs.manage': admins,
  'system.manage': admins,
  'settings.manage': admins,
  'dashboard.read': admins,
  'webhooks.manage': admins,
  'keys.manage': admins,
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

/** Whether a role may do something. */
export function can(role: Role, permission: Permission): boolean {
  return PERMISSIONS[permission].includes(role);
}
