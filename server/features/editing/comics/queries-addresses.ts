import { sql } from 'kysely';
import { isProblem } from '#contract/problems.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { slugFor } from '#server/features/comics/public/queries-writing.ts';
import { refreshTermSearch } from '#server/features/taxonomy/public/queries-writing.ts';
import { numberedSlug, toSlug } from '#server/search/slug.ts';
import { moveSlug } from './queries-editing.ts';

/** A row that has a slug, with its address of today. */
export interface AddressRow {
  id: number;
  slug: string;
}

/** The tables whose rows have a slug. */
export const ADDRESSED = ['comics', 'terms', 'chapters'] as const;

/** The next `limit` rows of a table behind an id, in the order of their ids. */
export async function addressesAfter(
  db: Db,
  table: (typeof ADDRESSED)[number],
  after: number,
  limit: number,
): Promise<AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select id, slug from ${sql.table(table === 'chapters' ? 'all_chapters' : table)} where id > ${after} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Gives a row a free slug of today's form; the one it had leads to it from then on. */
export async function renewAddress(tx: Tx, table: (typeof ADDRESSED)[number], row: AddressRow): Promise<void> {
  await { comics: renewComic, terms: renewTerm, chapters: renewChapter }[table](tx, row);
}

async function renewComic(tx: Tx, { id, slug }: AddressRow): Promise<void> {
  for (let number = 1; ; number += 1) {
    try {
      return await moveSlug(tx, id, numberedSlug(slugFor(slug), number));
    } catch (error) {
      if (!isProblem(error) || error.code !== 'slug-taken') throw error;
    }
  }
}

async function renewTerm(tx: Tx, { id, slug }: AddressRow): Promise<void> {
  const {
    rows: [term],
  } = await sql<{ kind: TermKind }>`select kind from terms where id = ${id} for update`.execute(tx);
  if (term === undefined) return;
  for (let number = 1; ; number += 1) {
    const wanted = numberedSlug(toSlug(slug, term.kind), number);
    const { numAffectedRows } = await sql`
      update terms set name_key = coalesce(name_key, slug), slug = ${wanted}, updated_at = now()
      where id = ${id} and not exists (select from terms o where o.kind = ${term.kind} and o.id <> ${id} and ${wanted} in (o.slug, o.name_key))
        and not exists (select from term_aliases a where a.kind = ${term.kind} and a.slug = ${wanted} and a.term_id <> ${id})`.execute(
      tx,
    );
    if (numAffectedRows === 1n) return refreshTermSearch(tx, id);
  }
}

async function renewChapter(tx: Tx, { id, slug }: AddressRow): Promise<void> {
  // Holding the comic makes the slugs of its chapters ours until the end of the transaction.
  await sql`select 1 from comics c join all_chapters h on h.comic_id = c.id where h.id = ${id} for update of c`.execute(
    tx,
  );
  for (let number = 1; ; number += 1) {
    const wanted = numberedSlug(toSlug(slug, 'chapter'), number);
    const { rows } = await sql`
      select from all_chapters h join all_chapters o on o.comic_id = h.comic_id and o.id <> h.id where h.id = ${id} and o.slug = ${wanted}`.execute(
      tx,
    );
    if (rows.length === 0) {
      await sql`update all_chapters set slug = ${wanted}, updated_at = now() where id = ${id}`.execute(tx);
      return;
    }
  }
}
