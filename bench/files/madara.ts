import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawSite, writeDump } from '#server/features/transfers/testing/madara-dump.ts';
import { drawArchives } from '../synthetic/archives.ts';
import { median, readable, table, type Figure } from '../figures.ts';
import { startScript } from '../servers/processes.ts';
import { imported, lastReport, unpack } from './import.ts';

const ROUNDS = 3;
/** The pages that `drawArchives` draws lie in works of so many chapters, of so many pages each. */
const SITE = { works: 2, chapters: 5, pages: 20 };

/**
 * Measures the pages a second that move in from a site with Madara, its dump and its uploads, against the importer with the same pictures in
 * archives, in turns in one run. What either program takes with nothing to do is taken off.
 */
export async function benchMadara(say: (line: string) => void): Promise<Figure[]> {
  const work = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    const [archives, nothing, site] = [join(work, 'archives'), join(work, 'nothing'), join(work, 'site')];
    for (const folder of [archives, nothing, site]) {
      mkdirSync(folder);
    }
    await drawArchives(archives);
    const files = (await unpack(archives, join(work, 'pages'))).map(({ file }) => file).values();
    const tables = await drawSite(join(site, 'uploads'), SITE, async () => readFileSync(files.next().value!));
    writeFileSync(join(site, 'site.sql'), writeDump(tables));
    // Makes the template of the database, as the first start of a site does.
    await imported(nothing, join(work, 'data'));
    const [moved, own]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const measures = [
        async () => {
          const data = join(work, `moved-${round}`);
          const whole = await movedIn(site, data);
          // All is there: it finds nothing to do.
          const idle = await movedIn(site, data);
          moved.push(whole.pages / (whole.seconds - idle.seconds));
        },
        async () => {
          const idle = await imported(nothing, join(work, `idle-${round}`));
          const whole = await imported(archives, join(work, `data-${round}`));
          own.push(whole.pages / (whole.seconds - idle.seconds));
        },
      ];
      for (const measure of round % 2 === 0 ? measures : measures.toReversed()) {
        await measure();
      }
    }
    const ratio = median(moved) / median(own);
    say(`${SITE.works * SITE.chapters * SITE.pages} pages, pages a second with ${availableParallelism()} processes`);
    say(
      table(
        ['', 'from Madara', 'the importer', 'ratio'],
        [['pages a second', readable(median(moved)), readable(median(own)), readable(ratio)]],
      ),
    );
    return [
      {
        name: 'a site with Madara ÷ the importer, pages a second',
        value: ratio,
        unit: '×',
        limit: 0.8,
        bound: 'least',
      },
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Moves the site in a folder to a data folder, or finds that it was: pages that are there, and seconds with the program's start and end. */
async function movedIn(site: string, data: string): Promise<{ pages: number; seconds: number }> {
  const started = performance.now();
  const run = startScript('server/features/transfers/testing/transfer-child.ts', [data, site], {
    NODE_ENV: 'production',
  });
  const status = await run.ended;
  const seconds = (performance.now() - started) / 1000;
  return { pages: (lastReport(run, status) as { pages: number }).pages, seconds };
}
