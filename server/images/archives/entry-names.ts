const junkFolders = new Set(['__macosx', '@eadir']);
const junkFiles = new Set(['thumbs.db', 'desktop.ini']);

// IBM code page 437, the official encoding of ZIP names without the UTF-8 flag; TextDecoder knows no such label.
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ';

function decodedAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function decodeCp437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : cp437[byte - 0x80])).join('');
}

// Real Japanese names hold few half-width katakana, while Russian bytes read as Shift-JIS are full of them.
function looksJapanese(text: string): boolean {
  const wide = count(text, /[\p{Script=Han}\p{Script=Hiragana}]|[\u30a0-\u30ff]/gu);
  return wide > count(text, /[\uff61-\uff9f]/g);
}

// Western bytes read as cp866 put single Cyrillic letters inside Latin words.
function looksRussian(text: string): boolean {
  const cyrillic = count(text, /\p{Script=Cyrillic}/gu);
  const strange = count(text, /[^\p{Script=Cyrillic}\x00-\x7f№]/gu);
  const mixed = count(text, /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}/gu);
  return cyrillic > strange + mixed * 2;
}

/**
 * Promises the names of one archive as text. A name is UTF-8 where it is flagged so or is valid UTF-8; the others are read together,
 * as one program wrote them: Shift-JIS if that makes Japanese, cp866 if that makes Russian, else cp437. Never throws.
 */
export function decodeNames(names: readonly { bytes: Uint8Array; utf8: boolean }[]): string[] {
  const known = names.map(
    ({ bytes, utf8 }) => decodedAs('utf-8', bytes) ?? (utf8 ? new TextDecoder().decode(bytes) : null),
  );
  const unknown = names.filter((_, i) => known[i] === null).map(({ bytes }) => bytes);
  if (unknown.length === 0) return known as string[];
  const japanese = unknown.map((bytes) => decodedAs('shift_jis', bytes));
  if (!japanese.includes(null) && looksJapanese(japanese.join('\n'))) {
    return known.map((name) => name ?? (japanese.shift() as string));
  }
  const russian = unknown.map((bytes) => decodedAs('ibm866', bytes) ?? '');
  const guessed = looksRussian(russian.join('\n')) ? russian : unknown.map(decodeCp437);
  return known.map((name) => name ?? (guessed.shift() as string));
}

/**
 * Promises the path of an entry with `/` between its segments and no `.` or empty segment, or null for a name that tries to leave the archive:
 * absolute, with a drive, with `..` or with a NUL. The path is for order and for people; nothing may be opened by it. It holds no character that
 * controls a terminal or breaks a text.
 */
export function entryPath(name: string): string | null {
  const path = name.replaceAll('\\', '/');
  if (path.includes('\0') || path.startsWith('/') || /^[a-z]:/i.test(path)) return null;
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  return segments.includes('..') ? null : printable(segments.join('/'));
}

/** How a name that is refused is shown to people: at most 200 characters of it, and none that controls anything. */
export function shownName(name: string): string {
  return printable(name.slice(0, 200));
}

/** A name without what controls a terminal or breaks a text. */
export function printable(name: string): string {
  return name.toWellFormed().replace(/[\x00-\x1f\x7f-\x9f]/g, '\ufffd');
}

/** Promises true for what operating systems leave in folders: resource forks, thumbnails, view settings, and whatever is hidden or lies in a hidden folder. */
export function isJunk(path: string): boolean {
  const segments = path.toLowerCase().split('/');
  // An ellipsis begins titles; one dot alone hides.
  return (
    segments.some((segment) => junkFolders.has(segment) || /^\.[^.]/.test(segment)) ||
    junkFiles.has(segments.at(-1) ?? '')
  );
}

const pageExtensions: Record<string, string | null> = {
  jpg: null,
  jpeg: null,
  jpe: null,
  jfif: null,
  png: null,
  webp: null,
  avif: null,
  gif: null,
  svg: 'SVG',
  svgz: 'SVG',
  bmp: 'BMP',
  tif: 'TIFF',
  tiff: 'TIFF',
  jxl: 'JPEG XL',
  jp2: 'JPEG 2000',
  j2k: 'JPEG 2000',
  jpx: 'JPEG 2000',
  heic: 'HEIC',
  heif: 'HEIC',
  psd: 'PSD',
  tga: 'TGA',
  ico: 'ICO',
};

/**
 * Promises what a path claims to be by its extension: a page (`unsupported` null), an image that no browser-safe page can be made of yet
 * (`unsupported` names its format), or null for anything else. The bytes decide later.
 */
export function pageCandidate(path: string): { unsupported: string | null } | null {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(pageExtensions, extension) ? { unsupported: pageExtensions[extension] ?? null } : null;
}

/** The path without its extension, as it is compared: a page and what belongs to it differ only there. */
export function pathStem(path: string): string {
  return path.replace(/\.[^./]*$/, '').toLowerCase();
}
