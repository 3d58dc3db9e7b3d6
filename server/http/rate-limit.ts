import rateLimit from '@fastify/rate-limit';
import { problem } from '#contract/problems.ts';
import type { Deps } from '../deps.ts';
import type { App } from './app-type.ts';
import { countedAddress } from './client-address.ts';
import { innerOrigin } from './inner-call.ts';

/**
 * Limits the API calls of one address to the site's `limits.readsPerMinute` (decisions, "Programs, addresses, limits").
 *
 * With `REDIS_URL` all processes count together; if Redis is away, calls are let through. The pages of our own server
 * are not counted, nor are routes with `config.limited: false`.
 */
export async function limitCalls(scope: App, deps: Pick<Deps, 'config' | 'sites'>): Promise<void> {
  if (deps.sites.all.every((site) => site.limits.readsPerMinute === 0)) { return; }
  await scope.register(rateLimit, {
    timeWindow: 60_000,
    max: (request) => deps.sites.of(request.host).limits.readsPerMinute || Number.MAX_SAFE_INTEGER,
    keyGenerator: (request) => countedAddress(request.ip),
    allowList: (request) => request.routeOptions.config.limited === false || innerOrigin(request) !== null,
    errorResponseBuilder: (_request, { ttl }) => problem('too-many-requests', { seconds: Math.max(1, Math.ceil(ttl / 1000)) }),
    ...(deps.config.redisUrl === undefined ? {} : { redis: await connectRedis(deps.config.redisUrl, scope), nameSpace: 'komawari:calls:', skipOnError: true }),
  });
}

async function connectRedis(url: string, scope: App) {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, { connectTimeout: 500, maxRetriesPerRequest: 1, enableOfflineQueue: false });
  redis.on('error', (error: Error) => scope.log.warn({ err: error }, 'redis'));
  scope.addHook('onClose', async () => { redis.disconnect(); });
  return redis;
}
