import type { CopySession } from './copy-session.ts';

/** A blob that a database refers to, with its size in bytes; 0 where the database does not say it. */
export interface ReferredBlob {
  hash: string;
  bytes: number;
}

/** Rows that are fetched at once. */
const AT_ONCE = 20_000;

/** Pictures, what was made of them, and parts of files on their way; the bytes of pictures that were taken away lie in a store of their own. */
const REFERRED = {
  blobs: `
    select hash, bytes from images
    union all select v->>'hash', (v->>'bytes')::int8 from images, jsonb_path_query(variants, 'lax $.*[*] ? (exists (@.hash))') v
    union all select blob, bytes from upload_parts`,
  evidence: `select image, 0 from quarantine where evidence`,
} as const;

/** The blobs that the database of a session in a transaction refers to, each once, by their hash, some thousands at a time. */
export async function* listReferences(
  session: CopySession,
  store: keyof typeof REFERRED,
): AsyncGenerator<ReferredBlob[]> {
  await session.ask(
    `declare referred no scroll cursor for select hash, coalesce(max(bytes), 0)::int8 as bytes
     from (${REFERRED[store]}) as all_of_them (hash, bytes) group by hash order by hash collate "C"`,
  );
  for (;;) {
    const rows = await session.ask<ReferredBlob>(`fetch ${AT_ONCE} from referred`);
    if (rows.length === 0) break;
    yield rows;
  }
  await session.ask('close referred');
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
