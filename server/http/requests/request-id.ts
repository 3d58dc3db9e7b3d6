import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '#server/config/config.ts';

/** An id that a proxy may give: text that stands in a header and in a line of a log as it is. */
const ID = /^[\w.:/+=@-]{1,128}$/;

/** Whether a connection comes from a proxy whose headers are trusted. */
export function trustedPeers(trustProxy: Config['trustProxy']): (address: string) => boolean {
  if (typeof trustProxy === 'number') return () => trustProxy > 0;
  const trusts = proxyAddr.compile(trustProxy);
  return (address) => trustProxy.length > 0 && trusts(address, 0);
}

/**
 * Makes the id of each request, which its answer (`X-Request-Id`) and all log lines about it carry: the one a trusted proxy
 * gave it, else one of our own. Whatever other callers call theirs is nobody's concern.
 */
export function requestIds(
  trustProxy: Config['trustProxy'],
): (raw: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const isTrusted = trustedPeers(trustProxy);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && ID.test(given) && isTrusted(socket.remoteAddress ?? '') ? given : randomUUID();
  };
}
