import { sql, type RawBuilder } from 'kysely';
import { ADDRESSED_PAGES } from '#contract/site-pages.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';
import { inQuarantine } from '#server/db/queries/picture-hashes.ts';
import { listedComics, visibleComics, visibleCount } from '#server/db/visible.ts';
import { PART, type Kind, type SitemapScope } from './listing.ts';

/** One part of what is listed, and the last change of something in it, ISO 8601. */
export interface Part {
  part: number;
  updated_at: string;
}

/** A work or a term as a sitemap lists it. `image` names the cover's file, of works that anyone may see. */
export interface ListedRow {
  kind: TermKind | null;
  slug: string;
  updated_at: string;
  image: string | null;
}

/** Parts that are looked for by one statement: of 100,000 ids, so that nobody waits long behind it. */
const AT_ONCE = 50;

/** The parts of a kind that have something in them, in order. Reads an index alone. */
export async function listedParts(db: Db, listed: SitemapScope, kind: Exclude<Kind, 'pages'>): Promise<Part[]> {
  const {
    rows: [last],
  } = await sql<{ part: number }>`
    select coalesce(max(id), 0) / ${PART}::int + 1 as part
      from ${kind === 'terms' ? sql`terms` : visibleComics(listedComics(listed.rating))} c`.execute(db);
  const parts: Part[] = [];
  for (let from = 1; from <= (last?.part ?? 0); from += AT_ONCE) {
    const { rows } = await sql<Part>`
      select m.part, ${isoTimestamp('m.updated_at')} as updated_at
      from (
        select l.id / ${PART}::int + 1 as part, max(l.updated_at) as updated_at from ${inParts(listed, kind, from, from + AT_ONCE)} l group by 1
      ) m order by m.part`.execute(db);
    parts.push(...rows);
  }
  return parts;
}

/** The rows of a part, by id. */
export async function listedRows(
  db: Db,
  listed: SitemapScope,
  kind: Exclude<Kind, 'pages'>,
  part: number,
): Promise<ListedRow[]> {
  const inPart = inParts(listed, kind, part, part + 1);
  const { rows } =
    kind === 'terms'
      ? await sql<ListedRow>`select l.kind, l.slug, ${isoTimestamp('l.updated_at')} as updated_at, null as image from ${inPart} l order by l.id`.execute(
          db,
        )
      : await sql<ListedRow>`
      select null as kind, l.slug, ${isoTimestamp('l.updated_at')} as updated_at, i.hash || '/cover640.' || (i.variants -> 'cover640' ->> 'format') as image
      from ${inPart} l
      left join images i on i.hash = l.cover and l.rating = 'safe'
        and not ${inQuarantine()}
      order by l.id`.execute(db);
  return rows;
}

/** The pages that the operator wrote, and the last change of each in any language. */
export async function writtenPages(db: Db): Promise<{ slug: string; updated_at: string }[]> {
  const { rows } = await sql<{ slug: string; updated_at: string }>`
    select w.slug, ${isoTimestamp('w.updated_at')} as updated_at
    from (select p.slug, max(p.updated_at) as updated_at from site_pages p where p.slug = any(${[...ADDRESSED_PAGES]}) group by p.slug) w
    order by w.slug`.execute(db);
  return rows;
}

/** The rows listed from one part to before another: works, or terms that have a page with comics on it. */
function inParts(
  { rating, usual, terms }: SitemapScope,
  kind: Exclude<Kind, 'pages'>,
  from: number,
  to: number,
): RawBuilder<unknown> {
  const [first, end] = [(from - 1) * PART, (to - 1) * PART];
  return kind === 'terms'
    ? sql`(select t.id, t.kind, t.slug, t.updated_at from terms t join term_counts n on n.term_id = t.id
      where t.kind = any(${[...terms]}) and ${visibleCount(listedComics(usual), 'n')} > 0 and t.id >= ${first}::int and t.id < ${end}::int)`
    : sql`(select c.* from ${visibleComics(listedComics(rating))} c
      where c.rating ${kind === 'explicit' ? sql`=` : sql`<>`} 'explicit' and c.id >= ${first}::int and c.id < ${end}::int)`;
}
