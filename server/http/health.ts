import type { Deps } from '../deps.ts';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import type { App } from './app-type.ts';

/** Seconds a check may take. */
const CHECK_SECONDS = 1.5;

/**
 * `/health/live`: the process answers. `/health/ready`, within two seconds whatever hangs: whether to send it visitors. 200 `ready`;
 * 200 `degraded` while something is away that pages do without for a while (the primary where a replica is read, the store of pictures,
 * Redis); 503 `down` without any database, 503 `leaving` once it has been told to end. Each part is named, true while it answers.
 */
export function healthRoutes(app: App, deps: Pick<Deps, 'database' | 'blobs' | 'leaving'>): void {
  const options = { schema: { hide: true }, config: { permission: 'operations.read', cost: 0 } } as const;
  const database = shareCheck(() => deps.database.check());
  const blobs = shareCheck(() => deps.blobs.check());
  app.get('/health/live', options, () => ({ status: 'live' }));
  app.get('/health/ready', options, async (_request, reply) => {
    const [primary, store] = await Promise.all([answers(database), answers(blobs)]);
    const replicas = deps.database.replicas?.state();
    const limits = app.visitorLimit?.sharesCounts?.() ?? null;
    const isServed = primary || replicas?.some(({ used }) => used) === true;
    const isWhole = primary && store && limits !== false && (replicas ?? []).every(({ used }) => used);
    const status = deps.leaving.signal.aborted ? 'leaving' : !isServed ? 'down' : isWhole ? 'ready' : 'degraded';
    return reply.code(status === 'ready' || status === 'degraded' ? 200 : 503).send({
      status,
      database: primary,
      blobs: store,
      ...(limits === null ? {} : { redis: limits }),
      ...(replicas === undefined ? {} : { replicas }),
    });
  });
}

/** Whether a part that the site stands on answers, in a second and a half at most. */
export async function answers(check: () => Promise<void>): Promise<boolean> {
  return withTimeout(CHECK_SECONDS, check()).then(
    () => true,
    () => false,
  );
}

/** A check that runs once however many ask, so that nothing piles up before what hangs. */
function shareCheck(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= check().finally(() => {
      running = null;
    });
    return running;
  };
}
