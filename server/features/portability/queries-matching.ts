import { sql } from 'kysely';
import type { LinkIds, LinkService } from '#contract/links.ts';
import type { Db } from '#server/db/database.ts';
import { linkIdsFor } from '#server/db/queries/links.ts';
import { visibleComics, type ListScope } from '#server/db/visible.ts';

/** A comic of this site with all that it is called. */
export interface NamedComic {
  id: number;
  slug: string;
  sort_title: string;
  titles: string[];
  language: string | null;
  links: LinkIds;
}

/** Comics asked for at once. */
const CHUNK = 250;
/** Ids asked for at once, and works that are looked at for each of them: editions of one work share an id. */
const [IDS, PER_ID] = [1_000, 20];

/** On `c`: the columns of a comic with all that it is called. */
const NAMED = sql`c.id, c.slug, c.sort_title,
  array_remove(array[c.title, c.alternative_title] || array(select t.title from comic_translations t
    where t.comic_id = c.id), null) as titles,
  (select t.code from terms t where t.kind = 'language' and t.id = any(c.terms) limit 1) as language,
  ${linkIdsFor(sql`c.id`)} as links`;

/** The comics this viewer sees that have one of these slugs, or are sorted under one of these keys. */
export async function comicsNamed(
  db: Db,
  seeing: ListScope,
  slugs: readonly string[],
  sortTitles: readonly string[],
): Promise<NamedComic[]> {
  const found = new Map<number, NamedComic>();
  for (let at = 0; at < Math.max(slugs.length, sortTitles.length); at += CHUNK) {
    const { rows } = await sql<NamedComic>`
      select ${NAMED} from ${visibleComics(seeing)} c
      where c.slug = any(${slugs.slice(at, at + CHUNK)}::text[]) or c.sort_title = any(${sortTitles.slice(at, at + CHUNK)}::text[])
      limit ${CHUNK * 20}`.execute(db);
    for (const row of rows) {
      found.set(row.id, row);
    }
  }
  return [...found.values()];
}

/** An id by which another site knows a work. */
export interface KnownId {
  service: LinkService;
  id: string;
}

/** The comics this viewer sees that other sites know by these ids, each with the id. */
export async function comicsLinked(
  db: Db,
  seeing: ListScope,
  ids: readonly KnownId[],
): Promise<{ by: KnownId; comic: NamedComic }[]> {
  const found: { by: KnownId; comic: NamedComic }[] = [];
  for (let at = 0; at < ids.length; at += IDS) {
    const part = ids.slice(at, at + IDS);
    const { rows } = await sql<NamedComic & { by_service: LinkService; by_id: string }>`
      select n.service as by_service, n.value as by_id, ${NAMED}
      from unnest(${part.map(({ service }) => service)}::text[], ${part.map(({ id }) => id)}::text[]) n (service, value)
      cross join lateral (select l.comic_id from comic_links l where l.value = n.value and l.service = n.service
        order by l.comic_id limit ${PER_ID}) l
      join ${visibleComics(seeing)} c on c.id = l.comic_id`.execute(db);
    found.push(...rows.map(({ by_service: service, by_id: id, ...comic }) => ({ by: { service, id }, comic })));
  }
  return found;
}
