import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { TitleChoice } from '#contract/accounts.ts';
import type { Rating } from '#contract/comics.ts';
import { LIMITED_ROLES } from '#contract/limits.ts';
import type { ApiScope } from '#contract/api-keys.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import type { EntitlementScope } from '#server/db/visible.ts';
import { AGE_PASS, type AgePass } from './age-passes.ts';

/** A member who asks with a token that is good now. */
export interface Session {
  /** Names the token without being it; null where an API key was used. */
  token: number | null;
  /** The scopes of the API key that was used; null where the member signed in. */
  scopes: ApiScope[] | null;
  id: number;
  role: 'user' | 'uploader' | 'moderator' | 'admin';
  verified: boolean;
  /** Their choice to see every rating; null where they never chose. */
  nsfw: boolean | null;
  /** The ratings they want to see of all; null where they never chose. */
  ratings: Rating[] | null;
  /** The titles they want to see; null where they never chose. */
  titles: TitleChoice | null;
  /** The age check that their account holds. */
  age: AgePass | null;
  /** The entitlements in force now. */
  entitled: EntitlementScope;
  /** Terms whose comics they never want to see, ascending. */
  hidden: number[];
  /** Groups and uploaders whose chapters they step over, and groups they prefer, ascending. */
  blocked_groups: number[];
  blocked_uploaders: number[];
  preferred_groups: number[];
  /** The limits that staff set for them and for their role; null where there is none. */
  limits: { rating: Rating; terms: number[] }[] | null;
  /** The place in the database's log that what they read must have, as they have written until there; null where they have not. */
  wrote: number | null;
}

/** How long a token lives without being used, in seconds: 30 days if it is to be remembered, else one (decisions, "Accounts"). */
export const IDLE_SECONDS = { remembered: 30 * 86_400, short: 86_400 } as const;
/** How long a token lives at most however much it is used, in seconds (ASVS 7.3.2). */
export const LONGEST_SECONDS = 90 * 86_400;
/** A token's use is written down at most this often, in seconds. */
const TOUCH_EVERY = 300;

/** The stored form of a secret that is random enough to need no salt: its SHA-256, in hexadecimal. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The member an access token stands for, or null: unknown, run out, revoked, or of someone banned or deleted. */
export async function findSession(db: Db, token: string): Promise<Session | null> {
  const { rows } = await sql<Session & { token: number; stale: boolean }>`${sql.raw(PREPARED)}
    select t.id::int as token, null::text[] as scopes, ${MEMBER}, t.used_at < now() - make_interval(secs => ${TOUCH_EVERY}) as stale
    from tokens t join users u on u.id = t.user_id
    where t.hash = ${hashSecret(token)} and t.purpose = 'access' and t.expires_at > now() and u.banned_at is null and u.deleted_at is null`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return null;
  const { stale, ...session } = row;
  if (stale) {
    await touch(db, session.token);
  }
  return session;
}

/** The member an API key acts for, within its scopes, or null: unknown, run out, revoked, or of someone banned or deleted. */
export function findKeySession(db: Db, key: string): Promise<Session | null> {
  return findKeyWhere(db, sql`k.hash = ${hashSecret(key)}`);
}

/** As `findKeySession`, for a program that sends the MD5 of a key, as 32 hexadecimal digits in lower case. */
export function findDigestedKeySession(db: Db, md5: string): Promise<Session | null> {
  return findKeyWhere(db, sql`k.md5_hash = ${hashSecret(md5)}`);
}

