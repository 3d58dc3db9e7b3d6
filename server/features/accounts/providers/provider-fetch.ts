import type { Provider } from '#server/config/sign-in.ts';
import { fetchOutbound } from '#server/http/outbound-http.ts';

/** Bytes of an answer of a provider: discovery documents, keys and tokens are a tenth of it. */
const MAX_BYTES = 262_144;

/**
 * Calls a provider, whose address the operator gave, and reads its whole answer. No redirect is followed. How long it may
 * take is the caller’s `signal`, which ends the reading, too.
 *
 * @throws Error for an answer that is too long, or that does not come.
 */
export async function fetchProvider(url: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...options, redirect: 'manual' });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error('too long an answer');
    parts.push(part);
  }
  const headers = new Headers(answer.headers);
  // Of the bytes as they came over the wire.
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(size === 0 ? null : Buffer.concat(parts), { status: answer.status, headers });
}

/**
 * The way to call a provider: one that was set in the page only where everyone could, unless the operator allows more; who has
 * the page need not have the network.
 */
export function fetchFor({ settled, seconds }: Provider): typeof fetchProvider {
  if (settled === undefined || settled.allowPrivate) return fetchProvider;
  return async (url, { method = 'GET', headers, body }) => {
    const {
      status,
      type,
      body: bytes,
      isWhole,
    } = await fetchOutbound(String(url), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(body === undefined || body === null ? {} : { body: Buffer.from(await new Response(body).arrayBuffer()) }),
      seconds,
      maxBytes: MAX_BYTES,
    });
    if (!isWhole) throw new Error('too long an answer');
    return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), {
      status,
      headers: { 'content-type': type },
    });
  };
}

/** Whether an error of this name is that of a call that its time limit has ended. */
export function isOutOfTime(name: string | undefined): boolean {
  return name === 'TimeoutError' || name === 'AbortError';
}
