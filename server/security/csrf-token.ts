import { signToken, verifyToken, type Purpose } from './signed-token.ts';

const CSRF: Purpose = { prefix: 'xsrf ', length: 43 };
/** Tokens of a window are good in it and in the next: at least this long, at most twice. */
const WINDOW_MS = 12 * 3_600_000;

/**
 * The anti-forgery token of now: a time window and its signature. It is the same for every visitor, so that rendered
 * pages can be shared; it proves that the caller could read a page of this site, not who it is.
 */
export function createCsrfToken(secret: string, now: Date): string {
  return signToken(secret, CSRF, String(windowAt(now)));
}

/** Whether a token is one of this window or the one before. */
export function isCsrfToken(secret: string, now: Date, token: string): boolean {
  const window = verifyToken(secret, CSRF, token);
  return window === String(windowAt(now)) || window === String(windowAt(now) - 1);
}

function windowAt(now: Date): number {
  return Math.floor(now.getTime() / WINDOW_MS);
}
