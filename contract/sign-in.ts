import { z } from 'zod';
import { SecondStepOwed, SignedIn } from './accounts.ts';

/** How a provider is named in addresses. */
export const PROVIDER_ID = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

/** Stands for the trusted proxy where a provider is named; no provider's id begins so. */
export const PROXY = '-proxy';

const next = z.string().max(2000).optional();
const token = z.string().min(1).max(100);

/** How signing in at a provider begins. */
export const ProviderStart = z.object({
  /** The path to go on to afterwards. */
  next,
  remember_me: z.boolean().default(false),
  /** `sign-in`; `join` adds the identity to the account that asks, for its password; `prove` shows once more who asks, in place of a password. */
  purpose: z.enum(['sign-in', 'join', 'prove']).default('sign-in'),
  password: z.string().max(512).optional(),
});
/** Where the browser goes now. */
export const ProviderStep = z.object({ location: z.string() });
export type ProviderStep = z.infer<typeof ProviderStep>;

/** The query with which the provider sent the browser back, as it came. */
export const ProviderReturn = z.object({ query: z.string().max(8000) });

/** Somebody a provider vouches for, and whom no account here is joined to yet; `token` stands for them for a quarter of an hour. */
export const Newcomer = z.object({
  newcomer: z.object({
    token: z.string(),
    provider: z.object({ id: z.string(), name: z.string() }),
    /** The name they would like; empty where none is known. */
    username: z.string(),
    /** Their address; empty where none is known. */
    email: z.string(),
    /** Whether the provider lets newcomers in; else the identity can only be joined to an account that is there. */
    register: z.boolean(),
    /** Whether an account has this very address, verified as it is there: its member may sign in to join the two. */
    known: z.boolean(),
  }),
  next: z.string().nullable(),
});
export type Newcomer = z.infer<typeof Newcomer>;

/** The end of a sign-in elsewhere: in, a second factor owed, unknown here, joined to the account, or proven. */
export const ProviderAnswer = z.union([
  SignedIn.extend({ next: z.string().nullable() }),
  SecondStepOwed.extend({ next: z.string().nullable() }),
  Newcomer,
  z.object({ joined: z.object({ provider: z.string() }), next: z.string().nullable() }),
  /** Good in place of the password for five minutes. */
  z.object({ proof: z.string(), next: z.string().nullable() }),
]);
export type ProviderAnswer = z.infer<typeof ProviderAnswer>;

/** How a trusted proxy's word is used: to sign in, to join, or in place of a password. */
export const ProxyBody = ProviderStart.omit({ next: true });

/** The account of a newcomer. */
export const NewcomerBody = z.object({
  token,
  username: z.string().min(1).max(254),
  email: z.string().min(1).max(254),
});

/** Joins a newcomer to the account that asks, for its password. */
export const IdentityJoin = z.object({ token, password: z.string().max(512) });

/** Who a member is elsewhere. */
export const Identity = z.object({
  id: z.int(),
  /** The provider's id; `-proxy` for the proxy. */
  provider: z.string(),
  /** The provider’s name; its id where it is no longer there. */
  provider_name: z.string(),
  /** As they are called there. */
  name: z.string(),
  created_at: z.string(),
  used_at: z.string(),
  /** Whether it is a way in: its provider is still one of this site's. */
  active: z.boolean(),
});
export type Identity = z.infer<typeof Identity>;
export const Identities = z.array(Identity);

/** The one-time link that an operator made on the terminal. */
export const LinkBody = z.object({ token });
