import { compile } from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { forgedHeaders } from '#server/metrics/counts.ts';
import { countedAddress, shortAddress } from './client-address.ts';

type Trusting = Pick<Deps['config'], 'trustProxy'>;

/** The check of a list of addresses, made once for each. */
const checks = new WeakMap<object, ReturnType<typeof compile>>();

/**
 * Whether who has opened the connection is a proxy that `TRUST_PROXY` names by its address. A count of proxies names nobody:
 * whoever reaches the port would be one.
 */
export function isTrustedPeer({ trustProxy }: Trusting, { socket }: Pick<FastifyRequest, 'socket'>): boolean {
  if (typeof trustProxy === 'number' || trustProxy.length === 0) return false;
  let check = checks.get(trustProxy);
  if (check === undefined) {
    check = compile(trustProxy);
    checks.set(trustProxy, check);
  }
  return socket.remoteAddress !== undefined && check(socket.remoteAddress, 0);
}

/**
 * Takes the headers by which a trusted proxy says who asks away from calls that come from anyone else, and counts those
 * calls: `komawari_forged_proxy_headers_total`, and a line of the log a minute for each address.
 */
export function ignoreForgedHeaders(scope: App, { config }: { config: Trusting }): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    const { proxy } = request.viewing.site.signIn;
    if (proxy !== undefined) {
      const names = [proxy.header, proxy.emailHeader, proxy.groupsHeader].flatMap((name) => name?.toLowerCase() ?? []);
      const sent = names.filter((name) => request.headers[name] !== undefined);
      if (sent.length > 0 && !isTrustedPeer(config, request)) {
        for (const name of sent) {
          delete request.headers[name];
        }
        noteForged(request);
      }
    }
    done();
  });
}

/** Addresses whose forgery was written down in the last minute. */
const told = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

function noteForged(request: Pick<FastifyRequest, 'ip' | 'log'>): void {
  forgedHeaders.inc();
  const key = countedAddress(request.ip);
  if (told.has(key)) return;
  told.set(key, true);
  request.log.warn({ event: 'refused', code: 'proxy-header-forged', from: shortAddress(request.ip) }, 'refused');
}
