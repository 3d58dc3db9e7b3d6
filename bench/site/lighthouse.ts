import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ComicCard } from '#contract/comics.ts';
import type { Page } from '#contract/paging.ts';
import { CHROMIUM_ARGUMENTS, findBrowser } from '../../tools/chromium.ts';
import { median, readable, table, type Figure } from '../figures.ts';
import { startBehindFront } from './paint.ts';
import { ROOT, start } from '../servers/processes.ts';

/** Lighthouse's four categories, and the least score of each. */
const CATEGORIES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof CATEGORIES;
const RUNS = 5;
/** Where Lighthouse lies: a package of its own, fetched when it is first wanted. */
const PACKAGE = join(ROOT, 'tools', 'lighthouse');
const COMMAND = join(PACKAGE, 'node_modules', 'lighthouse', 'cli', 'index.js');

/**
 * Lighthouse as on a telephone, on home, latest, a comic and a tag, behind HTTP/2: the median of five runs each.
 *
 * @param database of the seeded catalogue; without it the demo library is shown.
 */
export async function benchLighthouse(database: string | undefined, say: (line: string) => void): Promise<Figure[]> {
  if (!existsSync(COMMAND)) {
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
  const folder = mkdtempSync(join(tmpdir(), 'komawari-lighthouse-'));
  const site = await startBehindFront(database);
  try {
    const {
      data: [comic],
    } = (await (await fetch(`${site.server.url}/api/comics?per_page=1`)).json()) as Page<ComicCard>;
    const {
      data: [tag],
    } = (await (await fetch(`${site.server.url}/api/tags?per_page=1`)).json()) as Page<{ slug: string }>;
    const pages = {
      home: '/en',
      latest: '/en/latest',
      comic: `/en/comic/${encodeURIComponent(comic!.slug)}`,
      tag: `/en/tag/${encodeURIComponent(tag!.slug)}`,
    };
    const figures: Figure[] = [];
    const rows: string[][] = [];
    for (const [name, path] of Object.entries(pages)) {
      const scores: Record<Category, number>[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        scores.push(await lighthouse(site.front.url + path, join(folder, 'report.json')));
      }
      const medians = Object.entries(CATEGORIES).map(([category, limit]) => ({
        category,
        limit,
        value: median(scores.map((each) => each[category as Category])),
      }));
      rows.push([name, ...medians.map(({ value }) => readable(value))]);
      figures.push(
        ...medians.map(({ category, limit, value }) => ({
          name: `${name}: ${category}`,
          value,
          unit: '' as const,
          limit,
          bound: 'least' as const,
        })),
      );
    }
    say(`Lighthouse, mobile, median of ${RUNS}\n${table(['page', ...Object.keys(CATEGORIES)], rows)}\n`);
    return figures;
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
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
