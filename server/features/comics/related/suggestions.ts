import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { CardRow } from '#server/db/queries/cards.ts';
import { visibleComics } from '#server/db/visible.ts';
import type { Engines } from '#server/features/comics/public/queries-cost.ts';
import { findComic, keptColumn, type WithKept } from '#server/features/comics/public/queries-one.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { relatedComics } from './related.ts';

/** Places looked at for what a member read last; comics that others are looked for by; fewest that are worth a row. */
const [PLACES, SOURCES, ENOUGH] = [300, 5, 3];

/** Comics that a member may like, and the comic that they read and these are like. */
export interface SuggestedComics {
  because: number;
  rows: CardRow[];
}

/**
 * Comics like one that a member read lately, without those they read, or have on a shelf: of the one they read last that has
 * enough. Null where there are none, and where they want none or have paused what is remembered.
 */
export async function suggestedComics(
  engines: Engines & { db: Db },
  viewing: RequestContext,
  userId: number,
): Promise<SuggestedComics | null> {
  for (const because of await readLately(engines.db, viewing, userId)) {
    const comic = await findComic<WithKept>(engines.reads, viewing, String(because), keptColumn);
    const found = await relatedComics(engines, viewing, comic);
    const known = await knownAmong(
      engines.db,
      userId,
      found.map(({ id }) => id),
    );
    const rows = found.filter(({ id }) => !known.has(id));
    if (rows.length >= ENOUGH) return { because, rows };
  }
  return null;
}

/** The comics that a member read last and that lists show them; none where they want nothing suggested. */
async function readLately(db: Db, seeing: RequestContext, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from (
      select p.comic_id, max(p.updated_at) as at from (
        select o.comic_id, o.updated_at from progress o where o.user_id = ${userId} order by o.updated_at desc limit ${PLACES}) p
      group by p.comic_id) r
    join ${visibleComics(seeing)} c on c.id = r.comic_id
    join users u on u.id = ${userId} and coalesce((u.settings->>'suggestions')::boolean, true) and coalesce((u.settings->>'history')::boolean, true)
    order by r.at desc, c.id desc limit ${SOURCES}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which of some comics a member read in, or has on a shelf. */
async function knownAmong(db: Db, userId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select p.comic_id as id from progress p where p.user_id = ${userId} and p.comic_id = any(${[...ids]}::int[])
    union select s.comic_id from shelved_comics s where s.user_id = ${userId} and s.comic_id = any(${[...ids]}::int[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
