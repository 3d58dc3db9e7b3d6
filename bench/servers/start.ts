import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { demoLoaded } from '#server/testing/demo-loaded.ts';
import { median, readable, type Figure } from '../figures.ts';
import { startMeasuredPostgres } from './measured-postgres.ts';
import { npmStart, ROOT, startServer, treeMemory } from './processes.ts';

const STARTS = 3;
/** A start that takes longer is given up, in seconds. */
const LONGEST = 600;

/** Measures how long starts take, and what the running site takes of memory when nobody visits. */
export async function benchStart(say: (line: string) => void): Promise<Figure[]> {
  return [...(await againAndIdle(say)), ...(await idleOnPostgres(say)), ...(await fromCleanClone(say))];
}

async function againAndIdle(say: (line: string) => void): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const first = await npmStart(ROOT, { KOMAWARI_DATA: folder }, LONGEST);
    await demoLoaded(first.url, LONGEST);
    await first.stop();
    const starts: number[] = [];
    for (let turn = 0; turn < STARTS; turn += 1) {
      const again = await npmStart(ROOT, { KOMAWARI_DATA: folder }, LONGEST);
      starts.push(again.readyAfter);
      await again.stop();
    }
    say(`later starts of npm start: ${starts.map((seconds) => seconds.toFixed(2)).join(', ')} s`);
    const memory = await idleMemory({ KOMAWARI_DATA: folder });
    return [
      { name: 'a later npm start, until ready', value: median(starts), unit: 's', limit: 3, bound: 'most' },
      { name: 'idle memory, embedded database', value: memory, unit: 'MB', limit: 600, bound: 'most' },
    ];
  });
}

async function idleOnPostgres(say: (line: string) => void): Promise<Figure[]> {
  const database = await startMeasuredPostgres();
  try {
    return await inFolder(async (folder) => {
      const memory = await idleMemory({ KOMAWARI_DATA: folder, KOMAWARI_DEMO: 'off', DATABASE_URL: database.url });
      say(`idle on PostgreSQL: ${readable(memory)} MB`);
      return [
        { name: 'idle memory, PostgreSQL (its server apart)', value: memory, unit: 'MB', limit: 250, bound: 'most' },
      ];
    });
  } finally {
    await database.stop();
  }
}

/** `npm start` in a clean clone of what is committed: packages from npm's cache, build, database. */
async function fromCleanClone(say: (line: string) => void): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const clone = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', ROOT, clone], { stdio: 'pipe' });
    const server = await npmStart(clone, { KOMAWARI_DATA: join(folder, 'data') }, LONGEST);
    const ready = performance.now();
    const comics = await firstComics(server.url);
    await demoLoaded(server.url, LONGEST);
    const demo = (performance.now() - ready) / 1000;
    say(
      `first start from a clean clone: ready after ${readable(server.readyAfter)} s, a page with comics ${readable(comics)} s later, the demo library whole ${readable(demo)} s later`,
    );
    await server.stop();
    return [
      {
        name: 'first npm start from a clean clone, until a page with comics',
        value: server.readyAfter + comics,
        unit: 's',
        limit: 60,
        bound: 'most',
      },
    ];
  });
}

/** The server's processes ten seconds after it was ready. */
async function idleMemory(env: Record<string, string>): Promise<number> {
  const server = await startServer(env);
  try {
    await wait(10_000);
    return treeMemory(server.pid);
  } finally {
    await server.stop();
  }
}

/** Waits until a page shows comics; seconds it took. */
async function firstComics(url: string): Promise<number> {
  const started = performance.now();
  while (!(await (await fetch(`${url}/en/latest`)).text()).includes('class="card')) {
    await wait(200);
  }
  return (performance.now() - started) / 1000;
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
