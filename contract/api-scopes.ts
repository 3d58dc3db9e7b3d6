/**
 * The scopes a key may be given, each a group of permissions that the member's role has to have, too. What decides who may do what
 * (the account's security, members, keys) is in none of them: people do that.
 */
export const API_SCOPES = ['read', 'library', 'notifications', 'comments', 'downloads', 'uploads', 'comics', 'moderation', 'catalogue', 'content', 'premium', 'operations'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** Most keys of a member, and days a key lives at most and unless something else is said. */
export const [MAX_API_KEYS, MAX_KEY_DAYS, DEFAULT_KEY_DAYS] = [20, 365, 90];
