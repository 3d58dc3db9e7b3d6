import type { BackupRecord } from '#contract/backups.ts';

/** Asks a statement with its parameters: of a session that copies, or of a running site. */
export type Ask = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Writes down a backup that was made, or, of one that is known, when it was verified and what was found; and those of its place that are gone. */
export async function writeRecord(ask: Ask, record: BackupRecord, gone: readonly string[]): Promise<void> {
  const names = Object.keys(record) as (keyof BackupRecord)[];
  await ask(
    `insert into backups (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})
     on conflict (place, id) do update set verified_at = excluded.verified_at, damaged = excluded.damaged`,
    names.map((name) => record[name]),
  );
  if (gone.length > 0) {
    await ask('delete from backups where place = $1 and id = any($2::text[])', [record.place, [...gone]]);
  }
}
