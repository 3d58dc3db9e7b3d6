import { isLocale } from '#contract/locales.ts';

/**
 * Where a visitor goes after signing in: `next` where it is a path of this site, `home` for everything else. Only a path
 * that begins with a locale is taken, and none that a browser could read as another origin or as a script.
 */
export function safeRedirect(next: string | null, home: string): string {
  if (next === null || !isLocale(/^\/([a-z]{2})(?:[/?#]|$)/.exec(next)?.[1] ?? '')) return home;
  let plain: string;
  try {
    plain = decodeURIComponent(next);
  } catch {
    return home;
  }
  // Browsers read a backslash as a slash and leave out tabs and line ends.
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001F\u007F\\]|\/\//.test(plain.split(/[?#]/)[0] ?? '') || /[\u0000-\u001F\u007F\\]/.test(next)) {
    return home;
  }
  const base = 'http://site.invalid';
  return URL.canParse(next, base) && new URL(next, base).origin === base ? next : home;
}
