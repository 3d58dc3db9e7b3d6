import { sql } from 'kysely';
import type { WordFilter } from '#contract/moderation.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import { forgetFilters } from '#server/db/queries/word-filters.ts';

const ROW = sql`f.id, f.kind, f.pattern, f.action, f.note, ${isoMoment(sql`f.created_at`)} as created_at`;

/** A page of the rules for words and links, the newest first, and how many there are. */
export async function listFilters(
  db: Db,
  q: string,
  offset: number,
  limit: number,
): Promise<{ rows: WordFilter[]; total: number }> {
  const condition = sql`strpos(lower(f.pattern || ' ' || f.note), lower(${q})) > 0 or ${q} = ''`;
  const { rows } =
    await sql<WordFilter>`select ${ROW} from word_filters f where ${condition} order by f.id desc limit ${limit} offset ${offset}`.execute(
      db,
    );
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from word_filters f where ${condition}`.execute(db);
  return { rows, total: counted?.total ?? 0 };
}

/** Adds a rule; null where there is one for the same, or as many as there can be. */
export async function addFilter(
  db: Db,
  { kind, pattern, action, note }: Omit<WordFilter, 'id' | 'created_at'>,
  by: number,
  most: number,
): Promise<WordFilter | null> {
  const added = await withTransaction(db, async (tx) => {
    const {
      rows: [row],
    } = await sql<WordFilter>`
      insert into word_filters as f (kind, pattern, action, note) select ${kind}, ${pattern}, ${action}, ${note}
      where (select count(*) from word_filters) < ${most} on conflict do nothing returning ${ROW}`.execute(tx);
    if (row) {
      await audit(tx, {
        userId: by,
        action: 'filter.create',
        subject: 'filter',
        subjectId: row.id,
        details: { kind, pattern, action, note },
      });
    }
    return row ?? null;
  });
  forgetFilters(db);
  return added;
}

/** Takes a rule away; whether there was one. */
export async function dropFilter(db: Db, id: number, by: number): Promise<boolean> {
  const dropped = await withTransaction(db, async (tx) => {
    const {
      rows: [row],
    } = await sql<WordFilter>`delete from word_filters f where f.id = ${id} returning ${ROW}`.execute(tx);
    if (row) {
      await audit(tx, {
        userId: by,
        action: 'filter.delete',
        subject: 'filter',
        subjectId: id,
        details: { before: { kind: row.kind, pattern: row.pattern, action: row.action, note: row.note } },
      });
    }
    return row !== undefined;
  });
  forgetFilters(db);
  return dropped;
}
