import { execFile, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { blobKey } from '#server/blobs/blobs.ts';
import { startS3Endpoint, type S3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';
import type { Config } from '#server/config/config.ts';
import { putSetting } from '#server/db/queries/settings.ts';
import { openDeps } from '#server/deps.ts';
import { listenControl } from '#server/http/control-socket.ts';
import { createLog } from '#server/log.ts';
import { PROGRAM_ENV, PROGRAM_FLAGS } from '#server/testing/process.ts';
import { where } from '#server/testing/samples.ts';
import { startPostgres } from '../../../tools/postgres.ts';
import { backUp, listBackups, restore, verify } from './backups.ts';
import { createCopies } from './copies.ts';
import type { Inventory } from './inventory.ts';
import { configurationAt, move } from './moving.ts';
import { folderPlace } from './places/folder.ts';
import { leasePlace } from './places/lease.ts';
import { getBackups } from './public/made-backups.ts';
import { backUpWhenDue } from './timetable.ts';
import { fingerprint, furnish, HALF, NOBODY, siteIn, UNWATCHED, uploadedHalf, within } from './testing/sites.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const server = await startPostgres();
let root: string;
let store: S3Endpoint;
let first: Config;
let whole: Awaited<ReturnType<typeof fingerprint>>;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'komawari-backups-'));
  mkdirSync(join(root, 'bucket'));
  store = await startS3Endpoint(join(root, 'bucket'), 'bucket');
  writeFileSync(join(root, 'komawari.config.json'), '{"name":"Panels"}');
  first = siteIn(root, 'first');
  await within(first, furnish);
  mkdirSync(join(first.dataDir, 'site/komawari'), { recursive: true });
  writeFileSync(join(first.dataDir, 'site/komawari/notes.txt'), 'a note');
  whole = await fingerprint(first);
});
afterAll(async () => {
  await store.close();
  await server?.stop();
  rmSync(root, { recursive: true });
});

/** Has a site be called Fuchsbau in its page; the same where its file says no name. */
async function named(config: Config): Promise<Config> {
  const source = config.sources.get(config.site.id)!;
  await within(config, async ({ db }) => {
    const rows = ['Older', 'Fuchsbau'].map((name, at) => ({
      site: config.site.id,
      revision: at + 1,
      settings: JSON.stringify({ name }),
      changes: '[]',
    }));
    await db.insertInto('site_settings').values(rows).execute();
  });
  return { ...config, sources: new Map([[config.site.id, { ...source, content: {} }]]) };
}

it('a backup is one of the site as it is called in its page, unless the file says so', async () => {
  const config = await named(siteIn(root, 'named'));
  const folder = join(root, 'repository of a name');
  await back(config, folder);
  expect((await listBackups(config, folder)).map(({ site }) => site.name)).toEqual(['Fuchsbau']);
  await back({ ...config, sources: siteIn(root, 'named').sources }, folder);
  expect((await listBackups(config, folder)).map(({ site }) => site.name).sort()).toEqual(['Fuchsbau', 'Panels']);
});

const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));

/** The address of a new, empty database on the server. */
async function newDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create database another template template0');
  await client.end();
  return url.replace(/[^/]*$/, 'another');
}

const back = (config: Config, to: string, keepDays = 0) => backUp(config, { to, keepDays, askSite: NOBODY }, UNWATCHED);
const bring = (config: Config, from: string) => restore(config, { from, id: null }, UNWATCHED);
const read = (config: Config, from: string, scratch = false) =>
  verify(config, { from, id: null, scratch, askSite: NOBODY }, UNWATCHED);

/** A site but for what was written down of its backups, and where it has the parts of files on their way. */
const lasting = ({ tables, blobs, lost }: typeof whole) => ({
  tables: tables.filter(({ name }) => !['backups', 'upload_parts'].includes(name)),
  blobs: blobs.filter((hash) => whole.blobs.includes(hash)),
  lost,
});

