import type { Commented } from '#contract/comments.ts';

const KINDS: Readonly<Record<string, Commented>> = {
  comic: 'comics',
  comics: 'comics',
  webtoon: 'comics',
  character: 'characters',
  characters: 'characters',
  artist: 'artists',
  artists: 'artists',
  author: 'authors',
  authors: 'authors',
};

/**
 * The subject of comments that a text names: the number or slug of a comic, `artist/slug`, or the address of a page.
 * Any text names something, which need not be there.
 */
export function subjectNamed(text: string): { kind: Commented; slug: string } {
  const path = URL.canParse(text) ? new URL(text).pathname : (text.split(/[?#]/, 1)[0] ?? '');
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(plain);
  const at = parts.findIndex((part, place) => Object.hasOwn(KINDS, part) && parts[place + 1] !== undefined);
  return at === -1 ? { kind: 'comics', slug: parts.at(-1) ?? '' } : { kind: KINDS[parts[at]!]!, slug: parts[at + 1]! };
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
