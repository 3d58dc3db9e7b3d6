import type { CommentTargetKind } from '#contract/comments.ts';

const KINDS: Readonly<Record<string, CommentTargetKind>> = {
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

/** The subject of comments as a text names it. */
export interface NamedSubject {
  kind: CommentTargetKind;
  slug: string;
  /** Of a comic, where the address of a chapter names one. */
  chapter: string | null;
}

/** The parts of an address behind a chapter of a comic. */
const OF_CHAPTERS: readonly string[] = ['comments', 'reviews', 'reader'];

/**
 * The subject of comments that a text names: the number or slug of a comic, `artist/slug`, or the address of a page.
 * Any text names something, which need not be there.
 */
export function subjectNamed(text: string): NamedSubject {
  const path = URL.canParse(text) ? new URL(text).pathname : (text.split(/[?#]/, 1)[0] ?? '');
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(plain);
  const at = parts.findIndex((part, place) => Object.hasOwn(KINDS, part) && parts[place + 1] !== undefined);
  if (at === -1) return { kind: 'comics', slug: parts.at(-1) ?? '', chapter: null };
  const [kind, slug, chapter, part] = [KINDS[parts[at]!]!, parts[at + 1]!, parts[at + 2], parts[at + 3]];
  const isChapter = kind === 'comics' && chapter !== undefined && !OF_CHAPTERS.includes(chapter);
  return { kind, slug, chapter: isChapter && part !== undefined && OF_CHAPTERS.includes(part) ? chapter : null };
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
