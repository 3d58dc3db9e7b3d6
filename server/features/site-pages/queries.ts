import { sql } from 'kysely';
import type { EditablePage, PageText } from '#contract/site-pages.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';

/** A page in a language. */
export interface WrittenPage {
  slug: EditablePage;
  locale: Locale;
  title: string;
  text: string;
  updated_at: string;
}

/** Every page in every language it is written in, those of a page in the order of their locales. */
export async function writtenPages(db: Db): Promise<WrittenPage[]> {
  const { rows } = await sql<WrittenPage>`
    select slug, locale, title, text, ${isoTimestamp('p.updated_at')} as updated_at from site_pages p
    order by slug, locale`.execute(db);
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
