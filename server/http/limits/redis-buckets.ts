import type { Redis } from 'ioredis';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import { redisSeconds, timed } from '#server/metrics/counts.ts';
import { traced } from '#server/tracing/tracing.ts';
import type { App } from '#server/http/app-type.ts';
import type { Buckets } from './buckets.ts';
import { WINDOW } from './token-bucket.ts';

/** Seconds that Redis may take to count; what takes longer is counted elsewhere. */
const COUNT_SECONDS = 0.25;
/** Seconds that it may take to accept a connection and to say that it is ready. */
const CONNECT_SECONDS = 2;

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

/** Buckets in Redis. */
export interface RedisBuckets extends Buckets {
  /** Whether Redis answers now. */
  isReady(): boolean;
  /** Every count is exact. Rejects where Redis does not answer in time. */
  take(key: string, perMinute: number, cost: number): Promise<number | null>;
}

/** Buckets in Redis, once it answers; a connection that breaks is made anew by itself. */
export async function connectRedis(url: string, app: Pick<App, 'log' | 'addHook'>): Promise<RedisBuckets> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    // Limits of ioredis take time in which this thread was kept from its loop for silence: we count ourselves.
    connectTimeout: 0,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  });
  redis.on('error', (error: Error) => app.log.warn({ err: error }, 'redis'));
  redis.on('connecting', () => {
    withTimeout(CONNECT_SECONDS, untilSettled(redis)).catch((error: unknown) => {
      app.log.warn({ err: error }, 'redis');
      redis.disconnect(true);
    });
  });
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
              withTimeout(
                COUNT_SECONDS,
                redis.eval(
                  SPEND,
                  1,
                  `komawari:visitors:${key}`,
                  (WINDOW / perMinute) * Math.min(cost, perMinute),
                  WINDOW,
                ),
              ),
          ),
      );
      const wait = Number(
        await spent.catch((error: Error & { code?: string }) => {
          // Where one call has waited in vain the next ones would, too: until a new connection answers, nobody asks.
          if (redis.status === 'ready' && error.code === 'ETIMEDOUT') {
            app.log.warn({ err: error }, 'redis does not answer; limits are counted without it');
            redis.disconnect(true);
          }
          throw error;
        }),
      );
      return wait === 0 ? null : Math.max(1, Math.ceil(wait / 1000));
    },
  };
}

/** Waits until the connection that is being made is ready, or closed. */
function untilSettled(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      redis.off('ready', settle).off('close', settle).off('end', settle);
      resolve();
    };
    redis.on('ready', settle).on('close', settle).on('end', settle);
  });
}
