import type { CopySession } from './copy-session.ts';
import { quoteName, type CopiedTable } from './layout.ts';

/** Rows of a table that were read together. */
export interface TablePart {
  /** A line each, in PostgreSQL's text format. */
  rows: Buffer;
  count: number;
}

/** Bytes that are read at once, about. */
const PART = 4 * 1024 ** 2;

/** Begins what reads a database as it is at this moment, whatever is written meanwhile. */
export async function beginReading(session: CopySession): Promise<void> {
  await session.ask('begin transaction isolation level repeatable read, read only');
  // The moment is that of the first question.
  await session.ask('select 1');
}

/** Ends it. */
export async function endReading(session: CopySession): Promise<void> {
  await session.ask('rollback');
}

/**
 * The rows of a table, part by part in the order in which they lie: a part whose rows did not change is the same to the byte
 * the next time. Parts take memory for some megabytes; a table without rows has none.
 */
export async function* dumpTable(session: CopySession, { name, columns }: CopiedTable): AsyncGenerator<TablePart> {
  const [table] = await session.ask<{ blocks: number; bytes: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int8 as blocks, pg_table_size($1::regclass) as bytes`,
    [quoteName(name)],
  );
  const { blocks, bytes } = table!;
  const atOnce = Math.max(1, Math.floor(blocks / Math.max(1, bytes / PART)));
  for (let from = 0; from < blocks; from += atOnce) {
    const rows = await session.copyOut(
      `select ${columns.map(quoteName).join(', ')} from ${quoteName(name)} where ctid >= '(${from},0)' and ctid < '(${from + atOnce},0)'`,
    );
    if (rows.length > 0) {
      yield { rows, count: countLines(rows) };
    }
  }
}

/** Lines of PostgreSQL's text format: a line break within a value is written as an escape. */
export function countLines(rows: Uint8Array): number {
  let count = 0;
  for (let at = rows.indexOf(10); at >= 0; at = rows.indexOf(10, at + 1)) {
    count += 1;
  }
  return count;
}
