import { Gauge, Registry } from 'prom-client';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import type { Deps } from '#server/deps.ts';
import { cachedPages } from '#server/http/pages/page-cache.ts';
import { countBacklog, type Backlog } from '#server/jobs/backlog.ts';
import { counted } from '#server/metrics/counts.ts';
import '#server/metrics/pools.ts';
import { metricsOfProcess } from '#server/metrics/process-metrics.ts';

/** Seconds that the database has to count jobs, and that what it counted is told again. */
const COUNT_SECONDS = { patience: 2, kept: 5 };

/**
 * Everything a process tells of itself: what it has counted, and what it holds at the moment of the question.
 *
 * @param serves whether it serves the site; the catalogue of one that does not is never built.
 */
export function createRegistry({ catalogue, db }: Pick<Deps, 'catalogue' | 'db'>, serves: boolean): Registry {
  const registry = Registry.merge([metricsOfProcess(), counted]);
  measureJobs(registry, db);
  if (serves) {
    measureCatalogue(registry, catalogue);
    measurePages(registry);
  }
  return registry;
}

/** Sets a gauge without labels when it is asked for; what is not known is left out. */
function gauge(registry: Registry, name: string, help: string, value: () => number | null | undefined): void {
  new Gauge({
    name: `komawari_${name}`,
    help,
    registers: [registry],
    collect() {
      const known = value() ?? null;
      if (known === null) {
        this.remove();
      } else {
        this.set(known);
      }
    },
  });
}

/** The catalogue in memory. */
function measureCatalogue(registry: Registry, catalogue: Catalogue): void {
  const measure = (name: string, help: string, value: () => number | null) =>
    gauge(registry, `catalogue_${name}`, help, value);
  measure('ready', '1 when lists are answered from memory, 0 when by the database', () =>
    Number(catalogue.state.ready),
  );
  measure('comics', 'Published comics when it was built', () => catalogue.state.comics);
  measure('changed_comics', 'Comics that have changed since it was built', () => catalogue.state.changed);
  measure('bytes', 'Memory of the catalogue', () => catalogue.state.bytes);
  measure('build_seconds', 'Duration of the last build', () => catalogue.state.buildSeconds);
  measure('load_seconds', 'Duration of loading what an earlier process saved', () => catalogue.state.loadSeconds);
  measure('behind_seconds', 'Time since it was as the database', () => catalogue.state.behindSeconds);
}

/** The pages in memory. */
function measurePages(registry: Registry): void {
  gauge(registry, 'page_cache_pages', 'Pages that are kept', () => cachedPages()?.state().count);
  gauge(registry, 'page_cache_bytes', 'Memory of the pages that are kept', () => cachedPages()?.state().bytes);
}

/** The jobs of all processes, from the database; left out while it does not answer. */
function measureJobs(registry: Registry, db: Deps['db']): void {
  let known: { at: number; backlog: Promise<Backlog[]> } | null = null;
  const read = (): Promise<Backlog[]> => {
    if (known === null || performance.now() - known.at > COUNT_SECONDS.kept * 1000) {
      known = { at: performance.now(), backlog: withTimeout(COUNT_SECONDS.patience, countBacklog(db)).catch(() => []) };
    }
    return known.backlog;
  };
  new Gauge({
    name: 'komawari_jobs',
    help: 'Jobs of all processes that are not done: waiting (due), scheduled (for later), running, failed',
    labelNames: ['kind', 'state'] as const,
    registers: [registry],
    async collect() {
      const backlog = await read();
      this.reset();
      for (const { kind, state, count } of backlog) {
        this.labels(kind, state).set(count);
      }
    },
  });
  new Gauge({
    name: 'komawari_jobs_oldest_waiting_seconds',
    help: 'How long the oldest job that is due has waited, by kind',
    labelNames: ['kind'] as const,
    registers: [registry],
    async collect() {
      const backlog = await read();
      this.reset();
      for (const { kind, oldest } of backlog.filter(({ state }) => state === 'waiting')) {
        this.labels(kind).set(oldest);
      }
    },
  });
}
