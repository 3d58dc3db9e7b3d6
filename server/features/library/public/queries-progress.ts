import { sql } from 'kysely';
import { MAX_READING_GAP } from '#contract/figures.ts';
import type { Progress } from '#contract/library.ts';
import type { Db } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import { reachableComics } from '#server/db/visible.ts';
import type { ReportedPlace } from './rules.ts';

/** Most places that are read at once: the newest ones. */
const MOST = 5_000;

/** Of `p` (the place), `h` (its chapter) and `c` (its comic). */
const COLUMNS = sql`p.comic_id, case when c.oneshot then null else p.chapter_id end as chapter_id, p.page, p.page_offset, p.max_page, h.pages,
  p.completed_at is not null as completed, ${isoMoment(sql`p.updated_at`)} as updated_at, p.device`;

/** The choices of a member about their reading: whether it is remembered at all, and moves comics between their shelves. */
export async function readingChoices(db: Db, userId: number): Promise<{ history: boolean; moves: boolean }> {
  const { rows } = await sql<{ history: boolean; moves: boolean }>`
    select coalesce((settings->>'history')::boolean, true) as history, coalesce((settings->>'shelf_moves')::boolean, true) as moves
    from users where id = ${userId}`.execute(db);
  return rows[0] ?? { history: false, moves: false };
}

/**
 * Keeps the reported places of a member, in one statement: the newest place counts, the highest page never sinks, and what
 * was read to the end stays so unless it was taken back since. Pages beyond the end of a chapter are its last.
 *
 * @param timed whether the time since the place before it in the same chapter is added up, where that was a moment ago.
 *
 * @returns the places as they are now, and which of the reports named no chapter that can be read.
 */
export async function keepProgress(
  db: Db,
  userId: number,
  reports: readonly ReportedPlace[],
  timed: boolean,
): Promise<{ progress: Progress[]; unknown: number[] }> {
  // In order of the chapter, so that two devices that report many at once cannot wait for each other.
  const { rows } = await sql<Progress & { place: number }>`
    with reported as (
      select r.*, h.id as chapter, h.pages, c.oneshot
      from jsonb_to_recordset(${JSON.stringify(reports.map((report, place) => ({ ...report, place })))}::jsonb) as r (
        place int, comic_id int, chapter_id int, page int, page_offset real, max_page int, completed boolean, at timestamptz, device text)
      join ${reachableComics({ member: userId })} c on c.id = r.comic_id and c.state <> 'removed'
      join chapters h on h.comic_id = c.id and h.pages > 0 and case when r.chapter_id is null then c.oneshot else h.id = r.chapter_id end),
    kept as (
      insert into progress as p (user_id, comic_id, chapter_id, page, page_offset, max_page, completed_at, device, updated_at)
      select ${userId}, r.comic_id, r.chapter, least(r.page, r.pages), case when r.page > r.pages then 1 else r.page_offset end, least(r.max_page, r.pages),
        case when r.completed then r.at end, r.device, r.at
      from (select distinct on (chapter) * from reported order by chapter, at desc, page desc) r order by r.chapter
      on conflict (user_id, chapter_id) do update set
        page = case when ${NEWER} then excluded.page else p.page end,
        page_offset = case when ${NEWER} then excluded.page_offset else p.page_offset end,
        device = case when ${NEWER} then excluded.device else p.device end,
        max_page = greatest(p.max_page, excluded.max_page),
        seconds = p.seconds + ${timed ? SECONDS_SINCE : sql`0`},
        completed_at = case
          when excluded.completed_at is not null then coalesce(p.completed_at, excluded.completed_at)
          when ${NEWER} and excluded.chapter_id = any((select array_agg(chapter) from reported where completed = false)::int[]) then null
          else p.completed_at end,
        updated_at = greatest(p.updated_at, excluded.updated_at)
      returning p.*)
    select r.place, ${COLUMNS} from reported r join comics c on c.id = r.comic_id
    join kept p on p.chapter_id = r.chapter join chapters h on h.id = p.chapter_id order by r.place`.execute(db);
  const known = new Set(rows.map(({ place }) => place));
  return {
    progress: rows.map(({ place: _place, ...progress }) => progress),
    unknown: reports.flatMap((_report, place) => (known.has(place) ? [] : [place])),
  };
}

/** Who comes back later than that has not been reading; a report that comes twice, or late, adds nothing. */
const SECONDS_SINCE = sql`case when excluded.updated_at - p.updated_at between interval '0' and make_interval(secs => ${MAX_READING_GAP}::int)
  then extract(epoch from excluded.updated_at - p.updated_at)::int else 0 end`;

/** Of two reports of the same moment the one further on counts, so that all orders of arrival end alike. */
const NEWER = sql`(excluded.updated_at, excluded.page) >= (p.updated_at, p.page)`;

/** The places of a member, the newest first. @param asked `since`: only what changed after it; `comic`: only of this one. */
export async function listProgress(
  db: Db,
  userId: number,
  { since, comic }: { since?: string; comic?: number },
): Promise<Progress[]> {
  const { rows } = await sql<Progress>`
    select ${COLUMNS} from progress p join ${reachableComics({ member: userId })} c on c.id = p.comic_id join chapters h on h.id = p.chapter_id
    where p.user_id = ${userId} ${since === undefined ? sql`` : sql`and p.updated_at > ${since}::timestamptz`} ${comic === undefined ? sql`` : sql`and p.comic_id = ${comic}`}
    order by p.updated_at desc limit ${MOST}`.execute(db);
  return rows;
}
