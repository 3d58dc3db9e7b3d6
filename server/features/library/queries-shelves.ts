import { sql, type RawBuilder } from 'kysely';
import {
  MAX_REREAD,
  MAX_SHELVED,
  SHELVES,
  type Shelf,
  type ShelfCounts,
  type ShelfDraft,
  type ShelfEntry,
  type ShelfQuery,
  type Shelved,
} from '#contract/shelves.ts';
import { utcDay } from '#contract/utc-day.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { unreadChapters } from '#server/db/queries/new-chapters.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import { reachableComics } from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { sortInSlices } from '#server/search/sort-in-slices.ts';
import { titleComparer, titleKey } from '#server/search/title-order.ts';
import { withWords } from './queries-titles.ts';

/** A comic on a shelf, without its card. */
export type ShelfRow = Omit<ShelfEntry, 'comic'>;

const NOWHERE: Shelved = { shelf: null, started_on: null, finished_on: null, reread: 0, note: '', private: false };

/** Where a member has a comic. */
export async function findShelved(db: Db, userId: number, comicId: number): Promise<Shelved> {
  const { rows } = await sql<Shelved & { shelf: Shelf }>`
    select s.shelf, s.started_on, s.finished_on, s.reread, s.note, s.private from shelved_comics s
    where s.user_id = ${userId} and s.comic_id = ${comicId}`.execute(db);
  return rows[0] ?? NOWHERE;
}

/**
 * Puts comics on a shelf of a member, as `ShelfDraft` has it; those that are not there, or were removed, are left out. All
 * or none: null where there would be more than `MAX_SHELVED`.
 *
 * @returns how many are there.
 */
export async function shelve(
  tx: Tx,
  userId: number,
  comicIds: readonly number[],
  { shelf, started_on: started, finished_on: finished, reread, note, private: hidden }: ShelfDraft,
  now: Date,
): Promise<number | null> {
  const today = utcDay(now);
  // Whoever puts others on a shelf meanwhile waits, so that there are never too many.
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const kept = (column: 'started_on' | 'finished_on', given: unknown) => {
    const [before, after] = [sql.ref(`s.${column}`), sql.ref(`excluded.${column}`)];
    return given === undefined
      ? sql`case when s.shelf = excluded.shelf then ${before} else coalesce(${before}, ${after}) end`
      : after;
  };
  const {
    rows: [put],
  } = await sql<{ fits: boolean; comics: number }>`
    with wanted as (
      select c.id from ${reachableComics({ member: userId })} c where c.id = any(${[...comicIds]}::int[]) and c.state <> 'removed'),
    room as (
      select (select count(*) from shelved_comics s where s.user_id = ${userId})
        + (select count(*) from wanted w where not exists (
          select from shelved_comics s where s.user_id = ${userId} and s.comic_id = w.id)) <= ${MAX_SHELVED} as fits),
    put as (
      insert into shelved_comics as s (user_id, comic_id, shelf, started_on, finished_on, reread, note, private, moved_at, updated_at)
      select ${userId}, w.id, ${shelf}, ${started === undefined && shelf === 'reading' ? today : (started ?? null)}::date,
        ${finished === undefined && shelf === 'finished' ? today : (finished ?? null)}::date, ${reread ?? 0}::int, ${note ?? ''}, ${hidden ?? false},
        ${now}::timestamptz, ${now}::timestamptz
      from wanted w, room where room.fits order by w.id
      on conflict (user_id, comic_id) do update set shelf = excluded.shelf,
        started_on = ${kept('started_on', started)}, finished_on = ${kept('finished_on', finished)},
        reread = ${reread === undefined ? rereadAfter(sql`excluded.shelf`) : sql`excluded.reread`},
        note = ${note === undefined ? sql`s.note` : sql`excluded.note`},
        private = ${hidden === undefined ? sql`s.private` : sql`excluded.private`},
        moved_at = case when s.shelf = excluded.shelf then s.moved_at else excluded.moved_at end,
        updated_at = excluded.updated_at
      returning s.comic_id)
    select room.fits, (select count(*)::int from put) as comics from room`.execute(tx);
  return put?.fits ? put.comics : null;
}

/** How many times the comic of the row `s` was read once more when it comes to a shelf. */
function rereadAfter(shelf: RawBuilder<unknown>): RawBuilder<number> {
  return sql`least(${MAX_REREAD}, s.reread + (s.shelf = 'rereading' and ${shelf} = 'finished')::int)`;
}

