import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startS3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';
import { startPostgres } from '../../tools/postgres.ts';
import { readable, table, type Figure } from '../figures.ts';
import { startScript, startServer } from '../servers/processes.ts';
import { randomFor } from '../synthetic/random.ts';
import { makeBackedSite } from './backed-site.ts';
import { configIn, type SiteEnv } from './commands.ts';
import { differences, readContents, type Contents } from './contents.ts';
import { dropDatabase, newDatabase } from './databases.ts';

/** Kills of one move before it is left to end; of each two moves the second deletes what is old. */
const A_MOVE = 4;

/**
 * Moves a site of so many works from the embedded database to PostgreSQL and from the disk to a bucket, kills the command with signal 9
 * at random moments, runs it again until it is done, and compares everything: after each kill, that either the old site or the new one
 * is whole, the old one always where it is to stay; and what has come at the end.
 *
 * @param rounds kills in all.
 */
export async function benchMovesKilled(
  { works, rounds }: { works: number; rounds: number },
  say: (line: string) => void,
): Promise<Figure[]> {
  const server = await startPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
  if (server === null) throw new Error('PostgreSQL 15 or later was not found on this machine.');
  const root = mkdtempSync(join(tmpdir(), 'komawari-bench-moves-'));
  const faults: string[] = [];
  const rows: string[][] = [];
  try {
    const site = { KOMAWARI_DATA: join(root, 'site') };
    await makeBackedSite({ dataDir: site.KOMAWARI_DATA }, works, () => {});
    await (await startServer(site, 120)).stop();
    const bench = { root, url: server.url, contents: await readContents(configIn(site, root)) };
    // The first is not killed: how long it takes says when the others are to be.
    const { seconds, wrong } = await movedSite(bench, { deletes: false, moments: [] });
    faults.push(...wrong);
    for (let killed = 0, deletes = false; killed < rounds; killed += A_MOVE, deletes = !deletes) {
      const moments = Array.from(
        { length: Math.min(A_MOVE, rounds - killed) },
        (_, at) => randomFor(29, killed + at).next() * seconds,
      );
      const moved = await movedSite(bench, { deletes, moments });
      faults.push(...moved.wrong);
      rows.push([
        deletes ? 'old site deleted' : 'old site kept',
        moments.map(readable).join(', '),
        moved.states.join(', '),
      ]);
    }
    say(`A move took ${readable(seconds)} s\n${table(['move', 'killed after, s', 'whole then'], rows)}\n`);
  } finally {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
  faults.forEach(say);
  return [{ name: 'faults after kills of a move', value: faults.length, unit: '', limit: 0, bound: 'most' }];
}

/** Moves a copy of the site, killed at some moments, in seconds from each start; how long the last start took, and what was wrong. */
async function movedSite(
  { root, url, contents }: { root: string; url: string; contents: Contents },
  { deletes, moments }: { deletes: boolean; moments: readonly number[] },
): Promise<{ seconds: number; states: string[]; wrong: string[] }> {
  const [folder, bucket] = [join(root, 'old'), join(root, 'bucket')];
  await promisify(execFile)('cp', ['-r', join(root, 'site'), folder]);
  mkdirSync(bucket);
  const endpoint = await startS3Endpoint(bucket, 'bucket');
  const database = await newDatabase(url, 'moved');
  const keys = { S3_ENDPOINT: endpoint.url, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
  const old: SiteEnv = { KOMAWARI_DATA: folder, ...keys };
  const moved: SiteEnv = { ...old, KOMAWARI_DATA: join(root, 'new'), DATABASE_URL: database, S3_BUCKET: 'bucket' };
  const args = ['move', '--database', database, '--store', 's3://bucket', ...(deletes ? ['--delete-old'] : [])];
  const wrong: string[] = [];
  const states: string[] = [];
  try {
    for (const moment of moments) {
      const command = startScript('server/cli.ts', args, old);
      await Promise.race([command.ended, pause(moment * 1000)]);
      await command.kill();
      const whole = { old: await isWhole(old, contents, root), new: await isWhole(moved, contents, root) };
      states.push(whole.old ? (whole.new ? 'both' : 'old') : whole.new ? 'new' : 'none');
      if (!whole.old && !(deletes && whole.new)) wrong.push(`after ${readable(moment)} s the old site is not whole`);
    }
    const started = performance.now();
    const command = startScript('server/cli.ts', args, old);
    const status = await command.ended;
    const seconds = (performance.now() - started) / 1000;
    // Of a move that was done with everything nothing is left to move.
    if (status !== 0 && !(deletes && states.at(-1) === 'new')) {
      wrong.push(`it ended with ${status}: ${command.output()}`);
    }
    if (!(await isWhole(moved, contents, root))) wrong.push('the new site is not whole');
    if (deletes === (await isWhole(old, contents, root))) wrong.push(`the old site is ${deletes ? 'there' : 'gone'}`);
    return { seconds, states, wrong };
  } finally {
    await endpoint.close();
    await dropDatabase(url, 'moved');
    rmSync(folder, { recursive: true, force: true });
    rmSync(bucket, { recursive: true });
  }
}

/** Whether a site has all rows and pictures. */
async function isWhole(site: SiteEnv, wanted: Contents, root: string): Promise<boolean> {
  const found = await readContents(configIn(site, root)).catch(() => null);
  return (
    found !== null &&
    found.damaged.length === 0 &&
    found.pictures === wanted.pictures &&
    differences(wanted.tables, found.tables).length === 0
  );
}
