import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDemoLibrary } from '#server/features/demo/library-file.ts';
import { demoLoaded } from '#server/testing/demo-loaded.ts';
import { countLibrary, readAt } from '#server/testing/visits.ts';
import type { Figure } from '../figures.ts';
import { startMeasuredPostgres } from './measured-postgres.ts';
import { startServer } from './processes.ts';

/** A start, and the library after it, that takes longer is given up, in seconds. */
const LONGEST = 600;

/**
 * Starts two processes of the site at once on an empty PostgreSQL, with the demo library, and has two visitors read a
 * comic through both: what is there twice, and what was counted.
 */
export async function benchTwo(say: (line: string) => void): Promise<Figure[]> {
  const database = await startMeasuredPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'komawari-two-'));
  const env = {
    DATABASE_URL: database.url,
    KOMAWARI_DATA: folder,
    LOG_LEVEL: 'warn',
    KOMAWARI_UPLOADS_PAGE_SECONDS: '600',
    DATABASE_SILENCE_SECONDS: '120',
  };
  try {
    const both = await Promise.all([startServer(env, LONGEST), startServer(env, LONGEST)]);
    const urls = both.map(({ url }) => url);
    say(
      `ready after ${both
        .map(({ readyAfter }) => readyAfter.toFixed(1))
        .sort()
        .join(' s and ')} s`,
    );
    const ready = performance.now();
    await Promise.all(urls.map((url) => demoLoaded(url, LONGEST)));
    say(`demo library whole ${((performance.now() - ready) / 1000).toFixed(1)} s later`);
    const [one = [], other = []] = await Promise.all(urls.map(slugsAt));
    const different = one.length === other.length ? one.filter((slug, at) => other[at] !== slug).length : Infinity;
    const before = await countLibrary(database.url);
    for (const agent of ['OneReader/1.0', 'AnotherReader/1.0']) {
      await readAt(urls, await openComic(urls[0] ?? ''), agent);
    }
    // A visit that was noted is written at the latest when a process ends.
    for (const server of both) {
      await server.stop();
    }
    const after = await countLibrary(database.url);
    const { comics: wanted, slides } = findDemoLibrary()!;
    const outputs = both.map((server) => server.output());
    both.forEach((_server, at) => {
      say(`\nprocess ${at + 1} said:\n${outputs[at]?.trim()}`);
    });
    say(
      `\n${after.comics} comics of ${wanted.length}, ${after.slides} slides of ${slides.length}; each process lists ${one.length}`,
    );
    say(
      `two visitors read one comic, each through both processes: ${after.views - before.views} views, ${after.readers - before.readers} readers`,
    );
    const exactly = (name: string, value: number, limit: number): Figure[] => [
      { name: `${name}, at least`, value, unit: '', limit, bound: 'least' },
      { name: `${name}, at most`, value, unit: '', limit, bound: 'most' },
    ];
    return [
      ...exactly('comics of the demo library', after.comics, wanted.length),
      ...exactly('slides', after.slides, slides.length),
      { name: 'comics that are there twice', value: after.twice, unit: '', limit: 0, bound: 'most' },
      { name: 'places at which the two lists differ', value: different, unit: '', limit: 0, bound: 'most' },
      ...exactly('views of two visitors', after.views - before.views, 2),
      ...exactly('readers', after.readers - before.readers, 2),
      {
        name: 'errors in the logs',
        value: outputs
          .join('\n')
          .split('\n')
          .filter((line) => /"level":[56]0/.test(line)).length,
        unit: '',
        limit: 0,
        bound: 'most',
      },
    ];
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The slug of a comic that everyone may read. */
async function openComic(url: string): Promise<string> {
  const { data } = (await (await fetch(`${url}/api/comics`)).json()) as { data: { slug: string; premium: boolean }[] };
  return data.find(({ premium }) => !premium)?.slug ?? '';
}

/** The slugs of all comics that a process lists, in its order. */
async function slugsAt(url: string): Promise<string[]> {
  const slugs: string[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = (await (await fetch(`${url}/api/comics?nsfw=true&page=${page}`)).json()) as {
      data: { slug: string }[];
      last_page: number;
    };
    slugs.push(...answer.data.map(({ slug }) => slug));
    last = answer.last_page;
  }
  return slugs;
}
