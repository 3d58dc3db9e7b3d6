import type { Locale } from './locales.ts';

/** Width and height of the pictures that link previews show, in pixels. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** The path of the picture that stands for a comic in link previews: made of its cover, whose hash is in it. */
export function comicSharePath(coverHash: string): string {
  return `/share/${coverHash}.jpg`;
}

/** The path of the picture that stands for a site. It changes with what is drawn, so that it can be kept for ever. */
export function siteSharePath({ name, letter }: { name: string; letter: string }): string {
  return `/share/site-${shortHash(`1 ${letter} ${name}`)}.png`;
}

/** How Open Graph calls the languages of the site: with the country most of their readers are from. */
export const OPEN_GRAPH_LOCALES: Record<Locale, string> = {
  ar: 'ar_AR', de: 'de_DE', en: 'en_GB', es: 'es_ES', fr: 'fr_FR', hi: 'hi_IN', id: 'id_ID', pt: 'pt_BR', ru: 'ru_RU', zh: 'zh_CN',
};

/** FNV-1a, 32 bits: names content, guards nothing. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) { hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0; }
  return hash.toString(16).padStart(8, '0');
}
