import type { CopySession } from './copy-session.ts';

/** A blob that a database refers to, with its size in bytes; 0 where the database does not say it. */
export interface ReferredBlob {
  hash: string;
  bytes: number;
}

/** Rows that are fetched at once. */
const AT_ONCE = 20_000;

/** The stores that a database refers to. */
export const STORES = ['blobs', 'evidence'] as const;
export type StoreName = (typeof STORES)[number];

/** Pictures, what was made of them, and parts of files on their way; the bytes of pictures that were taken away lie in a store of their own. */
const REFERRED = {
  blobs: `
    select hash, bytes from images
    union all select v->>'hash', (v->>'bytes')::int8 from images, jsonb_path_query(variants, 'lax $.*[*] ? (exists (@.hash))') v
    union all select blob, bytes from upload_parts`,
  evidence: `select image, 0 from quarantine where evidence`,
} as const;
/** A query of the pictures of sites and of their providers' buttons that admins have set, now or before: every state can come back. */
export const PICTURES_OF_SITES = `
    select substr(p.value, 6) as hash, 0 as bytes from site_settings s, jsonb_each_text(s.settings) p
      where p.key in ('logo', 'icon', 'fallback') and p.value like 'blob:%'
    union all select substr(p #>> '{}', 6), 0 from site_settings s,
      jsonb_path_query(s.settings, 'lax $."signIn.providers"[*].icon ? (@ starts with "blob:")') p`;

/** A query of the pictures of sites; a database of before sites were set in the page knows none. */
async function picturesOfSites(session: CopySession): Promise<string> {
  const [found] = await session.ask<{ there: boolean }>(`select to_regclass('site_settings') is not null as there`);
  return found?.there ? PICTURES_OF_SITES : `select '', 0 where false`;
}

/** The blobs that the database of a session in a transaction refers to, each once, by their hash, some thousands at a time. */
export async function* listReferences(session: CopySession, store: StoreName): AsyncGenerator<ReferredBlob[]> {
  const referred =
    store === 'blobs' ? `${REFERRED.blobs} union all ${await picturesOfSites(session)}` : REFERRED.evidence;
  await session.ask(
    `declare referred no scroll cursor for select hash, coalesce(max(bytes), 0)::int8 as bytes
     from (${referred}) as all_of_them (hash, bytes) group by hash order by hash collate "C"`,
  );
  for (;;) {
    const rows = await session.ask<ReferredBlob>(`fetch ${AT_ONCE} from referred`);
    if (rows.length === 0) break;
    yield rows;
  }
  await session.ask('close referred');
}

/** Those of some keys, in their order, that the database does not refer to. */
export async function listUnreferenced(
  session: CopySession,
  store: StoreName,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await session.ask<{ key: string }>(
    store === 'evidence'
      ? `select k.key from unnest($1::text[]) with ordinality as k (key, place)
         where not exists (select from quarantine q where q.evidence and q.image = k.key) order by k.place`
      : `select k.key from unnest($1::text[]) with ordinality as k (key, place)
         where not exists (select from images i where i.hash = k.key)
           and not exists (select from upload_parts p where p.blob = k.key)
           and not exists (select from images i where jsonb_path_query_array(i.variants, '$.*.hash') @> to_jsonb(array[k.key]))
           and not exists (select from (${await picturesOfSites(session)}) s (hash, bytes) where s.hash = k.key)
         order by k.place`,
    [keys],
  );
  return rows.map(({ key }) => key);
}

/** Addresses of comics, at most three, whose page or cover a picture is, or what was made of one. */
export async function listComicsWith(session: CopySession, hash: string): Promise<string[]> {
  const rows = await session.ask<{ slug: string }>(
    `with pictures as materialized (
       select hash from images where hash = $1
       union select hash from images where jsonb_path_query_array(variants, '$.*.hash') @> to_jsonb(array[$1::text]))
     select c.slug from comics c where c.id in (
       select ch.comic_id from pictures i join pages p on p.image = i.hash join all_chapters ch on ch.id = p.chapter_id
       union select o.id from pictures i join comics o on o.cover = i.hash
       union select v.comic_id from pictures i join comic_volumes v on v.cover = i.hash)
     order by c.slug limit 3`,
    [hash],
  );
  return rows.map(({ slug }) => slug);
}

/** Sums that say what a database holds. */
export async function countHoldings(
  session: CopySession,
): Promise<{ comics: number; members: number; pictures: number }> {
  const [counts] = await session.ask<{ comics: number; members: number; pictures: number }>(`
    select (select count(*) from comics) as comics, (select count(*) from users) as members,
      (select count(*) from images) as pictures`);
  return counts!;
}
