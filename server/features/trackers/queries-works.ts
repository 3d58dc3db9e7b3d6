import { sql } from 'kysely';
import type { TrackedEntry, TrackerName } from '#contract/trackers.ts';
import { chosenTitle } from '#server/features/comics/public/chosen-title.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { chapterKey } from '#server/db/queries/chapter-key.ts';
import { reachableComics, visibleComics, type ListScope } from '#server/db/visible.ts';
import type { Connection } from './queries.ts';

/** On `h`: the number of a chapter, null where it has none. */
const NUMBER = sql`case when h.number ~ '^[0-9]{1,7}([.][0-9]{1,7})?$' then h.number::numeric end`;

/** Something that is to be sent of a work. */
export interface Change {
  comic_id: number;
  /** As the database has it, to the microsecond. */
  changed_at: string;
  /** The work at the tracker; null where nobody knows. */
  id: string | null;
  /** The tracker's entry as it was known last. */
  known: TrackedEntry | null;
}

/** The oldest changes of a connection. */
export async function listChanges(db: Db, { user_id: userId, service }: Connection, limit: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select c.comic_id, c.changed_at::text as changed_at, l.value as id, k.entry as known
    from tracker_changes c left join comic_links l on l.comic_id = c.comic_id and l.service = c.service
    left join tracked_comics k on k.user_id = c.user_id and k.service = c.service and k.comic_id = c.comic_id
    where c.user_id = ${userId} and c.service = ${service} order by c.changed_at, c.comic_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Takes changes away, but for those of works that have changed again. */
export async function deleteChanges(
  db: Db,
  { user_id: userId, service }: Connection,
  changes: readonly Pick<Change, 'comic_id' | 'changed_at'>[],
): Promise<void> {
  await sql`
    delete from tracker_changes c using unnest(${changes.map((each) => each.comic_id)}::int[], ${changes.map((each) => each.changed_at)}::text[]) d (comic, at)
    where c.user_id = ${userId} and c.service = ${service} and c.comic_id = d.comic and c.changed_at = d.at::timestamptz`.execute(
    db,
  );
}

/** Notes that something is to be sent of works on the shelves of a member: of some, or of all (null). Answers how many wait now. */
export async function addChanges(
  tx: Db | Tx,
  userId: number,
  service: TrackerName,
  comicIds: readonly number[] | null,
): Promise<number> {
  await sql`
    insert into tracker_changes (user_id, service, comic_id)
    select s.user_id, ${service}, s.comic_id from shelved_comics s join comic_links l on l.comic_id = s.comic_id and l.service = ${service}
    where s.user_id = ${userId} and not s.private ${comicIds === null ? sql`` : sql`and s.comic_id = any(${[...comicIds]}::int[])`}
    order by s.comic_id
    on conflict (user_id, service, comic_id) do update set changed_at = clock_timestamp()`.execute(tx);
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from tracker_changes where user_id = ${userId} and service = ${service}`.execute(
    tx,
  );
  return rows[0]?.waiting ?? 0;
}

/** A work on a shelf of its member. */
export type OwnEntry = TrackedEntry & { comic_id: number; private: boolean };

/** Those of some works that are on a shelf of a member and can be reached, as trackers are told of them. */
export async function listOwnEntries(
  db: Db,
  userId: number,
  comicIds: readonly number[],
): Promise<Map<number, OwnEntry>> {
  const { rows } = await sql<OwnEntry>`
    select s.comic_id, s.shelf, s.started_on, s.finished_on, s.reread, s.private,
      (select r.score from ratings r where r.user_id = s.user_id and r.comic_id = s.comic_id)::int as score,
      (select coalesce(floor(max(${NUMBER})), count(distinct ${chapterKey('h')}), 0)::int from progress p join chapters h on h.id = p.chapter_id
        where p.user_id = s.user_id and p.comic_id = s.comic_id and p.completed_at is not null) as chapters
    from shelved_comics s join ${reachableComics({ member: userId })} c on c.id = s.comic_id and c.state <> 'removed'
    where s.user_id = ${userId} and s.comic_id = any(${[...comicIds]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.comic_id, row]));
}

/** Keeps how a tracker's entries of works are known to be. */
export async function putKnown(
  db: Db | Tx,
  userId: number,
  service: TrackerName,
  known: readonly { comic_id: number; entry: TrackedEntry | null; state: 'same' | 'further' | 'unknown' }[],
): Promise<void> {
  await sql`
    insert into tracked_comics (user_id, service, comic_id, entry, state)
    select ${userId}, ${service}, k.comic_id, k.entry, k.state
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) k (comic_id int, entry jsonb, state text)
    join trackers t on t.user_id = ${userId} and t.service = ${service}
    order by k.comic_id
    on conflict (user_id, service, comic_id) do update set entry = excluded.entry, state = excluded.state`.execute(db);
}

