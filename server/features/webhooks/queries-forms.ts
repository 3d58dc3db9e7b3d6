import { sql } from 'kysely';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { inQuarantine } from '#server/db/queries/picture-hashes.ts';
import { reachableComics } from '#server/db/visible.ts';

/** The covers of some comics by their ids: of those that link previews show, which are rated safe and can be read here. */
export async function findShareableCovers(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; cover: string }>`
    select c.id, c.cover /* cover is never null: it is of a picture */
    from ${reachableComics('everyone')} c join images i on i.hash = c.cover
    where c.id = any(${[...ids]}::int[]) and c.state <> 'removed' and c.rating = 'safe' and i.variants ? 'cover640'
      and not ${inQuarantine()}`.execute(db);
  return new Map(rows.map(({ id, cover }) => [id, cover]));
}

/** The names of some terms and where they stand, by their ids. */
export async function findTermNames(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { kind: TermKind; slug: string; name: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; kind: TermKind; slug: string; name: string }>`
    select t.id, t.kind, t.slug, t.name from terms t where t.id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, ...term }) => [id, term]));
}
