import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startS3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';
import { startPostgres } from '../../tools/postgres.ts';
import { percentile, readable, table, type Figure } from '../figures.ts';
import { startServer } from '../servers/processes.ts';
import { makeBackedSite, type People } from './backed-site.ts';
import { configIn, copySeconds, runCli, type SiteEnv } from './commands.ts';
import { dropDatabase, newDatabase } from './databases.ts';
import { differences, inconsistencies, readContents, readSums, type Contents } from './contents.ts';
import { pictures, startReaders } from './readers.ts';
import { startWriter } from './writer.ts';

/** Readers, turns with and without a backup, and the fewest seconds of a turn without. */
const [READERS, TURNS, LEAST] = [16, 3, 8];
/** Memory as a small server would give it; every commit outlives a crash. */
const SETTINGS = {
  shared_buffers: '512MB',
  work_mem: '32MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '4GB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
};

/**
 * Backs a site of so many works up while 16 readers read and a writer writes; restores each backup into an empty site and looks for what
 * does not fit together; then destroys the site, restores it into either database, moves it to PostgreSQL and a bucket, and compares
 * everything, logs in and reads a page.
 *
 * @param rounds backups under load that are restored and looked at.
 * @param only `load` or `copies`: that part alone.
 */
export async function benchBackup(
  { works, rounds, only }: { works: number; rounds: number; only: string | undefined },
  say: (line: string) => void,
): Promise<Figure[]> {
  const server = await startPostgres(SETTINGS);
  if (server === null) throw new Error('PostgreSQL 15 or later was not found on this machine.');
  const root = mkdtempSync(join(tmpdir(), 'komawari-bench-backup-'));
  const bench = { root, url: server.url, rounds, say };
  try {
    const site: SiteEnv = { KOMAWARI_DATA: join(root, 'site'), DATABASE_URL: await newDatabase(bench.url, 'site') };
    const people = await makeBackedSite({ dataDir: site.KOMAWARI_DATA!, databaseUrl: site.DATABASE_URL! }, works, say);
    const figures = only === 'copies' ? await firstStart(site) : await backUpUnderLoad(bench, site, people);
    return only === 'load' ? figures : [...figures, ...(await destroyAndRestore(bench, site, people))];
  } finally {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

interface Bench {
  root: string;
  url: string;
  rounds: number;
  say(line: string): void;
}

/** Starts a site for the first time, which gives it its secret. */
async function firstStart(site: SiteEnv): Promise<Figure[]> {
  await (await startServer(site)).stop();
  return [];
}

/** Destroys a site that was backed up, restores it into either database, moves it on, and compares everything. */
async function destroyAndRestore(bench: Bench, site: SiteEnv, people: People): Promise<Figure[]> {
  const { root, say } = bench;
  const contents = await readContents(configIn(site, root));
  const last = join(root, 'last');
  const made = await runCli(['backup', last], site);
  const copies = [await copySeconds([join(site.KOMAWARI_DATA!, 'blobs')], join(root, 'copied'))];
  const onServer: SiteEnv = {
    KOMAWARI_DATA: join(root, 'on-server'),
    DATABASE_URL: await newDatabase(bench.url, 'back'),
  };
  const restored = await runCli(['restore', last], onServer);
  copies.push(await copySeconds([join(site.KOMAWARI_DATA!, 'blobs')], join(root, 'copied-again')));
  // Gone for everyone, and not removed yet: for minutes after so many were removed, ext4 takes twice as long to make files.
  renameSync(site.KOMAWARI_DATA!, join(root, 'destroyed'));
  await dropDatabase(bench.url, 'site');

  const inFolder: SiteEnv = { KOMAWARI_DATA: join(root, 'in-folder') };
  const embedded = await runCli(['restore', last], inFolder);
  const folder = await copySeconds([inFolder.KOMAWARI_DATA!], join(root, 'folder-copied'));
  const looked = createLook(root, people);
  await looked.compare('restored into PostgreSQL', onServer, contents);
  const moving = await moveOn(bench, inFolder, looked, await looked.compare('restored, embedded', inFolder, contents));
  for (const fault of looked.wrong) {
    say(fault);
  }
  const copy = (copies[0]! + copies[1]!) / 2;
  const rows = [
    ['backup', made.seconds, copy],
    ['restore into PostgreSQL', restored.seconds, copy],
    ['restore, embedded', embedded.seconds, folder],
    ['move to PostgreSQL: rows alone', moving.database, NaN],
    ['move to a bucket', moving.store, copy],
    ['move to the disk', moving.home, copy],
  ] as const;
  say(
    `\n${contents.pictures} files\n${table(
      ['what', 's', 'cp of its files, s', 'of its speed'],
      rows.map(([what, ours, plain]) => [what, readable(ours), readable(plain), readable(plain / ours)]),
    )}\n`,
  );
  return [
    { name: 'faults of what was restored and moved', value: looked.wrong.length, unit: '', limit: 0, bound: 'most' },
    ...rows
      .filter(([what]) => /^restore|disk$/.test(what))
      .map(([what, ours, plain]): Figure => ({
        name: `${what} ÷ cp, bytes a second`,
        value: plain / ours,
        unit: '×',
        limit: 0.7,
        bound: 'least',
      })),
  ];
}

/** Turns without and with a backup, and the restored backups looked at. */
async function backUpUnderLoad({ root, url, rounds, say }: Bench, site: SiteEnv, people: People): Promise<Figure[]> {
  const times = { without: [] as number[], with: [] as number[] };
  const faults: string[] = [];
  const refused: string[] = [];
  const server = await startServer({ ...site, LOG_LEVEL: 'warn' });
  try {
    // The first round warms up before it counts.
    const readers = await startReaders(server.url, READERS);
    let written = 0;
    let longest = LEAST;
    for (let round = 0; round < Math.max(TURNS, rounds); round += 1) {
      const writer = startWriter(server.url, people, written);
      readers.during(`before backup ${round + 1}`);
      await pause(round === 0 ? LEAST * 1000 : 1000);
      if (round < TURNS) {
        readers.taken();
        await pause(longest * 1000);
        times.without.push(...readers.taken());
      }
      const place = join(root, `under-load-${round}`);
      const before = await readSums(configIn(site, root));
      const acknowledged = writer.acknowledged();
      readers.taken();
      readers.during(`during backup ${round + 1}`);
      const { seconds } = await runCli(['backup', place], site);
      readers.during(`after backup ${round + 1}`);
      const during = readers.taken();
      if (round < TURNS) {
        times.with.push(...during);
        longest = Math.max(LEAST, seconds);
        say(`backup ${round + 1}: ${readable(seconds)} s; p95 ${readable(percentile(during, 0.95))} ms`);
      }
      await writer.stop();
      written = writer.acknowledged();
      const after = await readSums(configIn(site, root));
      if (round < rounds) {
        const empty: SiteEnv = {
          KOMAWARI_DATA: join(root, 'empty'),
          DATABASE_URL: await newDatabase(url, 'empty'),
        };
        readers.during(`while backup ${round + 1} was restored beside them`);
        await runCli(['restore', place], empty);
        const found = inconsistencies(await readContents(configIn(empty, root)), {
          before,
          after,
          acknowledged,
          tried: written,
        });
        faults.push(...found.map((fault) => `backup ${round + 1}: ${fault}`));
        rmSync(empty.KOMAWARI_DATA!, { recursive: true });
        await dropDatabase(url, 'empty');
      }
      rmSync(place, { recursive: true });
    }
    await readers.stop();
    refused.push(...readers.refused);
    if (refused.length > 0) {
      say(`${refused.slice(0, 5).join('\n')}\n${server.output().slice(-2000)}`);
    }
  } finally {
    await server.stop();
  }
  const [plain, busy] = [percentile(times.without, 0.95), percentile(times.with, 0.95)];
  say(
    table(
      ['readers’ answers', 'answers', 'p50, ms', 'p95, ms', 'p99, ms'],
      [
        ['without a backup', times.without],
        ['during one', times.with],
      ].map(([name, all]) => [
        name as string,
        String(all!.length),
        ...[0.5, 0.95, 0.99].map((part) => readable(percentile(all as number[], part))),
      ]),
    ),
  );
  for (const fault of faults) {
    say(fault);
  }
  return [
    { name: 'readers’ p95 during a backup ÷ without one', value: busy / plain, unit: '×', limit: 1.3, bound: 'most' },
    { name: 'readers’ requests that were refused', value: refused.length, unit: '', limit: 0, bound: 'most' },
    { name: 'faults of backups that were made under load', value: faults.length, unit: '', limit: 0, bound: 'most' },
  ];
}

/** Moves a site in a folder to PostgreSQL, to a bucket, and back to the disk, each by itself, and compares it. */
async function moveOn(
  bench: Bench,
  from: SiteEnv,
  { compare }: Look,
  contents: Contents,
): Promise<{ database: number; store: number; home: number }> {
  const { root } = bench;
  mkdirSync(join(root, 'bucket'));
  const endpoint = await startS3Endpoint(join(root, 'bucket'), 'bucket');
  try {
    const keys = { S3_ENDPOINT: endpoint.url, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
    const url = await newDatabase(bench.url, 'moved');
    const toServer = await runCli(['move', '--database', url], from);
    const onServer = { ...from, ...keys, DATABASE_URL: url };
    const first = await compare('moved to PostgreSQL', onServer, contents);
    const toStore = await runCli(['move', '--store', 's3://bucket'], onServer);
    const inBucket = { ...onServer, S3_BUCKET: 'bucket', KOMAWARI_DATA: join(root, 'with-a-bucket') };
    const second = await compare('moved to a bucket', inBucket, first);
    const toDisk = await runCli(['move', '--store', 'disk'], inBucket);
    await compare('moved to the disk', { ...inBucket, S3_BUCKET: '' }, second);
    return { database: toServer.seconds, store: toStore.seconds, home: toDisk.seconds };
  } finally {
    await endpoint.close();
  }
}

/** Looks at sites that were restored or moved, and keeps what is wrong with them. */
interface Look {
  wrong: string[];
  /** Compares all that a site has with what it should have, logs in, reads a page and its pictures; what it has after that. */
  compare(name: string, site: SiteEnv, wanted: Contents): Promise<Contents>;
}

function createLook(root: string, { reader }: People): Look {
  const wrong: string[] = [];
  return {
    wrong,
    async compare(name, site, wanted) {
      const found = await readContents(configIn(site, root));
      const blame = (fault: string) => wrong.push(`${name}: ${fault}`);
      differences(wanted.tables, found.tables).forEach((table) => blame(`the table ${table} differs`));
      if (found.damaged.length > 0) blame(`${found.damaged.length} pictures are not there`);
      if (found.pictures !== wanted.pictures) blame(`${found.pictures} pictures instead of ${wanted.pictures}`);
      const server = await startServer({ ...site, KOMAWARI_JOBS: 'off' });
      try {
        const headers = { 'content-type': 'application/json' };
        const login = await fetch(`${server.url}/api/login`, { method: 'POST', headers, body: JSON.stringify(reader) });
        if (login.status !== 200 || !(await login.text()).includes('token')) blame(`login answered ${login.status}`);
        const list = (await (await fetch(`${server.url}/api/comics`)).json()) as { data: { slug: string }[] };
        const slug = list.data[0]?.slug ?? '';
        const page = await fetch(`${server.url}/en/comic/${slug}`);
        if (page.status !== 200 || !(await page.text()).includes(slug)) blame(`a page answered ${page.status}`);
        const seen = pictures(await (await fetch(`${server.url}/api/comics/${slug}/images?uncounted=1`)).json());
        if (seen.length === 0) blame('no pictures were named');
        for (const path of seen) {
          const picture = await fetch(server.url + path);
          if (picture.status !== 200 || (await picture.arrayBuffer()).byteLength === 0) blame(`${path} is not there`);
        }
      } finally {
        await server.stop();
      }
      return readContents(configIn(site, root));
    },
  };
}
