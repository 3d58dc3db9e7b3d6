import { z } from 'zod';

/**
 * The scopes a key may be given, each a group of permissions that the member's role has to have, too. What decides who may do what
 * (the account's security, members, keys) is in none of them: people do that.
 */
export const API_SCOPES = [
  'read',
  'library',
  'notifications',
  'comments',
  'downloads',
  'uploads',
  'comics',
  'moderation',
  'catalogue',
  'content',
  'premium',
  'operations',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** Most keys of a member, and days a key lives at most and unless something else is said. */
export const [MAX_API_KEYS, MAX_KEY_DAYS, DEFAULT_KEY_DAYS] = [20, 365, 90];

/** A key as its owner sees it after it was made; the key itself is shown once. */
export const ApiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  expires_at: z.iso.datetime(),
  /** Whether it is past that. */
  expired: z.boolean(),
  used_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The caller's keys, and what a new one may be given. */
export const OwnApiKeys = z.object({ keys: z.array(ApiKey), scopes: z.array(z.enum(API_SCOPES)) });
export type OwnApiKeys = z.infer<typeof OwnApiKeys>;

/** A key to be made; the password is asked for as with everything that opens the account. */
export const NewApiKey = z.object({
  name: z.string().trim().min(1).max(60),
  scopes: z
    .array(z.enum(API_SCOPES))
    .min(1)
    .transform((scopes) => API_SCOPES.filter((scope) => scopes.includes(scope))),
  days: z.number().int().min(1).max(MAX_KEY_DAYS).default(DEFAULT_KEY_DAYS),
  password: z.string().max(1024),
});
export type NewApiKey = z.infer<typeof NewApiKey>;

/** A key that was just made, with what nobody is shown again. */
export const MadeApiKey = ApiKey.extend({ key: z.string() });
export type MadeApiKey = z.infer<typeof MadeApiKey>;

/** A key as admins see it. */
export const AnyApiKey = ApiKey.extend({ user: z.object({ username: z.string(), role: z.string() }) });
export type AnyApiKey = z.infer<typeof AnyApiKey>;

/** A page of everyone's keys, the newest first. */
export const AnyApiKeys = z.object({ keys: z.array(AnyApiKey), next: z.number().int().nullable() });
export type AnyApiKeys = z.infer<typeof AnyApiKeys>;