/** A work here that a tracker knows by an id. */
export interface Edition {
  id: string;
  comic_id: number;
  slug: string;
  /** As its member is shown titles. */
  title: string;
  /** Whether its member has it on a shelf, read in it or gave it a score. */
  touched: boolean;
  private: boolean;
}

/** Ids asked for at once, and works that are looked at for each of them. */
const [IDS, PER_ID] = [1_000, 20];

/** The works this viewer sees that a tracker knows by these ids; those they have something of first. */
export async function listEditions(
  db: Db,
  viewing: ListScope & Pick<RequestContext, 'locale' | 'titles'>,
  userId: number,
  service: TrackerName,
  ids: readonly string[],
): Promise<Edition[]> {
  const found: Edition[] = [];
  for (let at = 0; at < ids.length; at += IDS) {
    const { rows } = await sql<Edition & { title_original: string; alternative_title: string | null }>`
      select n.value as id, c.id as comic_id, c.slug, c.title as title_original, c.alternative_title,
        coalesce((select t.title from comic_translations t where t.comic_id = c.id and t.locale = ${viewing.locale}), c.title) as title,
        coalesce(s.private, false) as private,
        (s.comic_id is not null or exists (select from progress p where p.user_id = ${userId} and p.comic_id = c.id)
          or exists (select from ratings r where r.user_id = ${userId} and r.comic_id = c.id)) as touched
      from unnest(${ids.slice(at, at + IDS)}::text[]) n (value)
      cross join lateral (select l.comic_id from comic_links l where l.service = ${service} and l.value = n.value
        order by l.comic_id limit ${PER_ID}) l
      join ${visibleComics(viewing)} c on c.id = l.comic_id
      left join shelved_comics s on s.user_id = ${userId} and s.comic_id = c.id
      order by (s.comic_id is null), c.id`.execute(db);
    found.push(
      ...rows.map(({ title_original: original, alternative_title: alternative, ...edition }) => ({
        ...edition,
        title: chosenTitle(viewing, {
          title: edition.title,
          title_original: original,
          alternative_title: alternative,
        }),
      })),
    );
  }
  return found;
}

/** Keeps a list as a tracker had it, by the ids of works here. */
export async function putList(
  db: Db,
  userId: number,
  service: TrackerName,
  entries: Readonly<Record<string, TrackedEntry>>,
): Promise<void> {
  await sql`
    insert into tracker_lists (user_id, service, entries) select user_id, service, ${JSON.stringify(entries)}::jsonb
    from trackers where user_id = ${userId} and service = ${service}
    on conflict (user_id, service) do update set entries = excluded.entries, read_at = now()`.execute(db);
  await sql`update trackers set fetched_at = now() where user_id = ${userId} and service = ${service}`.execute(db);
}

/** The list of a tracker that was fetched last; null where none was, or its choices were made. */
export async function findList(
  db: Db,
  userId: number,
  service: TrackerName,
): Promise<Record<string, TrackedEntry> | null> {
  const { rows } = await sql<{ entries: Record<string, TrackedEntry> }>`
    select entries from tracker_lists where user_id = ${userId} and service = ${service}`.execute(db);
  return rows[0]?.entries ?? null;
}

/** The chapters up to a number that a member has read in none of their versions, one version of each. */
export async function listUnreadUpTo(
  db: Db,
  userId: number,
  works: readonly { comic_id: number; chapters: number }[],
): Promise<{ comic_id: number; chapter_id: number; pages: number; oneshot: boolean }[]> {
  const { rows } = await sql<{ comic_id: number; chapter_id: number; pages: number; oneshot: boolean }>`
    select distinct on (h.comic_id, ${chapterKey('h')}) h.comic_id, h.id as chapter_id, h.pages, c.oneshot
    from jsonb_to_recordset(${JSON.stringify(works)}::jsonb) w (comic_id int, chapters int)
    join ${reachableComics({ member: userId })} c on c.id = w.comic_id
    join chapters h on h.comic_id = w.comic_id and h.pages > 0 and (${NUMBER} <= w.chapters or c.oneshot and w.chapters > 0)
    where not exists (select from progress p join chapters o on o.id = p.chapter_id
      where p.user_id = ${userId} and p.comic_id = h.comic_id and p.completed_at is not null and ${chapterKey('o')} = ${chapterKey('h')})
    order by h.comic_id, ${chapterKey('h')}, h.position, h.id`.execute(db);
  return rows;
}

/** The scores that a member gave some works. */
export async function listScores(db: Db, userId: number, comicIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ comic_id: number; score: number }>`
    select comic_id, score::int as score from ratings where user_id = ${userId} and comic_id = any(${[...comicIds]}::int[])`.execute(
    db,
  );
  return new Map(rows.map(({ comic_id: id, score }) => [id, score]));
}
