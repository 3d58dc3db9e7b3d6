import type { Site } from '#server/config/site-file.ts';
import { fetchOutbound } from '#server/http/outbound-http.ts';

type Purge = Site['purge'];

/** Seconds a CDN has to answer. */
const PATIENCE = 10;
/** Calls that are under way at once, where each names one address. */
const AT_ONCE = 8;

/**
 * Tells the operator's CDN to forget addresses: in one call with all of them in its body, or, where the template names
 * one, in a call for each.
 *
 * @param origins what the addresses start with, without a slash at the end.
 * @param paths `/images/…`.
 * @returns the paths of which every call was answered with 2xx; 404 and 410 say that there was nothing to forget.
 */
export async function purgeCdn(purge: Purge, origins: readonly string[], paths: readonly string[]): Promise<string[]> {
  if (/\{(?:url|path)\}/.test(purge.url)) {
    const done: string[] = [];
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      const some = paths.slice(at, at + AT_ONCE);
      const answers = await Promise.all(some.map((path) => purgeOne(purge, origins, path)));
      done.push(...some.filter((_path, index) => answers[index]));
    }
    return done;
  }
  const body = Buffer.from(
    JSON.stringify({ [purge.list]: origins.flatMap((origin) => paths.map((path) => origin + path)) }),
  );
  return (await isAccepted(purge, purge.url, body)) ? [...paths] : [];
}

async function purgeOne(purge: Purge, origins: readonly string[], path: string): Promise<boolean> {
  const addresses = new Set(
    origins.map((origin) =>
      purge.url.replaceAll('{path}', path).replaceAll('{url}', encodeURIComponent(origin + path)),
    ),
  );
  for (const address of addresses) {
    if (!(await isAccepted(purge, address))) return false;
  }
  return true;
}

async function isAccepted(
  { method, header, token, allowPrivate }: Purge,
  address: string,
  body?: Buffer,
): Promise<boolean> {
  const headers = {
    'user-agent': 'Komawari-Purge',
    ...(token === '' ? {} : { [header]: token }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(body.byteLength) }),
  };
  try {
    const { status } = await fetchOutbound(address, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      seconds: PATIENCE,
      local: allowPrivate,
    });
    return (status >= 200 && status <= 299) || status === 404 || status === 410;
  } catch {
    return false;
  }
}
