import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a link is good, in seconds: a night for a slow line. */
export const LINK_SECONDS = 6 * 3600;

/** The content of a token: which download, and until when, in seconds since 1970. */
export interface LinkToken { id: number; expires: number }

/** The last part of a link's path: nobody can make one, or change what one says. */
export function writeToken({ id, expires }: LinkToken, secret: string): string {
  const said = `${id.toString(36)}.${expires.toString(36)}`;
  return `${said}.${signatureOf(said, secret)}`;
}

/** The content of a token, or null for one that is not ours, in whatever way. Whether it ran out is for the caller to see. */
export function readToken(token: string, secret: string): LinkToken | null {
  const [, id = '', expires = '', signature = ''] = /^([0-9a-z]{1,11})\.([0-9a-z]{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(`${id}.${expires}`, secret))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) { return null; }
  return { id: Number.parseInt(id, 36), expires: Number.parseInt(expires, 36) };
}

function signatureOf(said: string, secret: string): string {
  return createHmac('sha256', secret).update(`download:${said}`).digest('base64url');
}
