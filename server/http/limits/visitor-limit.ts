import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { countedAddress } from '#server/http/access/client-address.ts';
import type { App } from '#server/http/app-type.ts';
import { innerOrigin } from '#server/http/requests/in-process-api.ts';
import { createBuckets } from './database-buckets.ts';
import { connectRedis } from './redis-buckets.ts';
import type { VisitorLimit } from './request-costs.ts';

/**
 * The limit of a process. All processes count together: with `REDIS_URL` there while Redis answers, else in PostgreSQL; while that
 * does not answer either, and on the embedded database, each counts by itself.
 */
export async function createVisitorLimit(
  app: Pick<App, 'log' | 'addHook'>,
  { config, sites, now, database }: Pick<Deps, 'config' | 'sites' | 'now' | 'database'>,
): Promise<VisitorLimit> {
  const buckets = createBuckets(app, database.driver === 'postgres' ? database.db : null, now);
  const redis = config.redisUrl === undefined ? null : await connectRedis(config.redisUrl, app);
  return {
    sharesCounts: () => redis?.isReady() ?? null,
    take(request, kind, cost) {
      const { readsPerMinute, loginsPerMinute } = sites.of(request.host).limits;
      const perMinute = kind === 'reads' ? readsPerMinute : loginsPerMinute;
      if (perMinute === 0 || cost === 0) return null;
      const key = `${kind} ${countedAddress(request.ip)}`;
      const takeHere = () => buckets.take(key, perMinute, cost, kind === 'logins');
      return redis?.isReady() ? redis.take(key, perMinute, cost).catch(takeHere) : takeHere();
    },
  };
}

/**
 * Counts the calls of a scope before anything else is done for them, each for what its route's `config.cost` says, else
 * for `cost`. What opens a session (`session.open`) counts as a login. Calls of our own pages are not counted.
 *
 * @throws in a call: Problem `too-many-requests` with the seconds to wait.
 */
export function limitCalls(scope: App, cost = 1): void {
  scope.addHook('onRequest', async (request) => {
    if (innerOrigin(request) !== null) return;
    const { permission, cost: own } = request.routeOptions.config;
    const seconds = await scope.visitorLimit.take(
      request,
      permission === 'session.open' ? 'logins' : 'reads',
      own ?? cost,
    );
    if (seconds !== null) throw problem('too-many-requests', { seconds });
  });
}
