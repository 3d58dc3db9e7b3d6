import { sql } from 'kysely';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { LOAD_DEMO } from '#server/db/queries/demo-progress.ts';

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
    update all_chapters h set added_at = d.added_at
    from (select id, row_number() over (order by position, id) as place from all_chapters where comic_id = ${comicId}) p
    join unnest(${dates.map((date) => date.toISOString())}::timestamptz[]) with ordinality d (added_at, place) on d.place = p.place
    where h.id = p.id`.execute(tx);
}

/** Whether the demo library is coming in, or waits to. */
export async function isDemoComing(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from jobs where kind = ${LOAD_DEMO} and state in ('waiting', 'running') limit 1`.execute(db);
  return rows.length > 0;
}

/** The kind of the job that takes the demo library away. */
export const REMOVE_DEMO = 'demo.remove';

/** Whether the demo library is being taken away. */
export async function isDemoLeaving(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from jobs where kind = ${REMOVE_DEMO} and state in ('waiting', 'running') limit 1`.execute(db);
  return rows.length > 0;
}

/** Ends the loading of the demo library: what waits is not begun, and whoever runs it is asked to stop. */
export async function stopDemo(tx: Tx): Promise<void> {
  await sql`
    update jobs set cancel_at = coalesce(cancel_at, now()), state = case when state = 'waiting' then 'cancelled' else state end,
      finished_at = case when state = 'waiting' then now() else finished_at end
    where kind = ${LOAD_DEMO} and state in ('waiting', 'running')`.execute(tx);
}

/** The comics that archives with these hashes became, but for those that others have added chapters to. */
export async function listImportedComics(db: Db, hashes: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct i.comic_id as id from imports i
    where i.hash = any(${[...hashes]}::text[]) and i.comic_id is not null and not exists (
      select 1 from all_chapters h where h.comic_id = i.comic_id and not exists (
        select 1 from imports o where o.chapter_id = h.id and o.hash = any(${[...hashes]}::text[])))
    order by id /* id is never null: left out above */`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes a comic with everything that belongs to it, and the terms that came after a time and that no other comic has; languages stay. */
export async function deleteWithTerms(tx: Tx, comicId: number, since: Date): Promise<void> {
  const {
    rows: [comic],
  } = await sql<{ terms: number[] }>`delete from comics where id = ${comicId} returning terms`.execute(tx);
  await sql`
    delete from terms t where t.id = any(${comic?.terms ?? []}::int[]) and t.kind <> 'language' and t.created_at >= ${since.toISOString()}::timestamptz
      and not exists (select 1 from comics c where c.terms @> array[t.id])`.execute(tx);
}

/** Forgets that archives with these hashes were ever imported. */
export async function forgetImports(tx: Tx, hashes: readonly string[]): Promise<void> {
  await sql`delete from imports where hash = any(${[...hashes]}::text[]) and comic_id is null`.execute(tx);
}
