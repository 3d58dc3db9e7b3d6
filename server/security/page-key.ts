import { createHmac, timingSafeEqual } from 'node:crypto';

/** A key that lets whoever got a mail open one page without signing in: 128 bits of an HMAC-SHA-256 of its path without the language. */
export function pageKey(secret: string, path: string): string {
  return createHmac('sha256', secret).update(`page:${path}`).digest('base64url').slice(0, 22);
}

/** Whether a key is the one of a page. */
export function isPageKey(secret: string, path: string, key: string): boolean {
  const [given, expected] = [Buffer.from(key), Buffer.from(pageKey(secret, path))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
