import { sql, type RawBuilder } from 'kysely';
import type { LinkIds, OfficialLink } from '#contract/links.ts';
import type { Tx } from '#server/db/database.ts';

/** The ids by which other sites know a comic; empty where they know none. */
export function linkIdsFor(comic: RawBuilder<unknown>): RawBuilder<LinkIds> {
  return sql`coalesce((select jsonb_object_agg(l.service, l.value) from comic_links l where l.comic_id = ${comic}), '{}')`;
}

/** The official links of a comic, in their order. */
export function officialLinksFor(comic: RawBuilder<unknown>): RawBuilder<OfficialLink[]> {
  return sql`coalesce((select jsonb_agg(jsonb_build_object('url', o.url, 'language', o.language, 'label', o.label) order by o.place)
    from comic_official_links o where o.comic_id = ${comic}), '[]')`;
}

/** On `c`: whether another site knows it by an id, or its publisher shows it somewhere. */
export function linkedComic(): RawBuilder<boolean> {
  return sql`(exists (select from comic_links k where k.comic_id = c.id) or exists (select from comic_official_links k where k.comic_id = c.id))`;
}

/** Gives a comic ids of services that it has none of yet. */
export async function addLinks(tx: Tx, comicId: number, ids: LinkIds): Promise<void> {
  if (Object.keys(ids).length === 0) return;
  await sql`insert into comic_links (comic_id, service, value)
    select ${comicId}::int, n.service, n.value from unnest(${Object.keys(ids)}::text[], ${Object.values(ids)}::text[]) n (service, value)
    on conflict do nothing`.execute(tx);
}