/** Takes comics off the shelves of a member. @returns how many of them were on one. */
export async function unshelve(db: Db, userId: number, comicIds: readonly number[]): Promise<number> {
  const { rows } = await sql`
    delete from shelved_comics where user_id = ${userId} and comic_id = any(${[...comicIds]}::int[]) returning comic_id`.execute(
    db,
  );
  return rows.length;
}

/** How many comics are on each shelf of a member, who asks, and how many of the one asked for have the words of `q` in a title. */
export async function countShelves(
  db: Db,
  userId: number,
  { limit }: Pick<RequestContext, 'limit'>,
  { shelf, q }: Pick<ShelfQuery, 'shelf' | 'q'>,
): Promise<{ counts: ShelfCounts; total: number }> {
  const { rows } = await sql<{ shelf: Shelf; comics: number; found: number }>`
    select s.shelf, count(*)::int as comics, (count(*) filter (where true ${withWords(q)}))::int as found
    from shelved_comics s join ${reachableComics({ limit })} c on c.id = s.comic_id where s.user_id = ${userId} group by s.shelf`.execute(
    db,
  );
  const byShelf = new Map(rows.map((row) => [row.shelf, row]));
  return {
    counts: Object.fromEntries(SHELVES.map((each) => [each, byShelf.get(each)?.comics ?? 0])) as ShelfCounts,
    total: byShelf.get(shelf)?.found ?? 0,
  };
}

/** A part of one shelf of a member, who asks, in the order asked for. A removed comic keeps its row; one that cannot be reached has none. */
export async function listShelf(
  db: Db,
  userId: number,
  viewing: Pick<RequestContext, 'locale' | 'blocked' | 'limit'>,
  { shelf, q, sort, order }: Pick<ShelfQuery, 'shelf' | 'q' | 'sort' | 'order'>,
  offset: number,
  limit: number,
): Promise<ShelfRow[]> {
  const { locale } = viewing;
  const from = sql`from shelved_comics s join ${reachableComics(viewing)} c on c.id = s.comic_id
    where s.user_id = ${userId} and s.shelf = ${shelf} ${withWords(q)}`;
  if (sort === 'title') {
    const { rows: titles } = await sql<{ id: number; title: string }>`
      select c.id, coalesce((select t.title from comic_translations t where t.comic_id = c.id and t.locale = ${locale}), c.title) as title
      ${from}`.execute(db);
    const [compare, sign] = [titleComparer(locale), order === 'desc' ? -1 : 1];
    const sorted = await sortInSlices(
      titles,
      ({ id, title }) => ({ id, key: titleKey(title) }),
      (a, b) => sign * (compare(a.key, b.key) || a.id - b.id),
    );
    const ids = sorted.slice(offset, offset + limit).map(({ id }) => id);
    const rows = await readRows(
      db,
      userId,
      viewing,
      sql`select id, place from unnest(${ids}::int[]) with ordinality as o (id, place)`,
    );
    return rows;
  }
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const score = sql`(select r.score from ratings r where r.user_id = s.user_id and r.comic_id = s.comic_id) ${direction} nulls last, `;
  return readRows(
    db,
    userId,
    viewing,
    // Numbered once they are chosen, so that a page of a large shelf comes along the index.
    sql`select id, row_number() over () as place from (
      select s.comic_id as id ${from}
      order by ${sort === 'score' ? score : sql``} s.updated_at ${direction}, s.comic_id ${direction}
      limit ${limit} offset ${offset}) page`,
  );
}

/** @param picked a query that gives `id` of comics and their `place`. */
async function readRows(
  db: Db,
  userId: number,
  { blocked, limit }: Pick<RequestContext, 'blocked' | 'limit'>,
  picked: RawBuilder<unknown>,
): Promise<ShelfRow[]> {
  const { rows } = await sql<ShelfRow>`
    select s.comic_id, c.title, s.shelf, s.started_on, s.finished_on, s.reread, s.note, s.private,
      (select r.score from ratings r where r.user_id = s.user_id and r.comic_id = s.comic_id) as score,
      ${unreadChapters(blocked)} as unread,
      ${isoMoment(sql`s.updated_at`)} as updated_at
    from (${picked}) o join shelved_comics s on s.user_id = ${userId} and s.comic_id = o.id join ${reachableComics({ limit })} c on c.id = o.id
    order by o.place`.execute(db);
  return rows;
}
