import { sql } from 'kysely';
import { MAX_REREAD } from '#contract/shelves.ts';
import type { Db } from '#server/db/database.ts';
import { chapterKey } from '#server/db/queries/chapter-key.ts';
import { reachableComics } from '#server/db/visible.ts';
import type { ReportedPlace } from './rules.ts';

/**
 * Moves comics between the shelves of a member as they are read: from `planned` to `reading` with the first page, and to
 * `finished` with the end of the last published chapter of a complete comic, in any of its versions, or of a one-shot.
 * Dropped ones stay, as does what someone put on its shelf after the reading that is reported. The same reports twice
 * move nothing twice. Call it once they are kept.
 */
export async function moveShelves(db: Db, userId: number, reports: readonly ReportedPlace[], now: Date): Promise<void> {
  // Who reads a chapter again reports with each page that they have read it: its end is its last page, or where that was new.
  // Locked in order of the comic, and looked at again once they are: two devices that report many wait, and move each once.
  await sql`
    with reported as (
      select c.id, max(r.at) as at, bool_or(coalesce(r.completed, false) and (r.page >= h.pages or p.completed_at = r.at) and (c.oneshot or c.status = 'complete') and not exists (
        select from chapters l where l.comic_id = h.comic_id and (l.position, l.id) > (h.position, h.id)
          and ${chapterKey('l')} <> ${chapterKey('h')})) as ended
      from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as r (
        comic_id int, chapter_id int, page int, completed boolean, at timestamptz)
      join ${reachableComics({ member: userId })} c on c.id = r.comic_id and c.state <> 'removed'
      join shelved_comics s on s.user_id = ${userId} and s.comic_id = c.id and r.at >= s.moved_at
      join chapters h on h.comic_id = c.id and h.pages > 0 and case when r.chapter_id is null then c.oneshot else h.id = r.chapter_id end
      left join progress p on p.user_id = ${userId} and p.chapter_id = h.id
      where r.completed is distinct from false group by c.id),
    due as (
      select s.comic_id, r.at, case when r.ended then 'finished' else 'reading' end as next
      from shelved_comics s join reported r on r.id = s.comic_id
      where s.user_id = ${userId} and r.at >= s.moved_at
        and (s.shelf = 'planned' or (r.ended and s.shelf in ('reading', 'rereading', 'paused')))
      order by s.comic_id for update of s)
    update shelved_comics s set shelf = d.next,
      started_on = case when s.shelf = 'planned' then coalesce(s.started_on, (d.at at time zone 'UTC')::date) else s.started_on end,
      finished_on = case when d.next = 'finished' then coalesce(s.finished_on, (d.at at time zone 'UTC')::date) else s.finished_on end,
      reread = case when d.next = 'finished' and s.shelf = 'rereading' then least(${MAX_REREAD}, s.reread + 1) else s.reread end,
      moved_at = d.at, updated_at = ${now}
    from due d where s.user_id = ${userId} and s.comic_id = d.comic_id`.execute(db);
}
