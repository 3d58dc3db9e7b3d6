import { sql, type RawBuilder } from 'kysely';
import { MAX_LIST_COMICS, MAX_LISTS, type ListChanges, type ListDraft } from '#contract/library.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import { visibleComics, type VisibilityScope } from '#server/db/visible.ts';
import { withWords } from './queries-titles.ts';

/** A list as it is stored. */
export interface ListRow {
  id: number;
  user_id: number;
  name: string;
  description: string;
  public: boolean;
  comics_count: number;
  /** The first comics it shows. */
  first: number[];
  created_at: string;
  updated_at: string;
  /** Whether it has the comic that was asked for. */
  has: boolean;
}

/** Whose list it is; `avatar` is the hash of a picture. */
interface Owner {
  username: string;
  avatar: string | null;
  avatar_format: string | null;
}

/** Covers a list shows of itself. */
const COVERS = 4;

/** The lists of a member, the one changed last first; with `publicOnly` those that everyone may see. @param comic whose presence `has` tells. */
export function listLists(
  db: Db,
  seeing: VisibilityScope,
  userId: number,
  { publicOnly, comic = null }: { publicOnly: boolean; comic?: number | null },
): Promise<ListRow[]> {
  return lists(db, seeing, sql`l.user_id = ${userId} ${publicOnly ? sql`and l.public` : sql``}`, comic);
}

/** One list if this viewer may see it: a public one of someone who is still a member, or their own. Null otherwise. */
export async function findList(db: Db, seeing: VisibilityScope, id: number): Promise<(ListRow & Owner) | null> {
  const [list] = await lists(
    db,
    seeing,
    sql`l.id = ${id} and (l.user_id = ${seeing.viewer.id}::int or l.public)`,
    null,
  );
  if (!list) return null;
  const {
    rows: [user],
  } = await sql<Owner>`
    select u.username, u.avatar, i.variants->'cover320'->>'format' as avatar_format from users u left join images i on i.hash = u.avatar
    where u.id = ${list.user_id} and u.deleted_at is null and u.banned_at is null`.execute(db);
  return user ? { ...list, ...user } : null;
}

/** The comics of a list as far as they are shown to a viewer and have the words of `q` in a title, in its order, as a query that `cardRows` takes. */
export function comicsOfList(seeing: VisibilityScope, id: number, q: string, offset: number, limit: number) {
  return sql`
    select c.id from list_comics m join ${visibleComics(seeing)} c on c.id = m.comic_id where m.list_id = ${id} ${withWords(q)}
    order by m.position, m.comic_id limit ${limit} offset ${offset}`;
}

/** How many comics of a list are shown to a viewer and have the words of `q` in a title. */
export async function countInList(db: Db, seeing: VisibilityScope, id: number, q: string): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ found: number }>`
    select count(*)::int as found from list_comics m join ${visibleComics(seeing)} c on c.id = m.comic_id
    where m.list_id = ${id} ${withWords(q)}`.execute(db);
  return row?.found ?? 0;
}

/** Makes a list. @returns its id, or null where the member has as many as can be (`MAX_LISTS`). */
export async function createList(
  tx: Tx,
  userId: number,
  { name, description, public: isPublic }: ListDraft,
): Promise<number | null> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into lists (user_id, name, description, public) select ${userId}, ${name}, ${description}, ${isPublic}
    where (select count(*) from lists where user_id = ${userId}) < ${MAX_LISTS} returning id`.execute(tx);
  return made?.id ?? null;
}

/** Changes what a member's list says; what is left out stays. @returns whether they have such a list. */
export async function changeList(
  db: Db,
  userId: number,
  id: number,
  { name, description, public: isPublic }: ListChanges,
): Promise<boolean> {
  const { rows } = await sql`
    update lists set name = coalesce(${name ?? null}, name), description = coalesce(${description ?? null}, description),
      public = coalesce(${isPublic ?? null}::boolean, public), updated_at = now()
    where id = ${id} and user_id = ${userId} returning id`.execute(db);
  return rows.length > 0;
}

/** Takes a member's list away. @returns whether they had such a list. */
export async function removeList(db: Db, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`delete from lists where id = ${id} and user_id = ${userId} returning id`.execute(db);
  return rows.length > 0;
}

/** Holds a member's list until the end of the transaction: its comics are ours to change. @returns whether they have such a list. */
export async function holdList(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { rows } =
    await sql`update lists set updated_at = now() where id = ${id} and user_id = ${userId} returning id`.execute(tx);
  return rows.length > 0;
}

/** Puts a comic at the end of a list that is held. @returns false where the list is full (`MAX_LIST_COMICS`). */
export async function addToList(tx: Tx, id: number, comicId: number): Promise<boolean> {
  const {
    rows: [found],
  } = await sql<{ fits: boolean }>`
    with own as (select count(*) as comics, coalesce(max(position), 0) as last, coalesce(bool_or(comic_id = ${comicId}), false) as has from list_comics where list_id = ${id}),
    added as (
      insert into list_comics (list_id, comic_id, position) select ${id}, ${comicId}, last + 1 from own where comics < ${MAX_LIST_COMICS}
      on conflict do nothing)
    select has or comics < ${MAX_LIST_COMICS} as fits from own`.execute(tx);
  return found?.fits ?? false;
}

/** Takes a comic out of a list that is held. */
export async function takeFromList(tx: Tx, id: number, comicId: number): Promise<void> {
  await sql`delete from list_comics where list_id = ${id} and comic_id = ${comicId}`.execute(tx);
}

/** Puts the comics of a list that is held in this order; those that are not named keep theirs behind them. */
export async function orderList(tx: Tx, id: number, comics: readonly number[]): Promise<void> {
  await sql`
    update list_comics m set position = o.place from (
      select l.comic_id, row_number() over (order by w.place nulls last, l.position, l.comic_id) as place
      from list_comics l left join (
        select comic, min(place) as place from unnest(${[...comics]}::int[]) with ordinality as given (comic, place) group by comic
      ) w on w.comic = l.comic_id
      where l.list_id = ${id}) o
    where m.list_id = ${id} and m.comic_id = o.comic_id and m.position <> o.place`.execute(tx);
}

async function lists(
  db: Db,
  seeing: VisibilityScope,
  which: RawBuilder<unknown>,
  comic: number | null,
): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select l.id, l.user_id, l.name, l.description, l.public,
      ${isoMoment(sql`l.created_at`)} as created_at, ${isoMoment(sql`l.updated_at`)} as updated_at,
      (select count(*)::int from list_comics m join ${visibleComics(seeing)} c on c.id = m.comic_id where m.list_id = l.id) as comics_count,
      exists (select from list_comics m where m.list_id = l.id and m.comic_id = ${comic}::int) as has,
      array(select c.id from list_comics m join ${visibleComics(seeing)} c on c.id = m.comic_id
        where m.list_id = l.id order by m.position, m.comic_id limit ${COVERS}) as first
    from lists l where ${which} order by l.updated_at desc, l.id desc limit ${MAX_LISTS}`.execute(db);
  return rows;
}