it(
  'a site comes back whole in the other database and the other store, and from there, encrypted in one file, where it was',
  where(server !== null),
  async () => {
    const folder = join(root, 'repository');
    const made = await back(first, folder);
    expect(made).toMatchObject({ comics: 40, members: 1, lost: 0, encrypted: false });
    const moved = siteIn(root, 'moved', {
      DATABASE_URL: server!.url,
      S3_ENDPOINT: store.url,
      S3_BUCKET: 'bucket',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      BACKUP_PASSPHRASE: 'eight kites fly over the harbour',
    });
    await bring(moved, folder);
    expect(lasting(await fingerprint(moved))).toEqual(lasting(whole));
    expect(await within(moved, uploadedHalf)).toBe(HALF);
    await expect(bring(moved, folder)).rejects.toMatchObject({
      code: 'site-not-empty',
      params: { comics: 40, members: 1 },
    });

    const file = join(root, 'whole.tar');
    expect(await back(moved, file)).toMatchObject({ comics: 40, encrypted: true });
    expect(readFileSync(file).includes(HALF)).toBe(false);
    const home = siteIn(root, 'home');
    await expect(bring(home, file)).rejects.toMatchObject({ code: 'backup-passphrase-needed' });
    await expect(bring({ ...home, backupPassphrase: 'eight kites' }, file)).rejects.toMatchObject({
      code: 'backup-passphrase-wrong',
    });
    // As a restore leaves it that was cut off with the power.
    const [hash = ''] = whole.blobs;
    const empty = join(home.dataDir, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash);
    mkdirSync(dirname(empty), { recursive: true });
    writeFileSync(empty, '');
    await bring({ ...home, backupPassphrase: moved.backupPassphrase }, file);
    expect(blobKey(readFileSync(empty))).toBe(hash);
    expect(lasting(await fingerprint(home))).toEqual(lasting(whole));
    expect(await within(home, uploadedHalf)).toBe(HALF);
    expect(readFileSync(join(home.dataDir, 'site/komawari/notes.txt'), 'utf8')).toBe('a note');
  },
);

it('the next backup writes only what is new, and what no backup needs any more goes with the last that needed it', async () => {
  const folder = join(root, 'increments');
  const one = await back(first, folder);
  const two = await back(first, folder);
  expect(two.new_bytes).toBeLessThan(one.new_bytes / 10);
  expect((await listBackups(first, folder)).map(({ id }) => id)).toEqual([two.id, one.id].sort().reverse());
  const objects = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  const before = objects();
  vi.useFakeTimers({ now: Date.now() + 40 * 86_400_000, toFake: ['Date'] });
  try {
    await back(first, folder, 30);
  } finally {
    vi.useRealTimers();
  }
  expect(await listBackups(first, folder)).toHaveLength(1);
  expect(objects()).toBeLessThan(before);
  expect((await read(first, folder, true)).verification.damaged.count).toBe(0);
  expect(readdirSync(join(folder, 'unfinished'))).toEqual([]);
});

it('a backup that was cut off, altered, is of another site or a newer version is told apart from a sound one', async () => {
  const file = join(root, 'short.tar');
  await back(first, file);
  truncateSync(file, statSync(file).size - 2000);
  await expect(read(first, file)).rejects.toMatchObject({ code: 'backup-cut-off' });
  await expect(read(first, join(root, 'nothing'))).rejects.toMatchObject({ code: 'backup-not-found' });

  const folder = join(root, 'altered');
  await back(first, folder);
  expect((await read(first, folder)).verification).toMatchObject({
    damaged: { count: 0 },
    pictures: expect.any(Number),
  });
  const [top = ''] = readdirSync(join(folder, 'blobs'));
  const [name = ''] = readdirSync(join(folder, 'blobs', top));
  writeFileSync(join(folder, 'blobs', top, name), 'other bytes');
  expect((await read(first, folder)).verification.damaged).toEqual({ count: 1, first: [`blobs/${top}/${name}`] });
  await expect(bring(siteIn(root, 'never'), folder)).rejects.toMatchObject({ code: 'backup-damaged' });

  const other = siteIn(root, 'other');
  await within(other, async () => {});
  await expect(back(other, folder)).rejects.toMatchObject({ code: 'backup-other-site', params: { name: 'Panels' } });

  const head = join(folder, 'komawari-backup.json');
  writeFileSync(head, readFileSync(head, 'utf8').replace('"format": 1', '"format": 2'));
  await expect(read(first, folder)).rejects.toMatchObject({ code: 'backup-newer' });
});

