import { sql } from 'kysely';
import type { Act } from '#contract/moderation.ts';
import type { Db, Tx } from '#server/db/database.ts';

/** A decision to be written down. */
export interface DecisionDraft {
  item: string;
  act: Act;
  subject: string;
  subjectId: number;
  what: string;
  why: string;
  redress: string;
  /** Null for the site itself. */
  by: number | null;
  affected: number | null;
  before: Record<string, unknown>;
}

/** Writes a decision down. @returns its id. */
export async function insertDecision(
  tx: Tx,
  { item, act, subject, subjectId, what, why, redress, by, affected, before }: DecisionDraft,
): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ id: number }>`
    insert into decisions (item, act, subject, subject_id, what, why, redress, user_id, affected_id, before)
    values (${item}, ${act}, ${subject}, ${subjectId}, ${what}, ${why}, ${redress}, ${by}, ${affected}, ${JSON.stringify(before)}::jsonb) returning id`.execute(
    tx,
  );
  return row!.id;
}

/** The last decision about an item, and by whom; null for none. */
export async function lastDecision(db: Db, item: string): Promise<{ act: Act; username: string | null } | null> {
  const {
    rows: [row],
  } = await sql<{ act: Act; username: string | null }>`
    select d.act, u.username from decisions d left join users u on u.id = d.user_id where d.item = ${item} order by d.id desc limit 1`.execute(
    db,
  );
  return row ?? null;
}

/** Whether something still waits to be decided. */
export async function stillWaits(tx: Tx, kind: string, subject: string, id: number): Promise<boolean> {
  const found = {
    report: sql`select 1 from reports where subject = ${subject} and subject_id = ${id} and state = 'open'`,
    comment: sql`select 1 from comments where id = ${id} and state = 'held'`,
    review: sql`select 1 from reviews where id = ${id} and state = 'waiting'`,
    takedown: sql`select 1 from takedowns where id = ${id} and state = 'open'`,
  }[kind];
  return found === undefined ? false : (await found.execute(tx)).rows.length > 0;
}

/** The comic that something is, is in, or is about; null for none. */
export async function findComicId(tx: Tx, subject: string, id: number): Promise<number | null> {
  const found = {
    comic: sql<{ id: number | null }>`select id from comics where id = ${id}`,
    chapter: sql<{ id: number | null }>`select comic_id as id from all_chapters where id = ${id}`,
    page: sql<{
      id: number | null;
    }>`select h.comic_id as id from pages p join all_chapters h on h.id = p.chapter_id where p.id = ${id}`,
    review: sql<{ id: number | null }>`select comic_id as id from reviews where id = ${id}`,
    takedown: sql<{ id: number | null }>`select comic_id as id from takedowns where id = ${id}`,
  }[subject];
  return (await found?.execute(tx))?.rows[0]?.id ?? null;
}
