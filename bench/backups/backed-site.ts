import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { blobKey } from '#server/blobs/blobs.ts';
import { forEachConcurrent } from '#server/concurrency/semaphore.ts';
import { openDatabase, type Db } from '#server/db/database.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { member } from '#server/testing/member.ts';
import { catalogue, type Catalogue, type SyntheticImage } from '../synthetic/catalogue.ts';
import { drawCover, DRAWN } from '../synthetic/covers.ts';
import { randomFor } from '../synthetic/random.ts';
import { seed, VARIANT_BYTES } from '../synthetic/seed.ts';

/** Where a site keeps everything: its data folder, and its database there or on a server. */
export interface SitePlace {
  dataDir: string;
  databaseUrl?: string;
}

/** The people of a generated site, and the draft that its writer adds pages to. */
export interface People {
  reader: { username: string; password: string };
  admin: { authorization: string };
  chapter: number;
}

/** Pages of each work, and the most bytes that one has more than a smaller form of it. */
const PAGES = 3;
const MAX_TAIL = 20_000;
/** Files that are written at once. */
const AT_ONCE = 8;
/** The share of the terms: they are as many as the works can use. */
const TERMS = 0.02;

/**
 * Fills an empty place with a site of so many works: the synthetic catalogue, each work with three pages of 30 to 50 KB and a smaller
 * form of the first, each a WebP file of its own under the hash of its bytes; and a reader, an admin and a draft.
 */
export async function makeBackedSite(
  { dataDir, databaseUrl }: SitePlace,
  works: number,
  say: (line: string) => void,
): Promise<People> {
  const images = await drawPages(join(dataDir, 'blobs'), works * PAGES);
  const database = await openDatabase({
    dataDir: join(dataDir, 'database'),
    ...(databaseUrl !== undefined && { url: databaseUrl }),
  });
  try {
    await seed(database, works, say, catalogueWith(images));
    await addPages(database.db, images);
    return await addPeople(database.db);
  } finally {
    await database.close();
  }
}

/** The synthetic catalogue with pictures that are there: work n has those from 3n on. */
function catalogueWith(images: SyntheticImage[]): Catalogue {
  const synthetic = catalogue(TERMS);
  return {
    ...synthetic,
    images,
    comic: (index) => ({ ...synthetic.comic(index), cover: images[index * PAGES]!.hash, pages: PAGES, premium: false }),
  };
}

/** Draws the pages into a store: real pictures, made different by what stands behind them, which decoders do not read. */
async function drawPages(store: string, count: number): Promise<(SyntheticImage & { bytes: number; small: string })[]> {
  const drawn = await Promise.all(Array.from({ length: DRAWN }, (_, index) => drawCover(index)));
  const images: (SyntheticImage & { bytes: number; small: string })[] = [];
  const keep = async (bytes: Buffer) => {
    const key = blobKey(bytes);
    const path = join(store, key.slice(0, 2), key.slice(2, 4), key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
    return key;
  };
  const { signal } = new AbortController();
  await forEachConcurrent(Array(count).keys(), { concurrency: AT_ONCE, signal }, async (at) => {
    const tail = Buffer.alloc(64 + randomFor(17, at).below(MAX_TAIL));
    for (let from = 0; from < tail.length; from += 64) {
      createHash('sha512').update(`${at} ${from}`).digest().copy(tail, from);
    }
    const bytes = Buffer.concat([drawn[at % DRAWN]!, tail]);
    const hash = await keep(bytes);
    // Only the first page of a work has a smaller form.
    const small =
      at % PAGES === 0 ? await keep(Buffer.concat([drawn[at % DRAWN]!.subarray(0, -64), tail.subarray(0, 64)])) : '';
    images[at] = {
      hash,
      small,
      bytes: bytes.length,
      width: 320,
      height: 480,
      color: 0x808080,
      thumbhash: hash.slice(0, 42),
    };
  });
  return images;
}

/** The sizes and smaller forms of the pictures, and the pages of the works that the seed gave none. */
async function addPages(db: Db, images: Awaited<ReturnType<typeof drawPages>>): Promise<void> {
  const facts = JSON.stringify(images.map(({ hash, bytes, small }) => ({ hash, bytes, small })));
  await sql`
    update images set bytes = x.bytes, variants = case x.small when '' then '{}'::jsonb else (
      select jsonb_object_agg(name, jsonb_build_object('hash', x.small, 'format', 'webp', 'bytes', ${VARIANT_BYTES}::int, 'width', 320, 'height', 480))
      from unnest(array['cover320', 'cover640', 'thumb']) name) end
    from json_to_recordset(${facts}::json) as x (hash text, bytes int, small text) where images.hash = x.hash`.execute(
    db,
  );
  await sql`delete from pages`.execute(db);
  const pages = JSON.stringify(
    images.map(({ hash }, at) => ({ chapter: Math.floor(at / PAGES) + 1, number: (at % PAGES) + 1, hash })),
  );
  await sql`
    insert into pages (chapter_id, number, image, name)
    select chapter, number, hash, number || '.webp' from json_to_recordset(${pages}::json) as x (chapter int, number int, hash text)`.execute(
    db,
  );
}

async function addPeople(db: Db): Promise<People> {
  const password = 'eight kites over the harbour';
  const reader = await member(db, { username: 'bench-reader' });
  await db
    .updateTable('users')
    .set({ password: await hashPassword(password) })
    .where('id', '=', reader.id)
    .execute();
  // The draft that pages are added to: the first work, which nobody sees meanwhile.
  await sql`update comics set state = 'draft' where id = 1`.execute(db);
  return {
    reader: { username: reader.username, password },
    admin: (await member(db, { role: 'admin' })).headers,
    chapter: 1,
  };
}
