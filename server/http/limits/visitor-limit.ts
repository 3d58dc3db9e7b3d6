import { LRUCache } from 'lru-cache';
import { problem } from '#contract/problems.ts';
import { growingTo } from '#server/concurrency/growing-cache.ts';
import type { Deps } from '#server/deps.ts';
import { countedAddress } from '#server/http/access/client-address.ts';
import type { App } from '#server/http/app-type.ts';
import { innerOrigin } from '#server/http/requests/in-process-api.ts';
import { redisSeconds, timed } from '#server/metrics/counts.ts';
import { traced } from '#server/tracing/tracing.ts';
import type { VisitorLimit } from './request-costs.ts';
import { spend, WINDOW } from './token-bucket.ts';

/** Addresses that a process remembers; the ones not seen for longest are forgotten first. */
const MAX_ADDRESSES = 100_000;
/** Milliseconds that Redis may take to count; a process counts by itself what takes longer. */
const REDIS_PATIENCE = 250;

/**
 * The limit of a process. With `REDIS_URL` all processes count together, and each by itself while Redis does not answer;
 * without it each counts by itself.
 */
export async function createVisitorLimit(
  app: Pick<App, 'log' | 'addHook'>,
  { config, sites, now }: Pick<Deps, 'config' | 'sites' | 'now'>,
): Promise<VisitorLimit> {
  const buckets = new LRUCache<string, number>(growingTo(MAX_ADDRESSES));
  const shared = config.redisUrl === undefined ? null : await connectRedis(config.redisUrl, app);

  const takeHere = (key: string, perMinute: number, cost: number): number | null => {
    const { fullAt, wait } = spend(buckets.get(key) ?? 0, now().getTime(), cost, perMinute);
    buckets.set(key, fullAt);
    return wait;
  };
  return {
    sharesCounts: () => shared?.isReady() ?? null,
    take(request, kind, cost) {
      const { readsPerMinute, loginsPerMinute } = sites.of(request.host).limits;
      const perMinute = kind === 'reads' ? readsPerMinute : loginsPerMinute;
      if (perMinute === 0 || cost === 0) return null;
      const key = `${kind} ${countedAddress(request.ip)}`;
      if (shared === null || !shared.isReady()) return takeHere(key, perMinute, cost);
      return shared.take(key, perMinute, cost).catch(() => takeHere(key, perMinute, cost));
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

/** `spend` of `token-bucket.ts` as Redis does it, by its own clock: the key holds when the bucket is full. Answers the milliseconds to wait, or 0. */
const SPEND = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local each, window = tonumber(ARGV[1]), tonumber(ARGV[2])
  local full = math.min(math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now), now + window) + each
  local over = full - now - window
  if over > 0.001 then return math.ceil(over) end
  redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now))
  return 0`;

interface SharedBuckets {
  isReady(): boolean;
  take(key: string, perMinute: number, cost: number): Promise<number | null>;
}

async function connectRedis(url: string, app: Pick<App, 'log' | 'addHook'>): Promise<SharedBuckets> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    connectTimeout: 500,
    commandTimeout: REDIS_PATIENCE,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  });
  redis.on('error', (error: Error) => app.log.warn({ err: error }, 'redis'));
  app.addHook('onClose', async () => {
    redis.disconnect();
  });
  return {
    isReady: () => redis.status === 'ready',
    async take(key, perMinute, cost) {
      const spent = timed(
        (outcome, seconds) => redisSeconds.labels(outcome).observe(seconds),
        () =>
          traced(
            'redis eval',
            () => ({ 'db.system.name': 'redis' }),
            () =>
              redis.eval(
                SPEND,
                1,
                `komawari:visitors:${key}`,
                (WINDOW / perMinute) * Math.min(cost, perMinute),
                WINDOW,
              ),
          ),
      );
      const wait = Number(
        await spent.catch((error: Error) => {
          // Where one call has waited in vain the next ones would, too: until a new connection answers, nobody asks.
          if (redis.status === 'ready' && error.message === 'Command timed out') {
            app.log.warn({ err: error }, 'redis does not answer; this process counts by itself');
            redis.disconnect(true);
          }
          throw error;
        }),
      );
      return wait === 0 ? null : Math.max(1, Math.ceil(wait / 1000));
    },
  };
}
