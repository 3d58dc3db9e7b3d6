import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { mapInTurns } from '#server/concurrency/in-turns.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { ForeignEntry, ForeignLibrary } from './foreign-library.ts';

/** The match of an entry of a file here. */
export interface Match {
  state: 'matched' | 'unsure' | 'missing';
  comics: number[];
}

/** A file that was read, as it waits for its owner. */
export interface Review {
  id: string;
  source: ForeignLibrary['source'];
  created_at: Date;
  applied_at: Date | null;
  entries: ForeignEntry[];
  /** None of files from before they were kept: then of its entries. */
  categories: string[] | null;
  account: ForeignLibrary['account'];
  matches: Record<string, Match>;
}

/** Files of one member that wait at once; the oldest give way. */
const MAX_WAITING = 3;

/** Entries that are written as JSON before others have their turn. */
const ENTRIES_AT_ONCE = 200;

/** Keeps a file that was read and matched. */
export async function keepReview(
  db: Db,
  userId: number,
  library: ForeignLibrary,
  matches: Record<string, Match>,
): Promise<Review> {
  const entries = `[${(await mapInTurns(library.entries, ENTRIES_AT_ONCE, (entry) => JSON.stringify(entry))).join()}]`;
  const {
    rows: [row],
  } = await sql<{ id: string; created_at: Date }>`
    insert into data_imports (id, user_id, source, entries, categories, account, matches)
    values (${randomBytes(16).toString('base64url')}, ${userId}, ${library.source}, ${entries}::jsonb, ${JSON.stringify(library.categories)}::jsonb, ${library.account === null ? null : JSON.stringify(library.account)}::jsonb, ${JSON.stringify(matches)}::jsonb)
    returning id, created_at`.execute(db);
  await sql`
    delete from data_imports where user_id = ${userId} and id not in (
      select id from data_imports where user_id = ${userId} order by created_at desc limit ${MAX_WAITING})`.execute(db);
  return {
    ...row!,
    source: library.source,
    applied_at: null,
    entries: library.entries,
    categories: library.categories,
    account: library.account,
    matches,
  };
}

/** A member's own file by its id; null for one that is not there, or another's. */
export async function findReview(db: Db, userId: number, id: string): Promise<Review | null> {
  const {
    rows: [row],
  } = await sql<Omit<Review, 'entries'>>`
    select id, source, created_at, applied_at, categories, account, matches from data_imports where id = ${id} and user_id = ${userId}`.execute(
    db,
  );
  if (row === undefined) return null;
  // A row each, which the driver parses as they arrive: megabytes of JSON in one value would be parsed in one turn.
  const { rows } = await sql<{ entry: ForeignEntry }>`
    select entry from data_imports, jsonb_array_elements(entries) with ordinality as each (entry, at)
    where id = ${id} order by at`.execute(db);
  return { ...row, entries: rows.map(({ entry }) => entry) };
}

/** Marks a file as taken over; false where it was already. */
export async function closeReview(tx: Tx, id: string): Promise<boolean> {
  const { rows } =
    await sql`update data_imports set applied_at = now() where id = ${id} and applied_at is null returning id`.execute(
      tx,
    );
  return rows.length > 0;
}
