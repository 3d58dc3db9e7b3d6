import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';

/** The subject of an event. */
type About = { comic_id?: number | null; chapter_id?: number } | { report_id: number };

/** The names of the comics and chapters of events, as a function of the happening. */
export async function findEventNames(tx: Tx, happened: readonly About[]): Promise<(one: About) => object> {
  const comics = [...new Set(happened.flatMap((one) => ('comic_id' in one && one.comic_id ? [one.comic_id] : [])))];
  const chapters = [
    ...new Set(happened.flatMap((one) => ('chapter_id' in one && one.chapter_id ? [one.chapter_id] : []))),
  ];
  const { rows } =
    comics.length === 0
      ? { rows: [] }
      : await sql<{ id: number; comic: object }>`
    select c.id, jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'rating', c.rating) as comic
    from comics c where c.id = any(${comics}::int[])`.execute(tx);
  const { rows: found } =
    chapters.length === 0
      ? { rows: [] }
      : await sql<{ id: number; chapter: object }>`
    select h.id, jsonb_build_object('id', h.id, 'slug', h.slug, 'number', h.number, 'name', h.name) as chapter
    from chapters h where h.id = any(${chapters}::int[])`.execute(tx);
  const byId = new Map(rows.map(({ id, comic }) => [id, comic]));
  const chapterById = new Map(found.map(({ id, chapter }) => [id, chapter]));
  return (one) => ({
    ...('comic_id' in one && one.comic_id ? { comic: byId.get(one.comic_id) ?? null } : {}),
    ...('chapter_id' in one && one.chapter_id ? { chapter: chapterById.get(one.chapter_id) ?? null } : {}),
  });
}

/** A message to a webhook. */
export interface NewDelivery {
  hook: number;
  message: string;
  event: string;
  subject: number;
  body: string;
}

/** Writes messages down; of the same thing to the same webhook one a transaction. Returns the numbers of those that are new. */
export async function addDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (webhook_id, message, event, subject_id, body, next_at)
    select hook, message, event, subject, body, now()
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as d (hook int, message text, event text, subject bigint, body text)
    on conflict (webhook_id, event, subject_id, told_in) do nothing
    returning id::int`.execute(tx);
  return rows.map(({ id }) => id);
}
