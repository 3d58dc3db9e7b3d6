import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** A part of a file: where it begins, and the blob that holds it. */
export interface Part {
  start: number;
  bytes: number;
  blob: string;
}

/** Adds a part; false when one that begins there is kept already. */
export async function addPart(db: Db, file: number, { start, bytes, blob }: Part): Promise<boolean> {
  const { rows } = await sql`
    insert into upload_parts (file_id, start, bytes, blob) values (${file}, ${start}, ${bytes}, ${blob})
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

/** The parts of a file in their order. */
export async function listParts(db: Db, file: number): Promise<Part[]> {
  const { rows } =
    await sql<Part>`select start::float8 as start, bytes, blob from upload_parts where file_id = ${file} order by start`.execute(
      db,
    );
  return rows;
}

/** How many bytes of a file are there. */
export async function receivedInParts(db: Db, file: number): Promise<number> {
  const { rows } = await sql<{
    bytes: number;
  }>`select coalesce(sum(bytes), 0)::float8 as bytes from upload_parts where file_id = ${file}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Forgets the parts that begin at or behind a byte. */
export async function cutParts(db: Db, file: number, at: number): Promise<void> {
  await sql`delete from upload_parts where file_id = ${file} and start >= ${at}`.execute(db);
}

/** Forgets all parts of a file. */
export async function removeParts(db: Db, file: number): Promise<void> {
  await sql`delete from upload_parts where file_id = ${file}`.execute(db);
}

/** The files that have parts. */
export async function filesWithParts(db: Db): Promise<number[]> {
  const { rows } = await sql<{ file_id: number }>`select distinct file_id from upload_parts`.execute(db);
  return rows.map((row) => row.file_id);
}
