import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { ConfigError } from '#server/config/errors.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { healthRoutes } from '#server/http/health.ts';
import { REQUEST_TIMES, timeOptions } from '#server/http/limits/request-times.ts';
import { metricsRoute } from './metrics-route.ts';
import { createRegistry } from './state-metrics.ts';

/**
 * Listens on `METRICS_PORT` for those who watch the process: `/metrics`, `/health/live` and `/health/ready`, and nothing else.
 * Whoever gets there gets an answer, with the token where there is one.
 *
 * @param serves whether this process serves the site.
 * @throws ConfigError where the port cannot be listened on.
 */
export async function listenForWatchers(
  deps: Deps,
  port: number,
  serves: boolean,
): Promise<{ port: number; close(): Promise<void> }> {
  const { host, token } = deps.config.metrics;
  const app = Fastify({
    ...timeOptions(REQUEST_TIMES),
    bodyLimit: 1024,
    forceCloseConnections: true,
  }) as unknown as App;
  healthRoutes(app, deps);
  metricsRoute(app, createRegistry(deps, serves), { token, open: true });
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError({
      name: 'METRICS_PORT',
      rule: 'listen',
      params: { host, port: String(port), reason: error.code ?? '' },
    });
  });
  const { port: listening } = app.server.address() as AddressInfo;
  deps.log.info({ event: 'watched', host, port: listening }, 'metrics and health are told on a port of their own');
  return { port: listening, close: () => app.close() };
}
