import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import type { App } from './app-type.ts';

/**
 * `/health/live`: the process answers. `/health/ready`: database and pictures answer too, else 503 and which does not.
 * `/metrics`: figures of the process for Prometheus, to callers on this machine, not to those that a proxy on it speaks for.
 */
export function healthRoutes(app: App, deps: Pick<Deps, 'database' | 'blobs'>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const options = { schema: { hide: true }, config: { permission: 'operations.read', limited: false } } as const;
  app.get('/health/live', options, () => ({ status: 'live' }));
  app.get('/health/ready', options, async (_request, reply) => {
    const checks = { database: await answers(() => deps.database.check()), blobs: await answers(() => deps.blobs.check()) };
    const ready = Object.values(checks).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'degraded', ...checks });
  });
  app.get('/metrics', options, async (request, reply) => {
    const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
    if (forwarded !== undefined || !isLoopback(request.ip)) { return reply.code(404).send(); }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function answers(check: () => Promise<void>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
