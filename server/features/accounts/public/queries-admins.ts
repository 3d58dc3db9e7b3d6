import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Those of some issuers at which an admin is known who is neither suspended nor deleted. */
export async function issuersOfAdmins(db: Db, issuers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ issuer: string }>`
    select distinct i.issuer from identities i join users u on u.id = i.user_id
    where i.issuer = any(${[...issuers]}::text[]) and u.role = 'admin' and u.deleted_at is null and u.banned_at is null`.execute(
    db,
  );
  return rows.map(({ issuer }) => issuer);
}