it('a running site is backed up by its timetable while it is written to, and says what it has', async () => {
  const to = join(root, 'by-itself');
  const running = siteIn(root, 'first', { KOMAWARI_BACKUP_TO: to, KOMAWARI_BACKUP_EVERY_HOURS: '24' });
  const deps = await openDeps(running, createLog('silent'));
  const control = await listenControl(deps, {
    imports: { run: async () => {} },
    copies: await createCopies(deps),
    members: async () => ({ members: [], total: 0, url: null }),
  });
  try {
    const env = { ...PROGRAM_ENV, KOMAWARI_DATA: running.dataDir };
    const job = { id: 1, kind: '', payload: {}, attempts: 0, complete: async () => {}, signal: UNWATCHED.signal };
    const later = { at: new Date() };
    const run = () => backUpWhenDue({ ...deps, now: () => later.at, env })(job);
    let [rows, isDone] = [0, false];
    const writing = (async () => {
      for (; !isDone; rows += 1) {
        await putSetting(deps.db, `written ${rows}`, 'x'.repeat(500));
        await pause(10);
      }
    })();
    expect(await getBackups(deps.db, running.site)).toMatchObject({ next: { place: to } });
    await run().finally(() => {
      isDone = true;
    });
    await writing;
    const newest = async () => {
      const { made, next } = await getBackups(deps.db, running.site);
      return { made: made.find(({ place }) => place === to), next };
    };
    const { made, next } = await newest();
    expect(made).toMatchObject({ place: to, comics: 40, members: 1, lost: 0, damaged: false });
    expect(made?.verified_at).not.toBeNull();
    expect(new Date(next!.at).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    // Not due again: nothing is made.
    await run();
    expect((await newest()).made?.id).toBe(made?.id);
    // The copy that it was made from is gone, and what was read is whole.
    expect(readdirSync(join(running.dataDir, 'unpacked'))).toEqual([]);
    const [{ tables }] = (await listBackups(running, to)) as [Inventory];
    const kept = tables.find(({ name }) => name === 'settings')!.rows;
    expect(kept).toBeLessThanOrEqual(rows + 20);
    expect((await read(running, to, true)).verification.damaged.count).toBe(0);
  } finally {
    await control.close();
    await deps.close();
  }
});

it(
  'a site moves to the other database and the other store, killed on the way, and the old is let go when all is there',
  where(server !== null),
  async () => {
    const keys = { S3_ENDPOINT: store.url, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
    const old = siteIn(root, 'old', keys);
    const before = await fingerprint(first);
    await back(first, join(root, 'to-move'));
    await bring(old, join(root, 'to-move'));
    const there = { database: await newDatabase(server!.url), store: 's3://bucket' };
    for (const milliseconds of [1500, 4000]) {
      const child = spawn(
        process.execPath,
        [...PROGRAM_FLAGS, CLI, 'move', '--database', there.database, '--store', there.store],
        { env: { ...PROGRAM_ENV, KOMAWARI_DATA: old.dataDir, ...keys }, stdio: 'ignore' },
      );
      const killing = setTimeout(() => child.kill('SIGKILL'), milliseconds);
      await new Promise((resolve) => {
        child.once('exit', resolve);
      });
      clearTimeout(killing);
    }
    await move(old, { ...there, deleteOld: false }, UNWATCHED);
    const moved = configurationAt(old, there);
    expect(lasting(await fingerprint(moved))).toEqual(lasting(before));
    expect(await within(moved, uploadedHalf)).toBe(HALF);
    // The old site is as it was, the files on their way, too.
    expect(lasting(await fingerprint(old)).blobs).toEqual(whole.blobs);
    expect(await within(old, uploadedHalf)).toBe(HALF);
    await expect(move(old, { database: null, store: 'disk', deleteOld: false }, UNWATCHED)).rejects.toMatchObject({
      code: 'move-nothing',
    });
    // Something else is there by now.
    await within(moved, ({ db }) => putSetting(db, 'new', 'yes'));
    await expect(move(await named(old), { ...there, deleteOld: true }, UNWATCHED)).rejects.toMatchObject({
      code: 'site-not-empty',
      params: { name: 'Fuchsbau' },
    });
    const away = { ...moved, dataDir: join(root, 'new-home') };
    await move(away, { database: 'embedded', store: 'disk', deleteOld: true }, UNWATCHED);
    expect(lasting(await fingerprint({ ...away, databaseUrl: undefined, s3: null })).blobs).toEqual(whole.blobs);
    await expect(fingerprint(away)).rejects.toThrow(/./);
    // As after a kill at the very end: nothing is left to move, and nothing is made anew.
    await expect(move(away, { database: 'embedded', store: 'disk', deleteOld: true }, UNWATCHED)).rejects.toMatchObject(
      {
        code: 'move-nothing',
      },
    );
  },
);

it('backups lie in a bucket as they do in a folder', async () => {
  const keys = { BACKUP_S3_ENDPOINT: store.url, BACKUP_S3_ACCESS_KEY_ID: 'key', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' };
  const config = { ...siteIn(root, 'first', keys) };
  const one = await back(config, 's3://bucket/panels');
  expect((await back(config, 's3://bucket/panels')).new_bytes).toBeLessThan(one.new_bytes / 10);
  expect((await read(config, 's3://bucket/panels')).verification.damaged.count).toBe(0);
});

it('the store of backups is asked as the role of the machine where no key is given', async () => {
  const role = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    const Expiration = new Date(Date.now() + 3_600_000).toISOString();
    response.end(JSON.stringify({ AccessKeyId: 'ROLE', SecretAccessKey: 'secret', Token: 'session', Expiration }));
  });
  await new Promise<void>((resolve) => {
    role.listen(0, '127.0.0.1', resolve);
  });
  // A process of its own has the variables by which a role is found.
  const script = `
    const { bucketPlace } = await import('./server/features/backups/places/bucket.ts');
    const place = await bucketPlace({ endpoint: process.env.STORE, region: 'local', bucket: 'bucket', prefix: 'role/' });
    await place.put('one', Buffer.from('bytes')).then(() => console.log('put'), (error) => console.log(error.code));
    await place.close();`;
  const run = async (env: Record<string, string>) => {
    const flags = [...PROGRAM_FLAGS, '--input-type=module', '--eval', script];
    const cwd = join(import.meta.dirname, '../../..');
    return (
      await promisify(execFile)(process.execPath, flags, { cwd, env: { ...PROGRAM_ENV, STORE: store.url, ...env } })
    ).stdout.trim();
  };
  try {
    store.keys.clear();
    const { port } = role.address() as AddressInfo;
    expect(await run({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${port}/role` })).toBe('put');
    expect([...store.keys]).toEqual(['ROLE session']);
    expect(await run({ AWS_EC2_METADATA_DISABLED: 'true' })).toBe('backup-store-keys-missing');
  } finally {
    role.closeAllConnections();
    role.close();
  }
});

it('two who want to write into one place at once do not: one is told who the other is, and a killed one is waited for until its lease ends', async () => {
  const folder = join(root, 'one-at-a-time');
  const place = folderPlace(folder);
  const taken = await Promise.allSettled([leasePlace(place, folder), leasePlace(folderPlace(folder), folder)]);
  const [lease] = taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(back(first, folder)).rejects.toMatchObject({
    code: 'backup-place-busy',
    params: { path: folder, host: hostname(), until: expect.any(String) },
  });
  expect(existsSync(join(folder, 'komawari-backup.json'))).toBe(false);
  // Whoever stood still for too long finds that its lease was taken for that of a killed process.
  vi.useFakeTimers({ now: Date.now() + 10 * 60_000, toFake: ['Date'] });
  try {
    await back(first, folder);
  } finally {
    vi.useRealTimers();
  }
  await expect(lease!.confirm()).rejects.toMatchObject({ code: 'backup-place-busy' });
  await lease!.release();
  expect(readdirSync(join(folder, 'writing'))).toEqual([]);
  expect(await listBackups(first, folder)).toHaveLength(1);
});
