import type { Deps } from '../deps.ts';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import type { App } from './app-type.ts';

/** Seconds a check may take. */
const CHECK_SECONDS = 5;

/**
 * `/health/live`: the process answers. `/health/ready`: database and pictures answer too, else 503 and which does not.
 */
export function healthRoutes(app: App, deps: Pick<Deps, 'database' | 'blobs'>): void {
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
}

/** Whether what a part of the site stands on answers, in five seconds at most. */
export async function answers(check: () => Promise<void>): Promise<boolean> {
  return withTimeout(CHECK_SECONDS, check()).then(
    () => true,
    () => false,
  );
}
