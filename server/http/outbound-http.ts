import { lookup as resolve } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { traced, traceParent } from '#server/tracing/tracing.ts';

/** A call to somebody else's server. */
export interface Outgoing {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PURGE';
  headers: Record<string, string>;
  body?: Uint8Array;
  /** Seconds until the answer has to be there. */
  seconds: number;
  /** Bytes of the answer that are read; 65,536 unless it says otherwise. */
  maxBytes?: number;
  /** Whether it may be on this machine or in its network, and without encryption: for development and tests alone. */
  local?: boolean;
  /** Ends the call, and its answer where that is handed over as it comes. */
  signal?: AbortSignal;
}

/** An answer: its status, its media type, its `Retry-After`, and as much of it as is read. */
export interface Answer {
  status: number;
  type: string;
  retryAfter: string | null;
  body: Buffer;
  /** Whether there was no more of it. */
  isWhole: boolean;
}

/** Bytes of an answer that are read where the caller does not say. */
const MAX_BYTES = 65_536;

/**
 * Calls an address that somebody gave us (ASVS 1.3.6). A name is resolved once and that very address is connected to, so that
 * nobody can answer differently the second time. No redirect is followed, and no cookie or credential sent.
 *
 * @throws RefusedAddress for what is not https, has credentials, or is in a network that is not everyone's: this
 * machine, private, link-local, carrier, reserved or documentation addresses, in IPv4, IPv6 and what wraps the one in the
 * other. @throws Error when it cannot be reached, or takes too long.
 */
export async function fetchOutbound(
  address: string,
  { method, headers, body, seconds, maxBytes = MAX_BYTES, local = false }: Outgoing,
): Promise<Answer> {
  const url = new URL(address);
  if (!local && !isAllowedUrl(address)) throw new RefusedAddress(url.hostname);
  const { request } = url.protocol === 'http:' ? http : https;
  const send = () =>
    new Promise<Answer>((done, failed) => {
      const parent = traceParent();
      const call = request(
        url,
        {
          method,
          headers: { ...headers, ...(parent !== undefined && { traceparent: parent }) },
          agent: false,
          signal: AbortSignal.timeout(seconds * 1000),
          ...(local ? {} : { lookup: publicLookup }),
        },
        (answer) => {
          const parts: Buffer[] = [];
          let size = 0;
          const end = () =>
            done({
              status: answer.statusCode ?? 0,
              type: answer.headers['content-type'] ?? '',
              retryAfter: answer.headers['retry-after'] ?? null,
              body: Buffer.concat(parts),
              isWhole: size <= maxBytes,
            });
          answer.on('data', (part: Buffer) => {
            parts.push(part.subarray(0, maxBytes - size));
            size += part.length;
            if (size > maxBytes) {
              end();
              answer.destroy();
            }
          });
          answer.on('end', end);
          answer.on('error', failed);
        },
      );
      call.on('error', failed);
      call.end(body);
    });
  return traced(method, () => ({ 'http.request.method': method, 'server.address': url.hostname }), send);
}

/**
 * As `fetchOutbound`, but hands over the answer as it comes, to read as much of it as is wanted; `seconds` is how long nothing may
 * come at all, and how long the answer may take to begin.
 *
 * @throws RefusedAddress and Error as `fetchOutbound`.
 */
export async function openOutbound(
  address: string,
  { method, headers, body, seconds, local = false, signal }: Outgoing,
): Promise<http.IncomingMessage> {
  const url = new URL(address);
  if (!local && !isAllowedUrl(address)) throw new RefusedAddress(url.hostname);
  const { request } = url.protocol === 'http:' ? http : https;
  return new Promise((done, failed) => {
    const end = () => call.destroy(new Error('nothing came'));
    const beginning = setTimeout(end, seconds * 1000);
    const call = request(
      url,
      { method, headers, agent: false, ...(local ? {} : { lookup: publicLookup }), ...(signal && { signal }) },
      (answer) => {
        clearTimeout(beginning);
        done(answer);
      },
    );
    call.setTimeout(seconds * 1000, end);
    call.on('close', () => clearTimeout(beginning));
    call.on('error', failed);
    call.end(body);
  });
}

/** Whether an address may be called at all, as far as can be told before its name is resolved. */
export function isAllowedUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return (
    protocol === 'https:' &&
    username === '' &&
    password === '' &&
    host !== 'localhost' &&
    !host.endsWith('.localhost') &&
    (isIP(host) === 0 || isPublic(host))
  );
}

/** An address that must not be called. */
class RefusedAddress extends Error {
  constructor(host: string) {
    super(`not everyone's address: ${host}`);
    this.name = 'RefusedAddress';
  }
}

/** Whether a call failed because its address must not be called. */
export function isRefusedAddress(error: unknown): boolean {
  return error instanceof RefusedAddress;
}

/** Resolves names to addresses that are everyone's. */
const publicLookup: LookupFunction = (host, options, answer) => {
  resolve(host, { all: true, verbatim: true })
    .then((found) => {
      const [first] = found;
      if (!first || !found.every((each) => isPublic(each.address))) throw new RefusedAddress(host);
      if (options.all) {
        answer(null, [first]);
      } else {
        answer(null, first.address, first.family);
      }
    })
    .catch((error: NodeJS.ErrnoException) => {
      answer(error, '', 0);
    });
};

/** Not everyone's addresses (RFC 6890 and its registries). */
const closed = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(network, bits, 'ipv4');
}
// Networks that wrap an IPv4 address (6to4, Teredo) and documentation, of the one block that is everyone's.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, bits, 'ipv6');
}
const everyones = new BlockList();
everyones.addSubnet('2000::', 3, 'ipv6');

function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4');
  return everyones.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
