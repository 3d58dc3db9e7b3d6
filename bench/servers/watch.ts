import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { demoLoaded } from '#server/testing/demo-loaded.ts';
import { findProgram } from '../../tools/programs.ts';
import { table, type Figure } from '../figures.ts';
import { startMeasuredPostgres } from './measured-postgres.ts';
import { freePort, ROOT, start, startScript, startServer } from './processes.ts';

/** A start, and the demo library after it, that takes longer is given up, in seconds. */
const LONGEST = 600;
/** Seconds that visitors ask for pages after the demo library is there; a rate is looked at over some of its loading, too. */
const SECONDS = 15;
const RANGE = '2m';

/** A query of a panel, and how many series answered it with a number. */
interface PanelQuery {
  panel: string;
  query: string;
  series: number;
}

/**
 * Starts a site, a worker and Debian's Prometheus on the loopback, has the worker load the demo library and visitors read,
 * and asks Prometheus the query of every panel of the dashboard: none may be empty, and all alert rules must be evaluated.
 */
export async function benchWatch(say: (line: string) => void): Promise<Figure[]> {
  const database = await startMeasuredPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'komawari-watch-'));
  const env = { DATABASE_URL: database.url, KOMAWARI_DATA: folder, METRICS_HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  const ports = { site: await freePort(), worker: await freePort(), prometheus: await freePort() };
  const stops: (() => Promise<void>)[] = [() => database.stop()];
  try {
    const site = await startServer({ ...env, KOMAWARI_JOBS: 'off', METRICS_PORT: String(ports.site) }, LONGEST);
    stops.push(() => site.stop());
    const worker = startScript('server/main.ts', ['--worker'], { ...env, METRICS_PORT: String(ports.worker) });
    stops.push(() => worker.stop());
    const prometheus = start(findProgram('prometheus'), prometheusArguments(folder, ports));
    stops.push(() => prometheus.stop());
    await demoLoaded(site.url, LONGEST);
    await visit(site.url, SECONDS);
    const ask = async (path: string) =>
      (await (await fetch(`http://127.0.0.1:${ports.prometheus}/api/v1/${path}`)).json()) as Answer;
    const asked: PanelQuery[] = [];
    for (const { panel, query } of listQueries()) {
      const { data } = await ask(`query?query=${encodeURIComponent(query)}`);
      const series = data?.result?.filter(({ value: [, value] }) => Number.isFinite(Number(value))).length ?? 0;
      asked.push({ panel, query, series });
    }
    const rules = (await ask('rules')).data?.groups?.flatMap((group) => group.rules) ?? [];
    const up = (await ask(`query?query=${encodeURIComponent('up{job="komawari"} == 1')}`)).data?.result ?? [];
    say(
      table(
        ['panel', 'series'],
        asked.map(({ panel, series }) => [panel, String(series)]),
      ),
    );
    for (const { query } of asked.filter(({ series }) => series === 0)) {
      say(`empty: ${query}`);
    }
    return [
      { name: 'processes that Prometheus reads', value: up.length, unit: '', limit: 2, bound: 'least' },
      { name: 'queries of panels', value: asked.length, unit: '', limit: 30, bound: 'least' },
      {
        name: 'of them empty',
        value: asked.filter(({ series }) => series === 0).length,
        unit: '',
        limit: 0,
        bound: 'most',
      },
      { name: 'alert rules', value: rules.length, unit: '', limit: 10, bound: 'least' },
      {
        name: 'of them not evaluated',
        value: rules.filter(({ health }) => health !== 'ok').length,
        unit: '',
        limit: 0,
        bound: 'most',
      },
    ];
  } finally {
    for (const stop of stops.toReversed()) {
      await stop();
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The parts of Prometheus' answers that are read. */
interface Answer {
  data?: { result?: { value: [number, string] }[]; groups?: { rules: { health: string }[] }[] };
}

/** Writes a configuration that reads both processes every second; answers how Prometheus is started with it. */
function prometheusArguments(folder: string, ports: { site: number; worker: number; prometheus: number }): string[] {
  const file = join(folder, 'prometheus.yml');
  const targets = [ports.site, ports.worker].map((port) => `'127.0.0.1:${port}'`).join(', ');
  writeFileSync(
    file,
    `global: { scrape_interval: 1s, evaluation_interval: 5s }
rule_files: ['${join(ROOT, 'deploy/prometheus/komawari.rules.yml')}']
scrape_configs:
  - job_name: komawari
    static_configs: [{ targets: [${targets}] }]
`,
  );
  return [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${ports.prometheus}`,
    '--log.level=warn',
  ];
}

/** The queries of the dashboard, as Grafana would send them. */
function listQueries(): { panel: string; query: string }[] {
  const { panels } = JSON.parse(readFileSync(join(ROOT, 'deploy/grafana/komawari.json'), 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      panel: title,
      query: expr.replaceAll('$job', 'komawari').replaceAll('$__rate_interval', RANGE),
    })),
  );
}

/** Pages, pictures, calls, and what is refused, one after the other for some seconds. */
async function visit(url: string, seconds: number): Promise<void> {
  const { data } = (await (await fetch(`${url}/api/comics`)).json()) as { data: { slug: string; image_url: string }[] };
  const paths = [
    '/en',
    '/en/latest',
    '/fr/popular',
    '/api/comics?page=2',
    '/api/admin/system',
    '/en/no/such/page',
    ...data.slice(0, 4).map(({ slug }) => `/en/comic/${slug}`),
    ...data.slice(0, 4).map(({ image_url: image }) => new URL(image, url).pathname),
  ];
  const until = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < until; turn += 1) {
    const path = paths[turn % paths.length] ?? '/';
    // One in seven is a page that nobody asked for before.
    await (await fetch(`${url}${path}${turn % 7 === 0 ? `${path.includes('?') ? '&' : '?'}page=${turn}` : ''}`)).text();
    await wait(20);
  }
}
