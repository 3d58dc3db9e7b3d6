import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readable, type Figure } from '../figures.ts';
import { seedOnce } from '../synthetic/seed.ts';
import type { LongestTurn } from './loop-watch.ts';
import { startMeasuredPostgres } from './measured-postgres.ts';
import { startServer, startWatchedServer, treeMemory, type Server } from './processes.ts';

/** Seconds that a start may take, and how long a site is left alone before what it holds counts as that of one at rest. */
const LONGEST = 1800;
const REST = 30;
const STARTS = 3;

/**
 * Measures starts without and with a saved index: seconds, memory, and the longest turn of the event loop.
 *
 * @param place a seeded database, or a data folder with an embedded one; a PostgreSQL of its own without either.
 */
export async function benchIndex(
  comics: number,
  place: { url?: string; folder?: string },
  say: (line: string) => void,
): Promise<Figure[]> {
  const own = place.url === undefined && place.folder === undefined ? await startMeasuredPostgres() : null;
  const url = place.url ?? own?.url;
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  const data = place.folder ?? folder;
  try {
    const held = await seedOnce(
      { dataDir: join(data, 'database'), ...(url === undefined ? {} : { url }) },
      comics,
      say,
    );
    say(`${held} comics`);
    return await measureStarts({ KOMAWARI_DATA: data, DATABASE_URL: url ?? '' }, say);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await own?.stop();
  }
}

async function measureStarts(
  env: { KOMAWARI_DATA: string; DATABASE_URL: string },
  say: (line: string) => void,
): Promise<Figure[]> {
  const settings = { KOMAWARI_DEMO: 'off', KOMAWARI_JOBS: 'off', ...env };
  const removeSaved = () => rmSync(join(env.KOMAWARI_DATA, 'catalogue'), { recursive: true, force: true });
  removeSaved();
  const built = await measure(await startServer(settings, LONGEST), say);
  const loaded = [];
  for (let turn = 0; turn < STARTS; turn += 1) {
    loaded.push(await measure(await startServer(settings, LONGEST), say));
  }
  removeSaved();
  const building = await longestTurn(settings, say);
  const loading = await longestTurn(settings, say);
  const most = (values: readonly number[]) => Math.max(...values);
  return [
    figure('start without a saved index, until lists come from memory', built.seconds, 's', 60),
    figure('start with one', most(loaded.map(({ seconds }) => seconds)), 's', 2),
    figure('memory while the index is built', built.most, 'MB', 600),
    figure('memory at rest after that', built.rest, 'MB', 350),
    figure('memory while it is loaded', most(loaded.map((one) => one.most)), 'MB', 600),
    figure('memory at rest after that', most(loaded.map(({ rest }) => rest)), 'MB', 350),
    figure('longest turn of the event loop while the index is built and saved', building, 'ms', 20),
    figure('while it is loaded and brought forward', loading, 'ms', 20),
  ];
}

function figure(name: string, value: number, unit: Figure['unit'], limit: number): Figure {
  return { name, value, unit, limit, bound: 'most' };
}

/** Seconds from when a server answers until its lists come from memory; the most memory it had until then, and what it has at rest. */
async function measure(server: Server, say: (line: string) => void) {
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, treeMemory(server.pid));
  }, 100);
  try {
    const seconds = await untilInMemory(server.url);
    await wait(REST * 1000);
    const rest = treeMemory(server.pid);
    say(`${readable(seconds)} s, ${readable(most)} MB at most, ${readable(rest)} MB at rest`);
    return { seconds, most, rest };
  } finally {
    clearInterval(look);
    await server.stop();
  }
}

/** The longest turn of a server's event loop, in milliseconds of the processor, from when it answers until a while after its lists come from memory. */
async function longestTurn(settings: Record<string, string>, say: (line: string) => void): Promise<number> {
  const server = await startWatchedServer(settings, LONGEST);
  try {
    await server.ask({ watch: 'begin' });
    await untilInMemory(server.url);
    await wait(REST * 1000);
    const turn = (await server.ask({ watch: 'end' })) as LongestTurn;
    say(`longest turn: ${readable(turn.processor)} ms, ${readable(turn.garbage)} ms of garbage in it`);
    return turn.processor;
  } finally {
    await server.stop();
  }
}

async function untilInMemory(url: string): Promise<number> {
  const started = performance.now();
  while (!/^komawari_catalogue_ready 1$/m.test(await (await fetch(`${url}/metrics`)).text())) {
    if (performance.now() - started > LONGEST * 1000) throw new Error('the index was not there in time');
    await wait(20);
  }
  return (performance.now() - started) / 1000;
}
