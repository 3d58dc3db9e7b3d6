import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startS3Endpoint, type S3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';
import { blobKey } from '#server/blobs/blobs.ts';
import { openBlobs } from '#server/blobs/open-blobs.ts';
import type { Config } from '#server/config/config.ts';
import { withTransaction } from '#server/db/database.ts';
import { insertSettings } from '#server/features/site-settings/queries.ts';
import { where } from '#server/testing/samples.ts';
import { startPostgres } from '../../../tools/postgres.ts';
import { backUp, restore } from './backups.ts';
import { checkSite, type CheckOptions, type Flaw } from './checking.ts';
import { furnish, NOBODY, siteIn, UNWATCHED, within } from './testing/sites.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const server = await startPostgres();
let root: string;
let store: S3Endpoint;
let site: Config;
/** The logo of the site, the picture of a provider's button, a cover, and two more of its pictures. */
let logo: string;
let button: string;
let cover: string;
let others: string[];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'komawari-check-'));
  mkdirSync(join(root, 'bucket'));
  store = await startS3Endpoint(join(root, 'bucket'), 'bucket');
  site = siteIn(root, 'site');
  await within(site, async (deps) => {
    await furnish(deps);
    logo = await deps.blobs.put(Buffer.from('a logo'));
    button = await deps.blobs.put(Buffer.from('a picture of a button'));
    const provider = { id: 'corp', name: 'Corp', issuer: 'https://sso.example', clientId: 'comics' };
    await withTransaction(deps.db, (tx) =>
      insertSettings(tx, {
        site: site.site.id,
        revision: 1,
        settings: {
          logo: `blob:${logo}`,
          'signIn.providers': [provider, { ...provider, id: 'other', icon: `blob:${button}` }],
        },
        changes: [],
        restored: null,
        userId: null,
      }),
    );
    const found = await deps.db.selectFrom('comics').select('cover').where('cover', 'is not', null).executeTakeFirst();
    cover = found!.cover!;
    const images = await deps.db.selectFrom('images').select('hash').where('hash', '<>', cover).limit(2).execute();
    others = images.map(({ hash }) => hash);
  });
  await backUp(site, { to: join(root, 'backups'), keepDays: 0, askSite: NOBODY }, UNWATCHED);
});
afterAll(async () => {
  await store.close();
  await server?.stop();
  rmSync(root, { recursive: true });
});

async function check(config: Config, options: Partial<CheckOptions> = {}) {
  const flaws: Flaw[] = [];
  const found = await checkSite(
    config,
    {
      deep: false,
      mendFrom: null,
      removeUnowned: false,
      askSite: NOBODY,
      onFlaw: (flaw) => flaws.push(flaw),
      ...options,
    },
    UNWATCHED,
  );
  return {
    ...found,
    named: flaws.map(({ hash, how, mended }) => [hash, how, mended]).sort(),
    comics: new Map(flaws.map(({ hash, comics }) => [hash, comics])),
  };
}

/** Has a store put something that no row names. */
async function leave(config: Config, text: string): Promise<string> {
  const blobs = await openBlobs(config, 'blobs');
  const key = await blobs.put(Buffer.from(text));
  await blobs.close();
  return key;
}
const pathIn = (config: Config, hash: string) =>
  join(config.dataDir, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash);
const DAY = 86_400_000;
const age = (path: string) => utimesSync(path, new Date(), new Date(Date.now() - 2 * DAY));

it('says what a disk has lost, has damaged and has for nobody, and mends it from a backup', async () => {
  const [cut = '', altered = ''] = others;
  for (const hash of [cover, logo, button]) {
    rmSync(pathIn(site, hash));
  }
  truncateSync(pathIn(site, cut), 10);
  const bytes = readFileSync(pathIn(site, altered));
  bytes[0]! ^= 1;
  writeFileSync(pathIn(site, altered), bytes);
  const [old, young] = [await leave(site, 'nobody’s'), await leave(site, 'somebody’s soon')];
  age(pathIn(site, old));

  const quick = [
    [cover, 'lost', false],
    [logo, 'lost', false],
    [button, 'lost', false],
    [cut, 'damaged', false],
  ].sort();
  const found = await check(site);
  expect([found.named, found.comics.get(cover)?.length, found.comics.get(logo)]).toEqual([quick, 3, []]);
  const deep = await check(site, { deep: true, mendFrom: join(root, 'backups') });
  expect(deep.named).toEqual([...quick, [altered, 'damaged']].map(([hash, how]) => [hash, how, true]).sort());
  expect(deep).toMatchObject({ flaws: 5, mended: 5, unowned: { count: 1, bytes: 10 }, removed: { count: 0 } });
  expect(await check(site, { deep: true, removeUnowned: true })).toMatchObject({ flaws: 0, removed: { count: 1 } });
  const blobs = await openBlobs(site, 'blobs');
  expect([await blobs.has(old), await blobs.has(young)]).toEqual([false, true]);
  await blobs.close();
});

it('does not take from a backup what it does not have whole, and leaves alone what a running site may need', async () => {
  const [altered = ''] = others;
  const kept = readFileSync(pathIn(site, altered));
  truncateSync(pathIn(site, altered), 10);
  const inBackup = join(root, 'backups', 'blobs', altered.slice(0, 2), altered);
  writeFileSync(inBackup, 'another');
  expect(await check(site, { mendFrom: join(root, 'backups') })).toMatchObject({ flaws: 1, mended: 0 });
  expect(readFileSync(pathIn(site, altered))).toHaveLength(10);
  writeFileSync(inBackup, kept);
  expect(await check(site, { mendFrom: join(root, 'backups') })).toMatchObject({ flaws: 1, mended: 1 });
  await within(site, async ({ database }) => {
    let lent = 0;
    const askSite = async () => ({
      async copy() {
        const folder = join(root, `lent${(lent += 1)}`);
        await database.copyTo!(folder);
        return folder;
      },
      note: async () => {},
      close: async () => {},
    });
    expect(await check(site, { askSite })).toMatchObject({ flaws: 0 });
    await expect(check(site, { askSite, removeUnowned: true })).rejects.toMatchObject({ code: 'site-running' });
  });
});

it('does the same with PostgreSQL and a bucket', where(server !== null), async () => {
  const other = siteIn(root, 'other', {
    DATABASE_URL: server!.url,
    S3_ENDPOINT: store.url,
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  await restore(other, { from: join(root, 'backups'), id: null }, UNWATCHED);
  const old = await leave(other, 'nobody’s');
  age(join(root, 'bucket', old));
  const blobs = await openBlobs(other, 'blobs');
  await blobs.remove(cover);
  expect(await check(other, { mendFrom: join(root, 'backups'), removeUnowned: true })).toMatchObject({
    named: [[cover, 'lost', true]],
    removed: { count: 1, bytes: 10 },
  });
  expect([await blobs.has(old), await blobs.has(cover), await blobs.has(logo), await blobs.has(button)]).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(blobKey(await blobs.read(cover))).toBe(cover);
  await blobs.close();
});
