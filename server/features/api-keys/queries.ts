import { sql } from 'kysely';
import type { AnyApiKey, ApiKey, ApiScope } from '#contract/api-keys.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

/** Of `k`: a key as the wire has it. */
const KEY = sql`k.id, k.name, k.hint, k.scopes, ${isoMoment(sql`k.expires_at`)} as expires_at, k.expires_at <= now() as expired,
  ${isoMoment(sql`k.used_at`)} as used_at, ${isoMoment(sql`k.created_at`)} as created_at`;

/** The keys of a member, the newest first. */
export async function listApiKeys(db: Db, userId: number): Promise<ApiKey[]> {
  const { rows } =
    await sql<ApiKey>`select ${KEY} from api_keys k where k.user_id = ${userId} order by k.id desc`.execute(db);
  return rows;
}

/** Everyone's keys with a number below `before`, the newest first. */
export async function anyKeys(db: Db, before: number | null, limit: number): Promise<AnyApiKey[]> {
  const { rows } = await sql<AnyApiKey>`
    select ${KEY}, json_build_object('username', u.username, 'role', u.role) as user from api_keys k join users u on u.id = k.user_id
    where ${before}::int is null or k.id < ${before}::int order by k.id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many keys a member has; one call at a time counts until its transaction ends. */
export async function countKeys(tx: Tx, userId: number): Promise<number> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx);
  const {
    rows: [row],
  } = await sql<{ count: number }>`select count(*)::int as count from api_keys where user_id = ${userId}`.execute(tx);
  return row?.count ?? 0;
}

/** Keeps a new key. */
export async function insertKey(
  tx: Tx,
  key: {
    userId: number;
    name: string;
    scopes: readonly ApiScope[];
    days: number;
    hash: string;
    md5Hash: string;
    hint: string;
  },
): Promise<ApiKey> {
  const {
    rows: [row],
  } = await sql<ApiKey>`
    insert into api_keys as k (user_id, name, hash, md5_hash, hint, scopes, expires_at)
    values (${key.userId}, ${key.name}, ${key.hash}, ${key.md5Hash}, ${key.hint}, ${[...key.scopes]}::text[], now() + make_interval(days => ${key.days}::int))
    returning ${KEY}`.execute(tx);
  return row!;
}

/** Takes a key of a member away; false where they have none of this number. */
export async function deleteKey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`delete from api_keys where id = ${id} and user_id = ${userId} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Takes anyone's key away. @returns whose it was; null for none. */
export async function deleteAnyKey(tx: Tx, id: number): Promise<number | null> {
  const { rows } = await sql<{ user_id: number }>`delete from api_keys where id = ${id} returning user_id`.execute(tx);
  return rows[0]?.user_id ?? null;
}
