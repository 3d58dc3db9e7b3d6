import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_ARGUMENTS, findBrowser } from '../../tools/chromium.ts';
import { median, readable, table, type Figure } from '../figures.ts';
import { closeAll, startToCompare, type FrontedSite } from './paint.ts';
import { ROOT, start } from '../servers/processes.ts';

/** Lighthouse's four categories, and the least score of each. */
const CATEGORIES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof CATEGORIES;
const RUNS = 5;
const PAGES = ['home', 'latest', 'comic', 'tag'] as const;
/** Where Lighthouse lies: a package of its own, fetched when it is first wanted. */
const PACKAGE = join(ROOT, 'tools', 'lighthouse');
const COMMAND = join(PACKAGE, 'node_modules', 'lighthouse', 'cli', 'index.js');

/**
 * Lighthouse as on a telephone, on home, latest, a comic and a tag, behind HTTP/2: the median of five runs each.
 *
 * @param other a checkout of another version, built, which is looked at in turns with this one.
 * @param databases of the seeded catalogue, theirs first; without any the demo library is shown.
 */
export async function benchLighthouse(
  other: string | undefined,
  databases: readonly string[] | undefined,
  say: (line: string) => void,
): Promise<Figure[]> {
  installLighthouse();
  const folder = mkdtempSync(join(tmpdir(), 'komawari-lighthouse-'));
  const sites = await startToCompare(other, databases);
  try {
    const pages = await Promise.all(sites.map(pagesToLookAt));
    const figures: Figure[] = [];
    const rows: string[][] = [];
    for (const page of PAGES) {
      const scores = sites.map((): Record<Category, number>[] => []);
      for (let run = 0; run < RUNS; run += 1) {
        for (const [index, { front }] of sites.entries()) {
          scores[index]!.push(await lighthouse(front.url + pages[index]![page], join(folder, 'report.json')));
        }
      }
      for (const [index, { name }] of sites.entries()) {
        const medians = Object.entries(CATEGORIES).map(([category, limit]) => ({
          category,
          limit,
          value: median(scores[index]!.map((each) => each[category as Category])),
        }));
        rows.push([`${page}, ${name}`, ...medians.map(({ value }) => readable(value))]);
        if (name === 'theirs') continue;
        figures.push(
          ...medians.map(({ category, limit, value }) => ({
            name: `${page}: ${category}`,
            value,
            unit: '' as const,
            limit,
            bound: 'least' as const,
          })),
        );
      }
    }
    say(`Lighthouse, mobile, median of ${RUNS}\n${table(['page', ...Object.keys(CATEGORIES)], rows)}\n`);
    return figures;
  } finally {
    await closeAll(sites);
    rmSync(folder, { recursive: true, force: true });
  }
}

function installLighthouse(): void {
  if (existsSync(COMMAND)) return;
  spawnSync(
    'npm',
    [
      'install',
      '--prefix',
      PACKAGE,
      '--include=dev',
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      '--loglevel=error',
    ],
    { stdio: 'inherit' },
  );
}

/** Paths of the pages that are looked at: the first comic of a site's latest and the first of its tags. */
async function pagesToLookAt({ server }: FrontedSite): Promise<Record<(typeof PAGES)[number], string>> {
  const first = async (list: string) => {
    const { data } = (await (await fetch(`${server.url}/api/${list}?per_page=1`)).json()) as {
      data: { slug: string }[];
    };
    return encodeURIComponent(data[0]!.slug);
  };
  return {
    home: '/en',
    latest: '/en/latest',
    comic: `/en/comic/${await first('comics')}`,
    tag: `/en/tag/${await first('tags')}`,
  };
}

/** One run; scores are 0 to 100. */
async function lighthouse(url: string, report: string): Promise<Record<Category, number>> {
  const flags = ['--headless=new', '--ignore-certificate-errors', ...CHROMIUM_ARGUMENTS].join(' ');
  const running = start(
    process.execPath,
    [COMMAND, url, '--quiet', '--output=json', `--output-path=${report}`, `--chrome-flags=${flags}`],
    { CHROME_PATH: findBrowser() },
  );
  if ((await running.ended) !== 0) throw new Error(`Lighthouse did not look at ${url}: ${running.output()}`);
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8')) as {
    categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { score: number | null; title: string }>;
  };
  for (const [category, { auditRefs }] of Object.entries(categories)) {
    const wrong =
      category === 'performance'
        ? []
        : auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
    for (const { id } of wrong) {
      console.error(`${url}: ${category}: ${audits[id]?.title}`);
    }
  }
  return Object.fromEntries(
    Object.keys(CATEGORIES).map((category) => [category, Math.round(categories[category as Category].score * 100)]),
  ) as Record<Category, number>;
}
