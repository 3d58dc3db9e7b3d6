/** Who a caller can be. Only guests exist until accounts do. */
export const ROLES = ['guest', 'user', 'uploader', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

const everyone: readonly Role[] = ROLES;

/** What may be done, and by whom. Every route names one row; a test walks every route with every role. */
export const PERMISSIONS = {
  'site.read': everyone,
  'comics.read': everyone,
  'taxonomy.read': everyone,
  'images.read': everyone,
  'operations.read': everyone,
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

/** Whether a role may do something. */
export function can(role: Role, permission: Permission): boolean {
  return PERMISSIONS[permission].includes(role);
}
