import { API_SCOPES, type ApiScope } from '#contract/api-keys.ts';
import { can, type Permission, type Role } from './permissions.ts';

/**
 * The scope an API key has to have for a permission; null for what no key may ever do: what decides who may do what, and
 * the security of an account. What everyone may do without a word belongs to `read`.
 */
const SCOPE_OF: Record<Permission, ApiScope | null> = {
  'site.read': 'read',
  'comics.read': 'read',
  'taxonomy.read': 'read',
  'images.read': 'read',
  'operations.read': 'read',
  'session.open': null,
  'account.own': null,
  'account.read': 'read',
  'users.read': 'read',
  'library.own': 'library',
  'notifications.own': 'notifications',
  'comments.read': 'read',
  'comments.write': 'comments',
  'comments.moderate': 'moderation',
  'reports.write': 'comments',
  'reports.decide': 'moderation',
  'comics.download': 'downloads',
  'downloads.fetch': 'read',
  'entitlements.deliver': null,
  'entitlements.manage': 'premium',
  'uploads.own': 'uploads',
  'comics.edit': 'comics',
  'keys.own': null,
  'groups.own': 'library',
  'groups.take-part': null,
  'groups.manage': 'moderation',
  'moderation.read': 'moderation',
  'moderation.decide': 'moderation',
  'takedowns.notify': 'comments',
  'comics.manage': 'catalogue',
  'taxonomy.manage': 'catalogue',
  'pages.manage': 'content',
  'slides.manage': 'content',
  'ads.manage': 'content',
  'announcements.manage': 'content',
  'users.manage': null,
  'blocklist.manage': 'moderation',
  'audit.read': 'operations',
  'imports.manage': 'catalogue',
  'jobs.manage': 'operations',
  'system.manage': 'operations',
  'settings.manage': 'operations',
  'dashboard.read': 'operations',
  'webhooks.manage': 'operations',
  'keys.manage': null,
};

/** Whether a key with these scopes may do something, as far as the key is concerned; its owner's role has to allow it, too. */
export function isInScope(scopes: readonly ApiScope[], permission: Permission): boolean {
  const scope = SCOPE_OF[permission];
  return scope !== null && scopes.includes(scope);
}

/** The scopes of which a role may do something. */
export function requiredScopes(role: Role): ApiScope[] {
  const permissions = Object.keys(SCOPE_OF) as Permission[];
  return API_SCOPES.filter((scope) =>
    permissions.some((permission) => SCOPE_OF[permission] === scope && can(role, permission)),
  );
}
