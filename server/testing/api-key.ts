import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ApiScope } from '#contract/api-keys.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import type { Db } from '../db/database.ts';

/** Makes an API key of a member that is good for a day. */
export async function plantKey(db: Db, userId: number, scopes: readonly ApiScope[]): Promise<string> {
  const key = `kmw_${randomBytes(32).toString('base64url')}`;
  await sql`
    insert into api_keys (user_id, name, hint, hash, scopes, expires_at)
    values (${userId}, 'test', ${key.slice(-4)}, ${hashSecret(key)}, ${[...scopes]}::text[], now() + interval '1 day')`.execute(
    db,
  );
  return key;
}
