import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

/** Minutes a claim lasts. */
export const CLAIM_MINUTES = 30;

/** Claims an item for a moderator, or goes on claiming it. @returns whose it is now, and until when. */
export async function claimItem(
  db: Db,
  item: string,
  userId: number,
): Promise<{ id: number; username: string; until: string }> {
  await sql`
    insert into moderation_claims as c (item, user_id, until) values (${item}, ${userId}, now() + make_interval(mins => ${CLAIM_MINUTES}))
    on conflict (item) do update set user_id = excluded.user_id, until = excluded.until where c.user_id = excluded.user_id or c.until <= now()`.execute(
    db,
  );
  const {
    rows: [row],
  } = await sql<{ id: number; username: string; until: string }>`
    select u.id, u.username, ${isoMoment(sql`c.until`)} as until from moderation_claims c join users u on u.id = c.user_id where c.item = ${item}`.execute(
    db,
  );
  return row!;
}

/** Lets go of an item that this moderator claimed. */
export async function releaseItem(db: Db, item: string, userId: number): Promise<void> {
  await sql`delete from moderation_claims where item = ${item} and user_id = ${userId}`.execute(db);
}

/** Ends every claim of an item that is decided, and those that ran out. */
export async function endClaims(tx: Tx, item: string): Promise<void> {
  await sql`delete from moderation_claims where item = ${item} or until < now() - interval '1 day'`.execute(tx);
}

/** Lets one decision about an item be taken at a time. */
export async function lockItem(tx: Tx, item: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`moderation ${item}`}, 0))`.execute(tx);
}
