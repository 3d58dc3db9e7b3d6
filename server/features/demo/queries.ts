import { sql } from 'kysely';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db, Tx } from '#server/db/database.ts';

/** A comic by its slug, held until the end of the transaction, and whether nobody has seen it yet; null where it is gone. */
export async function holdComic(tx: Tx, slug: string): Promise<{ id: number; unseen: boolean } | null> {
  const { rows } = await sql<{ id: number; unseen: boolean }>`
    select id, state = 'draft' and published_at is null as unseen from comics where slug = ${slug} for update`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** The terms of a comic that nobody has seen yet; none of any other. */
export async function listUnseenTerms(db: Db, slug: string): Promise<{ id: number; kind: TermKind; name: string }[]> {
  const { rows } = await sql<{ id: number; kind: TermKind; name: string }>`
    select t.id, t.kind, t.name from comics c join terms t on t.id = any(c.terms)
    where c.slug = ${slug} and c.state = 'draft' and c.published_at is null order by t.id`.execute(db);
  return rows;
}

/** The ids of comics by their slugs; those that are gone are left out. */
export async function comicIds(db: Db | Tx, slugs: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{
    slug: string;
    id: number;
  }>`select slug, id from comics where slug = any(${[...slugs]}::text[])`.execute(db);
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

/** Says when the chapters of a comic came, in reading order. */
export async function dateChapters(tx: Tx, comicId: number, dates: readonly Date[]): Promise<void> {
  await sql`
    update chapters h set added_at = d.added_at
    from (select id, row_number() over (order by position, id) as place from chapters where comic_id = ${comicId}) p
    join unnest(${dates.map((date) => date.toISOString())}::timestamptz[]) with ordinality d (added_at, place) on d.place = p.place
    where h.id = p.id`.execute(tx);
}
