import { sql } from 'kysely';
import type { EditablePage, PageText } from '#contract/site-pages.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';

/** A page in the language that fits a reader best: theirs, then the site's, then English, then any. */
export async function findPage(
  db: Db,
  slug: EditablePage,
  locales: readonly Locale[],
): Promise<{ slug: EditablePage; locale: Locale; title: string; text: string; updated_at: string } | null> {
  const { rows } = await sql<{ slug: EditablePage; locale: Locale; title: string; text: string; updated_at: string }>`
    select slug, locale, title, text, ${isoTimestamp('p.updated_at')} as updated_at from site_pages p where slug = ${slug}
    order by coalesce(array_position(${[...locales]}::text[], locale), 100), locale limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Every page there is, with its title in the language that fits best. */
export async function pageTitles(db: Db, locales: readonly Locale[]): Promise<{ slug: EditablePage; title: string }[]> {
  const { rows } = await sql<{ slug: EditablePage; title: string }>`
    select distinct on (slug) slug, title from site_pages
    order by slug, coalesce(array_position(${[...locales]}::text[], locale), 100), locale`.execute(db);
  return rows;
}

/** Every text of every page, or of one. */
export async function pageTexts(db: Db | Tx, slug: EditablePage | null = null): Promise<PageText[]> {
  const { rows } = await sql<PageText>`
    select p.slug, p.locale, p.title, p.text, p.version, ${isoTimestamp('p.updated_at')} as updated_at, u.username as updated_by
    from site_pages p left join users u on u.id = p.updated_by
    ${slug === null ? sql`` : sql`where p.slug = ${slug}`} order by p.slug, p.locale`.execute(db);
  return rows;
}

/** Writes a page in a language, if it still is the version that was seen (0: none yet); answers whether it was. */
export async function putPage(
  tx: Tx,
  { slug, locale, title, text }: Pick<PageText, 'slug' | 'locale' | 'title' | 'text'>,
  version: number,
  by: number,
): Promise<boolean> {
  const { numAffectedRows } =
    version === 0
      ? await sql`insert into site_pages (slug, locale, title, text, updated_by)
        values (${slug}, ${locale}, ${title}, ${text}, ${by}) on conflict do nothing`.execute(tx)
      : await sql`
      update site_pages set title = ${title}, text = ${text}, version = version + 1, updated_at = now(), updated_by = ${by}
      where slug = ${slug} and locale = ${locale} and version = ${version}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Takes a page away in a language, if it still is the version that was seen; answers whether it was. */
export async function deletePage(tx: Tx, slug: EditablePage, locale: Locale, version: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from site_pages where slug = ${slug} and locale = ${locale} and version = ${version}`.execute(tx);
  return numAffectedRows === 1n;
}
