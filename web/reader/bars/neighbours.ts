import type { TermRef } from '#contract/taxonomy.ts';
import { isBySameGroup, isSameNumber, openAmong, type ChapterVersion } from '#web/library/progress/chapter-versions.ts';

interface Skips<Each> {
  /** Whether a chapter was read to its end. */
  isRead: (chapter: Each) => boolean;
  skipRead: boolean;
  skipDuplicates: boolean;
}

/**
 * The chapters before and after one, by its id; null where there is none, and for an id that is not in the list.
 *
 * `chapters` are in reading order; those of whom the reader blocks are stepped over. With `skipDuplicates` other versions of the same number are left out, and of several
 * versions of the neighbour the one by a preferred group is taken, else one by a group of this chapter. With `skipRead` what was read is left out: of a
 * number with several versions, what any of them says, if duplicates are left out too.
 */
export function findNeighbours<Each extends ChapterVersion & { blocked?: boolean; preferred?: boolean }>(
  chapters: readonly Each[],
  id: number,
  { isRead, skipRead, skipDuplicates }: Skips<Each>,
): { previous: Each | null; next: Each | null } {
  const at = chapters.findIndex((chapter) => chapter.id === id);
  const own = chapters[at];
  if (own === undefined) return { previous: null, next: null };
  const isOpen = openAmong(chapters);
  const versions = (of: Each) =>
    skipDuplicates ? chapters.filter((each) => isOpen(each) && (each === of || isSameNumber(each, of))) : [of];
  const nearest = (candidates: readonly Each[]): Each | null => {
    const found = candidates.find(
      (each) =>
        isOpen(each) && !(skipDuplicates && isSameNumber(each, own)) && !(skipRead && versions(each).some(isRead)),
    );
    if (found === undefined) return null;
    const all = versions(found);
    return all.find(({ preferred }) => preferred === true) ?? all.find((each) => isBySameGroup(each, own)) ?? found;
  };
  return { previous: nearest(chapters.slice(0, at).reverse()), next: nearest(chapters.slice(at + 1)) };
}

/**
 * The whole numbers that are missing between two chapters of a list in reading order: neither theirs nor another's in the
 * list. "10.5" counts as a part of 10. A chapter without a number ("extra") stands at the last one before it; nothing is
 * missing before one.
 */
export function missingBetween(
  chapters: readonly ChapterVersion[],
  from: ChapterVersion,
  to: ChapterVersion,
): number[] {
  const upTo = chapters.slice(0, chapters.findIndex(({ id }) => id === from.id) + 1);
  const start = [...upTo, from].map(wholeNumber).findLast((number) => number !== null) ?? null;
  const end = wholeNumber(to);
  if (start === null || end === null) return [];
  const there = new Set(chapters.map(wholeNumber));
  const between = Array.from(
    { length: Math.min(Math.max(end - start - 1, 0), MAX_MISSING) },
    (_, index) => start + 1 + index,
  );
  return between.filter((number) => !there.has(number));
}

/** A number written wrongly ("20260101") must not become a list of millions. */
const MAX_MISSING = 2000;

/** The groups of the next chapter, where they are known to be none of this one's; else none. */
export function newGroups(from: ChapterVersion, to: ChapterVersion): TermRef[] {
  return from.groups.length > 0 && to.groups.length > 0 && !isBySameGroup(from, to) ? to.groups : [];
}

function wholeNumber({ number }: ChapterVersion): number | null {
  const value =
    number === null || !/^\d+([.,]\d+)?$/.test(number.trim()) ? NaN : Math.floor(Number(number.replace(',', '.')));
  return Number.isSafeInteger(value) ? value : null;
}
