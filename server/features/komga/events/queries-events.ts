import { sql } from 'kysely';
import { PREPARED, type Db } from '#server/db/kysely.ts';
import { listedComics, visibleComics, type ListScope } from '#server/db/visible.ts';

/** Minutes for which a member's reading is noted unless it is asked for again. */
const WATCHED_MINUTES = 2;
/** Minutes back that are looked at, as what came may become visible late; works, and chapters of one, that one look tells of at most. */
const [MINUTES, MAX_WORKS, MAX_CHAPTERS, MAX_PLACES] = [5, 200, 20, 2_000];

/** Has what these members read noted for two minutes. */
export async function watchProgress(db: Db, users: readonly number[]): Promise<void> {
  await sql`
    insert into progress_watches (user_id, until) select id, now() + make_interval(mins => ${WATCHED_MINUTES}) from users where id = any(${[...users]}::int[])
    on conflict (user_id) do update set until = excluded.until`.execute(db);
}

/** A place of a member that was kept or taken away. */
export interface PlaceChange {
  id: string;
  user_id: number;
  chapter_id: number;
  gone: boolean;
}

/** The places that these members kept or took away within the last minute, in order. */
export async function listPlaceChanges(db: Db, users: readonly number[]): Promise<PlaceChange[]> {
  const { rows } = await sql<PlaceChange>`${sql.raw(PREPARED)}
    select c.id::text as id, c.user_id, c.chapter_id, c.gone from progress_changes c
    where c.user_id = any(${[...users]}::int[]) and c.noted_at > now() - interval '1 minute' order by c.id limit ${MAX_PLACES}`.execute(
    db,
  );
  return rows;
}

/** Forgets what is older than any look, and whom nobody waits for. */
export async function forgetPlaceChanges(db: Db): Promise<void> {
  await sql`delete from progress_changes where noted_at < now() - interval '2 minutes'`.execute(db);
  await sql`delete from progress_watches where until < now()`.execute(db);
}

/** A published work that came, or got chapters, a moment ago. */
export interface NewWork {
  id: number;
  terms: number[];
  /** Whether the work itself is as new. */
  is_new: boolean;
  /** Its new chapters. */
  chapters: number[];
}

/** The works that came or got chapters within the last minutes, the newest first. */
export async function listNewWorks(db: Db): Promise<NewWork[]> {
  const since = sql`now() - make_interval(mins => ${MINUTES})`;
  const { rows } = await sql<NewWork>`${sql.raw(PREPARED)}
    select c.id, c.terms, c.uploaded_at > ${since} as is_new, array(
      select h.id from chapters h where h.comic_id = c.id and not h.pending and (h.released_at > ${since} or c.uploaded_at > ${since})
      order by h.released_at desc, h.id desc limit ${MAX_CHAPTERS}) as chapters
    from ${visibleComics(listedComics('all'))} c where greatest(c.uploaded_at, c.latest_chapter_at) > ${since}
    order by greatest(c.uploaded_at, c.latest_chapter_at) desc, c.id desc limit ${MAX_WORKS}`.execute(db);
  return rows;
}

/** Those of some comics that lists show a caller. */
export async function visibleAmong(db: Db, seeing: ListScope, comics: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select c.id from ${visibleComics(seeing)} c where c.id = any(${[...comics]}::int[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Of some members and sessions those that are there no more: banned, deleted, signed out. */
export async function listGone(
  db: Db,
  users: readonly number[],
  tokens: readonly number[],
): Promise<{ users: Set<number>; tokens: Set<number> }> {
  const { rows } = await sql<{ id: number; kind: 'user' | 'token' }>`
    select u.id, 'user' as kind from users u where u.id = any(${[...users]}::int[]) and u.banned_at is null and u.deleted_at is null
    union all select t.id::int, 'token' from tokens t where t.id = any(${[...tokens]}::int[]) and t.expires_at > now()`.execute(
    db,
  );
  const there = (wanted: string) => new Set(rows.filter(({ kind }) => kind === wanted).map(({ id }) => id));
  const missing = (all: readonly number[], kind: string) => {
    const known = there(kind);
    return new Set(all.filter((id) => !known.has(id)));
  };
  return { users: missing(users, 'user'), tokens: missing(tokens, 'token') };
}