async function findKeyWhere(db: Db, named: RawBuilder<unknown>): Promise<Session | null> {
  const { rows } = await sql<Session & { key: number; stale: boolean }>`${sql.raw(PREPARED)}
    select k.id as key, null::int as token, k.scopes, ${MEMBER}, coalesce(k.used_at < now() - make_interval(secs => ${TOUCH_EVERY}), true) as stale
    from api_keys k join users u on u.id = k.user_id
    where ${named} and k.expires_at > now() and u.banned_at is null and u.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { key: id, stale, ...session } = row;
  if (stale) {
    await sql`update api_keys set used_at = now() where id = ${id}`.execute(db);
  }
  return session;
}

/**
 * The member whose stored password is this hash, for a program that sends the password with every call; null where it was
 * changed since, for someone banned or deleted, and for an account with a second factor, whose password alone opens nothing.
 */
export async function findPasswordSession(db: Db, userId: number, hash: string): Promise<Session | null> {
  const { rows } = await sql<Session>`${sql.raw(PREPARED)}
    select null::int as token, null::text[] as scopes, ${MEMBER} from users u
    where u.id = ${userId} and u.password = ${hash} and u.banned_at is null and u.deleted_at is null
      and u.totp_confirmed_at is null and not exists (select from passkeys p where p.user_id = u.id)`.execute(db);
  return rows[0] ?? null;
}

/** Of `u`: true for every comic, else the ids of comics, else false. */
const ENTITLED = sql`coalesce((
  select case when bool_or(e.comic_id is null) then to_jsonb(true) else jsonb_agg(distinct e.comic_id) end from entitlements e
  where e.user_id = u.id and e.revoked_at is null and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now())), to_jsonb(false))`;

/** Of `u`: the limits that hold for them; null where there is none. */
const LIMITS = sql`case when u.role = any(${[...LIMITED_ROLES]}::text[]) then (select json_agg(json_build_object('rating', l.rating, 'terms',
    array(select x.term_id from limit_terms x where x.limit_id = l.id order by x.term_id)))
    from content_limits l where l.user_id = u.id or l.role = u.role) end`;

/** Of `u`: what a session says of its member. */
const MEMBER = sql`u.id, u.role, u.verified_at is not null as verified, (u.settings->>'nsfw')::boolean as nsfw, u.settings->'ratings' as ratings, u.settings->>'titles' as titles,
  ${AGE_PASS} as age, ${ENTITLED} as entitled, array(select h.term_id from hidden_terms h where h.user_id = u.id order by h.term_id) as hidden,
  array(select k.term_id from chosen_groups k where k.user_id = u.id and k.choice = 'blocked' order by k.term_id) as blocked_groups,
  array(select k.term_id from chosen_groups k where k.user_id = u.id and k.choice = 'preferred' order by k.term_id) as preferred_groups,
  array(select k.uploader_id from blocked_uploaders k where k.user_id = u.id order by k.uploader_id) as blocked_uploaders,
  ${LIMITS} as limits,
  (select w.position from member_writes w where w.user_id = u.id) as wrote`;

/** A member who is there and not banned, as they are now, or null. For what they asked for earlier. */
export async function findMember(
  db: Db,
  id: number,
): Promise<Pick<Session, 'id' | 'role' | 'verified' | 'entitled' | 'limits'> | null> {
  const { rows } = await sql<Pick<Session, 'id' | 'role' | 'verified' | 'entitled' | 'limits'>>`
    select u.id, u.role, u.verified_at is not null as verified, ${ENTITLED} as entitled, ${LIMITS} as limits
    from users u where u.id = ${id} and u.banned_at is null and u.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Whether a member has a second factor that is asked for when they log in. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u where u.id = ${userId} and (u.totp_confirmed_at is not null or exists (select from passkeys p where p.user_id = u.id))`.execute(
    db,
  );
  return rows.length > 0;
}

/** Lets a token live on from now, as long as its kind may. */
async function touch(db: Db, token: number): Promise<void> {
  await sql`
    update tokens set used_at = now(), expires_at = least(
      created_at + make_interval(secs => ${LONGEST_SECONDS}),
      now() + make_interval(secs => case when remember then ${IDLE_SECONDS.remembered}::int else ${IDLE_SECONDS.short}::int end))
    where id = ${token}`.execute(db);
}
