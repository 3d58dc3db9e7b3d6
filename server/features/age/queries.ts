import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { AgePass } from '#server/db/queries/age-passes.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

/** A check that a member passed, as it is kept. */
export interface StoredPass {
  /** `self-declaration`, or what the provider calls it. */
  method: string;
  provider: string | null;
  /** ISO 8601 in UTC. */
  at: string;
  expires: string;
}

/**
 * Keeps a member's check in the place of an earlier one; their own word takes the place of no provider's that still
 * holds. `hash` is of what the provider signed; null for the member's own word.
 */
export async function keepPass(
  db: Db,
  userId: number,
  { provider, expires }: AgePass,
  method: string,
  hash: string | null,
): Promise<void> {
  await sql`
    insert into age_passes as g (user_id, over18, method, provider, assertion_hash, expires)
    values (${userId}, true, ${method}, ${provider}, ${hash}, to_timestamp(${expires}))
    on conflict (user_id) do update set method = excluded.method, provider = excluded.provider, assertion_hash = excluded.assertion_hash,
      at = now(), expires = excluded.expires
      where excluded.provider is not null or g.provider is null or g.expires <= now()`.execute(db);
}

/** A member's check that holds now; null where there is none. */
export async function findAgePass(db: Db, userId: number): Promise<(StoredPass & { until: number }) | null> {
  const { rows } = await sql<StoredPass & { until: number }>`
    select g.method, g.provider, ${isoMoment(sql`g.at`)} as at, ${isoMoment(sql`g.expires`)} as expires, floor(extract(epoch from g.expires))::float8 as until
    from age_passes g where g.user_id = ${userId} and g.expires > now()`.execute(db);
  return rows[0] ?? null;
}

/** Forgets a member's check. */
export async function forgetPass(db: Db, userId: number): Promise<void> {
  await sql`delete from age_passes where user_id = ${userId}`.execute(db);
}
