import { isSignature, sign, type Purpose } from './signed-token.ts';

const PAGE: Purpose = { prefix: 'page:', length: 22 };

/** A key that lets whoever got a mail open one page without signing in: the signature of its path without the language. */
export function pageKey(secret: string, path: string): string {
  return sign(secret, PAGE, path);
}

/** Whether a key is the one of a page. */
export function isPageKey(secret: string, path: string, key: string): boolean {
  return isSignature(secret, PAGE, path, key);
}
