import { sql } from 'kysely';
import {
  type Announcement,
  type AnnouncementDraft,
  AUDIENCES,
  type ManagedAnnouncement,
} from '#contract/announcements.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

/** An announcement whose time it is, in every language it has. */
export type CurrentAnnouncement = Omit<Announcement, 'html'> & { html: Partial<Record<Locale, string>> };

/** The announcements of a moment, warnings first, then the newest. */
export async function currentAnnouncements(db: Db, now: Date, limit: number): Promise<CurrentAnnouncement[]> {
  const { rows } = await sql<CurrentAnnouncement>`
    select id, html, level, audience, dismissible from announcements
    where starts_at <= ${now.toISOString()}::timestamptz and (ends_at is null or ends_at > ${now.toISOString()}::timestamptz)
    order by level = 'warning' desc, starts_at desc, id desc limit ${limit * AUDIENCES.length}`.execute(db);
  return rows;
}

/** Every announcement, the newest first; 200 at most. */
export async function listAnnouncements(db: Db): Promise<Omit<ManagedAnnouncement, 'said'>[]> {
  const { rows } = await sql<Omit<ManagedAnnouncement, 'said'>>`
    select id, texts, level, audience, dismissible, ${isoMoment(sql`starts_at`)} as starts_at, ${isoMoment(sql`ends_at`)} as ends_at,
      case when ends_at <= now() then 'over' when starts_at > now() then 'scheduled' else 'shown' end as state
    from announcements order by id desc limit 200`.execute(db);
  return rows;
}

/** Keeps a new announcement, or with an id changes that one. @returns its number; null where there is none of this id. */
export async function putAnnouncement(
  tx: Tx,
  id: number | null,
  draft: AnnouncementDraft,
  html: Partial<Record<Locale, string>>,
  userId: number,
): Promise<number | null> {
  const values = sql`${JSON.stringify(draft.texts)}::jsonb, ${JSON.stringify(html)}::jsonb, ${draft.level},
    ${draft.audience}, ${draft.dismissible}, coalesce(${draft.starts_at}::timestamptz, now()),
    ${draft.ends_at}::timestamptz`;
  const { rows } =
    id === null
      ? await sql<{
          id: number;
        }>`insert into announcements (texts, html, level, audience, dismissible, starts_at, ends_at, user_id)
        values (${values}, ${userId}) returning id`.execute(tx)
      : await sql<{
          id: number;
        }>`update announcements
        set (texts, html, level, audience, dismissible, starts_at, ends_at, updated_at) = (${values}, now())
        where id = ${id} returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Takes an announcement away; false where there is none. */
export async function deleteAnnouncement(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`delete from announcements where id = ${id} returning 1`.execute(tx);
  return rows.length > 0;
}
