import { persistentStore } from '#web/platform/state/persistent-store.ts';

/** Comics, and chapters of each, whose pairing is remembered; the ones changed longest ago are forgotten first. */
const MAX_COMICS = 200;
const MAX_CHAPTERS = 50;
/** More marks than anyone sets by hand in one chapter. */
const MAX_MARKS = 100;

/** How the pages of one comic were paired by hand. */
export interface ComicShifts {
  /** How its other chapters begin: with a cover or with a pair. */
  start: 'cover' | 'first' | null;
  /** By chapter: page n begins a pair (`n`) or stands on the second side of one (`-n`); the chapter changed last at the end. */
  chapters: readonly (readonly [string, readonly number[]])[];
}

type StoredShifts = readonly (readonly [number, ComicShifts])[];

const NONE: ComicShifts = { start: null, chapters: [] };

/** How pages were paired by hand in this browser, by comic, the one changed last at the end. */
export const shiftsStore = persistentStore<StoredShifts>('komawari.spreads', parseShifts);

/** How the pages of a comic were paired by hand. */
export function comicShifts(kept: StoredShifts, comicId: number): ComicShifts {
  return kept.find(([id]) => id === comicId)?.[1] ?? NONE;
}

/** The marks of one chapter; the same list until they change. */
export function chapterShifts(chapters: ComicShifts['chapters'], chapter: string): readonly number[] {
  return chapters.find(([name]) => name === chapter)?.[1] ?? NO_MARKS;
}

/** The stored shifts once a chapter has these marks; `start` is how the comic's other chapters begin from now on, absent where that stays. */
export function withMarks(
  kept: StoredShifts,
  comicId: number,
  chapter: string,
  marks: readonly number[],
  start?: ComicShifts['start'],
): StoredShifts {
  const own = comicShifts(kept, comicId);
  const others = own.chapters.filter(([name]) => name !== chapter);
  const chapters =
    marks.length === 0 ? others : [...others, [chapter, marks.slice(-MAX_MARKS)] as const].slice(-MAX_CHAPTERS);
  return [
    ...kept.filter(([id]) => id !== comicId),
    [comicId, { start: start === undefined ? own.start : start, chapters }] as const,
  ].slice(-MAX_COMICS);
}

const NO_MARKS: readonly number[] = [];

function parseShifts(json: unknown): StoredShifts {
  return parsePairs(json).flatMap(([id, own]) => {
    if (!Number.isInteger(id) || typeof own !== 'object' || own === null) return [];
    const { start, chapters } = own as Partial<Record<keyof ComicShifts, unknown>>;
    return [
      [
        id as number,
        {
          start: start === 'cover' || start === 'first' ? start : null,
          chapters: parsePairs(chapters).flatMap(([name, marks]) =>
            typeof name === 'string' && Array.isArray(marks)
              ? [[name, marks.filter((mark) => Number.isInteger(mark) && mark !== 0)] as const]
              : [],
          ),
        },
      ] as const,
    ];
  });
}

function parsePairs(json: unknown): [unknown, unknown][] {
  return Array.isArray(json)
    ? json.filter((pair): pair is [unknown, unknown] => Array.isArray(pair) && pair.length === 2)
    : [];
}
