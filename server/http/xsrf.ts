import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tokens of a window are good in it and in the next: at least this long, at most twice. */
const WINDOW = 12 * 3_600_000;

/**
 * The anti-forgery token of now: a time window and its signature. It is the same for every visitor, so that rendered
 * pages can be shared; it proves that the caller could read a page of this site, not who it is.
 */
export function createCsrfToken(secret: string, now: Date): string {
  return tokenOf(secret, Math.floor(now.getTime() / WINDOW));
}

/** Whether a token is one of this window or the one before. */
export function isCsrfToken(secret: string, now: Date, token: string): boolean {
  const window = Math.floor(now.getTime() / WINDOW);
  return [window, window - 1].some((each) => equal(tokenOf(secret, each), token));
}

function tokenOf(secret: string, window: number): string {
  return `${window}.${createHmac('sha256', secret).update(`xsrf ${window}`).digest('base64url')}`;
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
