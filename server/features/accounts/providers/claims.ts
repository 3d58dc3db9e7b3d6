import { USER_ROLES, type UserRole } from '#contract/accounts.ts';
import type { Provider } from '#server/config/sign-in.ts';
import { parseEmail, parseUsername, usernameProblems } from '#server/features/accounts/profile/names.ts';

/** The longest subject (OpenID Connect Core 1.0, 2), name of a session, and letters of a name that are kept. */
const MAX_SUBJECT = 255;
const MAX_SESSION = 500;
const MAX_NAME = 200;
/** Groups of one person that are looked at. */
const MAX_GROUPS = 1000;

/** Somebody a provider, or the proxy, vouches for. */
export interface VouchedIdentity {
  issuer: string;
  subject: string;
  /** The provider’s id. */
  provider: string;
  /** As they are called there, for people to read. */
  name: string;
  /** The name they would like here; not checked. */
  username: string;
  /** Null where none is given, or it is none. */
  email: string | null;
  /** Whether the provider says that the address is theirs. */
  email_verified: boolean;
  groups: string[];
}

/** Somebody as the claims of a provider say; null without a subject that can be kept. @param claims of which the issuer and the subject are known to be true. */
export function readClaims(
  { id, usernameClaim, rolesClaim }: Pick<Provider, 'id' | 'usernameClaim' | 'rolesClaim'>,
  claims: Readonly<Record<string, unknown>>,
): VouchedIdentity | null {
  const { iss, sub } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT) return null;
  const email = typeof claims.email === 'string' ? parseEmail(claims.email) : null;
  const username = textAt(claims, usernameClaim);
  return {
    issuer: iss,
    subject: storable(sub),
    provider: id,
    name: storable(username || email || textAt(claims, 'name') || sub).slice(0, MAX_NAME),
    username,
    email,
    email_verified: email !== null && (claims.email_verified === true || claims.email_verified === 'true'),
    groups: toList(valueAt(claims, rolesClaim)),
  };
}

/** The name that a provider has for a session of somebody (OpenID Connect Front-Channel Logout 1.0, 3); null where it says none. */
export function readSession({ sid }: Readonly<Record<string, unknown>>): string | null {
  return typeof sid === 'string' && sid !== '' && sid.length <= MAX_SESSION ? storable(sid) : null;
}

/** The highest role that somebody’s groups give; `user` where none does; null where the mapping says nothing at all. */
export function mappedRole(roles: Readonly<Record<string, UserRole>>, groups: readonly string[]): UserRole | null {
  if (Object.keys(roles).length === 0) return null;
  const given = groups.flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group]] : []));
  return USER_ROLES.findLast((role) => given.includes(role)) ?? 'user';
}

/** Whether somebody may sign in at all. */
export function isAllowed(allowed: readonly string[], groups: readonly string[]): boolean {
  return allowed.length === 0 || groups.some((group) => allowed.includes(group));
}

/** A name for an account made of the one they have elsewhere, `mika@corp.example` becomes `mika`; empty where nothing of it can be used. */
export function suggestedUsername(wished: string, siteName: string): string {
  const name = parseUsername(wished.split('@')[0] ?? '').replaceAll(/\s+/g, '_');
  return usernameProblems(name, [siteName]).length === 0 ? name : '';
}

/** Groups as one text of a header, separated by commas. */
export function parseGroups(text: string): string[] {
  return toList(text.split(',').map((each) => each.trim()));
}

/** A claim by its name; where there is none of that name, by the path that its dots make. */
function valueAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, part)
          ? (value as Record<string, unknown>)[part]
          : undefined,
      claims,
    );
}

function textAt(claims: Readonly<Record<string, unknown>>, name: string): string {
  const value = valueAt(claims, name);
  return typeof value === 'string' ? storable(value).slice(0, MAX_NAME) : '';
}

function toList(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items
    .slice(0, MAX_GROUPS)
    .filter((each) => typeof each === 'string')
    .filter((each) => each !== '' && each.length <= MAX_NAME);
}

/** No text of the database holds a NUL or half a character. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
