import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readConfig, type Config } from '#server/config/config.ts';
import { openBlobs } from '#server/blobs/open-blobs.ts';
import { openCopySession } from '#server/db/copying/copy-session.ts';
import { sumTables, type TableSum } from '#server/db/copying/comparing.ts';
import { beginReading } from '#server/db/copying/dumping.ts';
import { listReferences, STORES } from '#server/db/copying/references.ts';
import { openDeps, type Deps } from '#server/deps.ts';
import { createRawFiles } from '#server/features/uploads/uploads.ts';
import { createLog } from '#server/log.ts';
import { plantCatalogue, plantPicture } from '#server/testing/catalogue.ts';
import { member } from '#server/testing/member.ts';
import { databaseIn } from '../site-database.ts';

/** Work that nobody waits for the progress of. */
export const UNWATCHED = { signal: new AbortController().signal, onProgress: () => {} };

/** No running site. */
export const NOBODY = async () => null;

/** The configuration of a site whose data lies in a folder below `root`. */
export function siteIn(root: string, name: string, env: Record<string, string> = {}): Config {
  return readConfig({ KOMAWARI_DATA: join(root, name), KOMAWARI_DEMO: 'off', ...env }, root);
}

/** Opens a site, does something with it, closes it. */
export async function within<Result>(config: Config, work: (deps: Deps) => Promise<Result>): Promise<Result> {
  const deps = await openDeps(config, createLog('silent'));
  try {
    return await work(deps);
  } finally {
    await deps.close();
  }
}

/** The bytes of an upload under way that have come so far. */
export const HALF = 'half a file';

/** The bytes that have come of the one upload that `furnish` begins. */
export async function uploadedHalf(deps: Deps): Promise<string> {
  const raw = createRawFiles(deps);
  const [file = 0] = await raw.all();
  return raw.local(file, async (path) => readFileSync(path, 'utf8'));
}

/** Fills a site with comics, members, a favourite, an upload under way, and pictures, one of them taken away. @returns the headers of a member. */
export async function furnish(deps: Deps): Promise<{ authorization: string }> {
  const { db, blobs, evidence } = deps;
  const { comics } = await plantCatalogue(db, blobs, { seed: 7, comics: 40, today: '2026-11-20' });
  for (const shade of [10, 60, 110]) {
    await plantPicture(db, blobs, shade);
  }
  const reader = await member(db);
  await db
    .insertInto('quarantine')
    .values({
      kind: 'sha256',
      value: 'x',
      image: await evidence.put(Buffer.from('taken away\n\\N\t\0')),
      evidence: true,
      source: 'upload',
      note: 'tab\tline\nback\\slash 猫 \u{1f600}',
      keep_until: new Date('2027-01-01'),
    })
    .execute();
  await db.insertInto('favorites').values({ user_id: reader.id, comic_id: comics[0]!.id }).execute();
  const upload = await db
    .insertInto('uploads')
    .values({ user_id: reader.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const file = await db
    .insertInto('upload_files')
    .values({ upload_id: upload.id, path: 'book.cbz', bytes: 4711 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const raw = createRawFiles(deps);
  await raw.begin(file.id);
  await raw.write(file.id, 0, Readable.from([Buffer.from(HALF)]));
  return reader.headers;
}

/** Everything of a site that must be the same after it was restored: the sums of its tables, and the hashes of what its stores have of what it refers to. */
export async function fingerprint(config: Config): Promise<{ tables: TableSum[]; blobs: string[]; lost: string[] }> {
  const session = await openCopySession(databaseIn(config));
  const found = { tables: await sumTables(session), blobs: [] as string[], lost: [] as string[] };
  await beginReading(session);
  for (const name of STORES) {
    const store = await openBlobs(config, name);
    for await (const referred of listReferences(session, name)) {
      for (const { hash } of referred) {
        const bytes = await store.read(hash).catch(() => null);
        (bytes === null ? found.lost : found.blobs).push(hash);
      }
    }
    await store.close();
  }
  await session.close();
  return found;
}
