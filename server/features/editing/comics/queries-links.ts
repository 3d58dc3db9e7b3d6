import { sql } from 'kysely';
import { MAX_OFFICIAL_LINKS, type LinkIds, type OfficialLink } from '#contract/links.ts';
import type { Tx } from '#server/db/database.ts';
import { addLinks } from '#server/db/queries/links.ts';

/** Says by what ids other sites know a comic, in place of those it had. */
export async function replaceLinks(tx: Tx, comicId: number, ids: LinkIds): Promise<void> {
  await sql`delete from comic_links where comic_id = ${comicId}`.execute(tx);
  await addLinks(tx, comicId, ids);
}

/** Gives a comic these official links, in place of those it had. */
export async function replaceOfficialLinks(tx: Tx, comicId: number, links: readonly OfficialLink[]): Promise<void> {
  await sql`delete from comic_official_links where comic_id = ${comicId}`.execute(tx);
  await sql`insert into comic_official_links (comic_id, place, url, language, label)
    select ${comicId}::int, n.place, n.url, n.language, n.label
    from unnest(${links.map(({ url }) => url)}::text[], ${links.map(({ language }) => language)}::text[],
      ${links.map(({ label }) => label)}::text[]) with ordinality n (url, language, label, place)`.execute(tx);
}

/** Gives a comic the ids of another one for services that it has none of, and its official links as far as they are new and fit. */
export async function moveLinks(tx: Tx, from: number, to: number): Promise<void> {
  await sql`insert into comic_links (comic_id, service, value)
    select ${to}::int, l.service, l.value from comic_links l where l.comic_id = ${from} on conflict do nothing`.execute(
    tx,
  );
  await sql`insert into comic_official_links (comic_id, place, url, language, label)
    select ${to}::int, f.place, f.url, f.language, f.label from (
      select n.url, n.language, n.label, (select coalesce(max(o.place), 0) from comic_official_links o where o.comic_id = ${to})
        + row_number() over (order by n.place) as place
      from comic_official_links n where n.comic_id = ${from}
        and not exists (select from comic_official_links o where o.comic_id = ${to} and o.url = n.url)) f
    where f.place <= ${MAX_OFFICIAL_LINKS}::int`.execute(tx);
  await sql`delete from comic_links where comic_id = ${from}`.execute(tx);
  await sql`delete from comic_official_links where comic_id = ${from}`.execute(tx);
}
