import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Deps } from '../deps.ts';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import type { App } from './app-type.ts';

/** Seconds a check may take. */
const CHECK_SECONDS = 5;

/**
 * `/health/live`: the process answers. `/health/ready`: database and pictures answer too, else 503 and which does not.
 * `/metrics`: figures of the process for Prometheus, to callers on this machine, not to those that a proxy on it speaks for.
 */
export function healthRoutes(app: App, deps: Pick<Deps, 'database' | 'blobs' | 'catalogue'>): void {
  const registry = Registry.merge([metricsOfProcess()]);
  measureCatalogue(registry, deps.catalogue);
  const options = { schema: { hide: true }, config: { permission: 'operations.read', cost: 0 } } as const;
  app.get('/health/live', options, () => ({ status: 'live' }));
  app.get('/health/ready', options, async (_request, reply) => {
    const [database, blobs] = await Promise.all([
      answers(() => deps.database.check()),
      answers(() => deps.blobs.check()),
    ]);
    const checks = { database, blobs };
    const ready = Object.values(checks).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'degraded', ...checks });
  });
  app.get('/metrics', options, async (request, reply) => {
    const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
    if (forwarded !== undefined || !isLoopback(request.ip)) return reply.code(404).send();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Timers and observers that nothing can end measure them, once a process and not once an app. */
let processMetrics: Registry | undefined;

function metricsOfProcess(): Registry {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}

/** The figures of the catalogue in memory; those that are not known yet are left out. */
function measureCatalogue(registry: Registry, catalogue: Catalogue): void {
  const gauge = (name: string, help: string, value: () => number | null) =>
    new Gauge({
      name: `komawari_catalogue_${name}`,
      help,
      registers: [registry],
      collect() {
        const known = value();
        if (known === null) {
          this.remove();
        } else {
          this.set(known);
        }
      },
    });
  gauge('ready', '1 when lists are answered from memory, 0 when by the database', () => Number(catalogue.state.ready));
  gauge('comics', 'Published comics when it was built', () => catalogue.state.comics);
  gauge('changed_comics', 'Comics that have changed since it was built', () => catalogue.state.changed);
  gauge('bytes', 'Memory of the catalogue', () => catalogue.state.bytes);
  gauge('build_seconds', 'Duration of the last build', () => catalogue.state.buildSeconds);
  gauge('load_seconds', 'Duration of loading what an earlier process saved', () => catalogue.state.loadSeconds);
  gauge('behind_seconds', 'Time since it was as the database', () => catalogue.state.behindSeconds);
}

/** Whether what a part of the site stands on answers, in five seconds at most. */
export async function answers(check: () => Promise<void>): Promise<boolean> {
  return withTimeout(CHECK_SECONDS, check()).then(
    () => true,
    () => false,
  );
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
