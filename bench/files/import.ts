import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findSources } from '#server/features/intake/public/sources.ts';
import { openArchive } from '#server/images/archives/archive.ts';
import { drawArchives } from '../synthetic/archives.ts';
import type { PageFile } from './derive-pages.ts';
import { median, readable, table, type Figure } from '../figures.ts';
import { startScript, type Running } from '../servers/processes.ts';

const ROUNDS = 3;
const PROCESSES = availableParallelism();

/**
 * Measures the pages a second that the real command line imports, against sharp alone making the same pictures in as
 * many processes, in turns in one run. What either program takes to start and end, with nothing to do, is taken off.
 *
 * @param given a folder of archives whose pages can all be read; without it, drawn ones.
 */
export async function benchImport(given: string | undefined, say: (line: string) => void): Promise<Figure[]> {
  const work = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    const folder = given === undefined ? join(work, 'archives') : resolve(given);
    if (given === undefined) {
      mkdirSync(folder);
      await drawArchives(folder);
    }
    const list = join(work, 'pages.json');
    const pages = await unpack(folder, join(work, 'pages'));
    writeFileSync(list, JSON.stringify(pages));
    const [nothing, noPages] = [join(work, 'nothing'), join(work, 'no-pages.json')];
    mkdirSync(nothing);
    writeFileSync(noPages, '[]');
    // Makes the template of the database, as the first start of a site does.
    await imported(nothing, join(work, 'data'));
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const measures = [
        async () => {
          const idle = await imported(nothing, join(work, `idle-${round}`));
          const whole = await imported(folder, join(work, `data-${round}`));
          ours.push(whole.pages / (whole.seconds - idle.seconds));
        },
        async () => {
          const idle = await derived(noPages);
          bare.push(pages.length / ((await derived(list)) - idle));
        },
      ];
      for (const measure of round % 2 === 0 ? measures : measures.toReversed()) {
        await measure();
      }
    }
    say(`Import of ${pages.length} pages, pages a second with ${PROCESSES} processes`);
    say(
      table(
        ['', 'the importer', 'sharp alone', 'ratio'],
        [['pages a second', readable(median(ours)), readable(median(bare)), readable(median(ours) / median(bare))]],
      ),
    );
    say('');
    return [
      {
        name: 'import ÷ sharp alone, pages a second',
        value: median(ours) / median(bare),
        unit: '×',
        limit: 0.8,
        bound: 'least',
      },
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Lays every page of the archives on disk, the same picture once. */
export async function unpack(folder: string, into: string): Promise<PageFile[]> {
  mkdirSync(into);
  const pages: PageFile[] = [];
  const known = new Set<string>();
  for (const { path } of await findSources(folder)) {
    const archive = await openArchive(path);
    for (const [index, entry] of archive.entries.filter(({ unsupported }) => unsupported === null).entries()) {
      const bytes = await archive.read(entry);
      const hash = createHash('sha256').update(bytes).digest('hex');
      if (known.has(hash)) continue;
      known.add(hash);
      writeFileSync(join(into, hash), bytes);
      pages.push({ file: join(into, hash), cover: index === 0 });
    }
    await archive.close();
  }
  return pages;
}

/** Imports a folder by the command line into a new data folder: pages, and seconds with the program's start and end. */
export async function imported(folder: string, data: string): Promise<{ pages: number; seconds: number }> {
  const started = performance.now();
  const run = startScript('server/cli.ts', ['import', folder, '--publish', '--json', '--rating', 'safe'], {
    KOMAWARI_DATA: data,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
  });
  const status = await run.ended;
  const seconds = (performance.now() - started) / 1000;
  const report = lastReport(run, status);
  const { imported: comics } = report as { imported: { pages: number }[] };
  return { pages: comics.reduce((sum, { pages }) => sum + pages, 0), seconds };
}

/** The last JSON that a program said. @throws Error with all that it said where it failed or said none. */
export function lastReport(run: Running, status: number | null): unknown {
  const said = run.output();
  const line = said
    .trim()
    .split('\n')
    .findLast((each) => each.startsWith('{'));
  if (status !== 0 || line === undefined) throw new Error(`it ended with ${status}:\n${said}`);
  return JSON.parse(line);
}

/** Seconds that sharp alone takes for a list of pages, in as many processes as there are processors. */
export async function derived(list: string): Promise<number> {
  const started = performance.now();
  // Two threads, as the importer's own children have.
  const children = Array.from({ length: PROCESSES }, (_, first) =>
    startScript('bench/main.ts', ['derive-pages', list, String(first), String(PROCESSES)], {
      UV_THREADPOOL_SIZE: '2',
      MALLOC_ARENA_MAX: '2',
    }),
  );
  for (const child of children) {
    if ((await child.ended) !== 0) throw new Error(child.output());
  }
  return (performance.now() - started) / 1000;
}
