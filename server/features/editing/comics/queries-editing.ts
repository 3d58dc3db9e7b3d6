import { sql } from 'kysely';
import { TERM_KINDS, KIND_PATHS, type KindPath, type TermKind } from '#contract/taxonomy.ts';
import type { WantedTerm } from '#contract/term-editing.ts';
import { problem } from '#contract/problems.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';

/** The kind that the plural of its name stands for. */
export const KIND_BY_PATH = Object.fromEntries(TERM_KINDS.map((kind) => [KIND_PATHS[kind], kind])) as Record<
  KindPath,
  TermKind
>;

/**
 * The ids of the terms that are wanted of a kind, each once; those named that do not exist are made.
 *
 * @throws Problem `term-not-found` for an id of no term of that kind, `term-forbidden` for one that no comic may have.
 */
export async function termIds(tx: Tx, kind: TermKind, wanted: readonly WantedTerm[]): Promise<number[]> {
  const ids = wanted.flatMap((term) => ('id' in term ? [term.id] : []));
  const names = wanted.flatMap((term) => ('name' in term ? [{ kind, name: term.name }] : []));
  if (ids.length > 0) {
    const { rows } = await sql<{
      name: string;
      forbidden: boolean;
    }>`select name, forbidden_at is not null as forbidden from terms where kind = ${kind} and id = any(${ids}::int[])`.execute(
      tx,
    );
    const forbidden = rows.find((term) => term.forbidden);
    if (forbidden) throw problem('term-forbidden', { name: forbidden.name });
    if (rows.length < new Set(ids).size) throw problem('term-not-found');
  }
  return [...new Set([...ids, ...(names.length > 0 ? await findOrCreateTerms(tx, names) : [])])].sort((a, b) => a - b);
}

/** The terms of a comic. */
export async function listTermIds(db: Db | Tx, comicId: number): Promise<number[]> {
  const { rows } = await sql<{ terms: number[] }>`select terms from comics where id = ${comicId}`.execute(db);
  return rows[0]?.terms ?? [];
}

/**
 * Gives a comic another address (`slugFor`); the one it had leads to it from then on. An address that led to another comic before
 * is this one's now.
 *
 * @throws Problem `slug-taken` where another comic has it.
 */
export async function moveSlug(tx: Tx, comicId: number, slug: string): Promise<void> {
  const {
    rows: [own],
  } = await sql<{ slug: string }>`select slug from comics where id = ${comicId}`.execute(tx);
  if (own === undefined || own.slug === slug) return;
  const { rows: taken } = await sql`select 1 from comics where slug = ${slug}`.execute(tx);
  if (taken.length > 0) throw problem('slug-taken');
  await sql`delete from comic_slugs where slug = ${slug}`.execute(tx);
  await sql`update comics set slug = ${slug}, updated_at = now() where id = ${comicId}`.execute(tx);
  await sql`
    insert into comic_slugs (slug, comic_id) values (${own.slug}, ${comicId}) on conflict (slug) do update set comic_id = excluded.comic_id`.execute(
    tx,
  );
}

/** Says which fields an import leaves alone. */
export async function lockFields(tx: Tx, comicId: number, locked: readonly string[]): Promise<void> {
  await sql`update comics set locked = ${[...new Set(locked)].sort()}::text[] where id = ${comicId}`.execute(tx);
}

/** The comic of an id or slug, whatever its state, where this editor may reach it: an uploader only what they brought. Null else. */
export async function findEditable(
  db: Db | Tx,
  by: { id: number; role: string },
  where: { slug: string } | { id: number },
): Promise<{ id: number; slug: string } | null> {
  const own = by.role === 'uploader' ? sql`and c.uploader_id = ${by.id}` : sql``;
  const named =
    'id' in where
      ? sql`c.id = ${where.id}`
      : /^\d+$/.test(where.slug)
        ? sql`c.id = ${Math.min(Number(where.slug), 2_147_483_647)}`
        : sql`(c.slug = ${where.slug} or c.id = (select s.comic_id from comic_slugs s where s.slug = ${where.slug}))`;
  const { rows } = await sql<{ id: number; slug: string }>`
    select c.id, c.slug from comics c where ${named} ${own} ${'slug' in where ? sql`order by c.slug = ${where.slug} desc` : sql``} limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Those of some comics that someone may edit: an uploader what they brought, others (and the site by itself, null) all. */
export async function listEditable(tx: Tx, by: number | null, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from comics c where c.id = any(${[...ids]}::int[]) and (${by}::int is null or c.uploader_id = ${by}
      or exists (select from users u where u.id = ${by} and u.role <> 'uploader'))`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Says who brought a comic. */
export async function setUploader(tx: Tx, comicId: number, userId: number): Promise<void> {
  await sql`update comics set uploader_id = ${userId} where id = ${comicId}`.execute(tx);
}

/** Deletes a comic with everything that belongs to it. */
export async function deleteComic(tx: Tx, comicId: number): Promise<void> {
  await sql`delete from comics where id = ${comicId}`.execute(tx);
}
