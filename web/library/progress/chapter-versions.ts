import type { Chapter } from '#contract/chapters.ts';

/** The facts of a chapter by which its versions are known. */
export type ChapterVersion = Pick<Chapter, 'id' | 'number' | 'volume' | 'groups'>;

/**
 * Whether two chapters have one number ("5" and "5.0"), so that each is a version of the other. Those without a number are not,
 * nor are those of two volumes, which may each begin with 1.
 */
export function isSameNumber(one: ChapterVersion, other: ChapterVersion): boolean {
  if (one.number === null || other.number === null) return false;
  if (one.volume !== null && other.volume !== null && one.volume !== other.volume) return false;
  return one.number === other.number || Number(one.number) === Number(other.number);
}

/** Whether a group made both. */
export function isBySameGroup(one: ChapterVersion, other: ChapterVersion): boolean {
  return one.groups.some(({ id }) => other.groups.some((each) => each.id === id));
}

/** The chapters of a list in reading order, those of one number together. */
export function groupVersions<Each extends ChapterVersion>(chapters: readonly Each[]): Each[][] {
  return groupInRow(chapters, isSameNumber);
}

/** The chapters of a list in reading order, those in a row that are of one volume together. */
export function groupVolumes<Each extends ChapterVersion>(chapters: readonly Each[]): Each[][] {
  return groupInRow(chapters, (one, other) => one.volume === other.volume);
}

/** Each group begins with the first that does not belong to the one before it. */
function groupInRow<Each>(all: readonly Each[], belongs: (first: Each, other: Each) => boolean): Each[][] {
  const groups: Each[][] = [];
  for (const each of all) {
    const before = groups.at(-1);
    if (before !== undefined && belongs(before[0]!, each)) {
      before.push(each);
    } else {
      groups.push([each]);
    }
  }
  return groups;
}

/** Tells which chapters of a list a reader does not step over: all of them where they would step over every one. */
export function openAmong(chapters: readonly { blocked?: boolean }[]): (chapter: { blocked?: boolean }) => boolean {
  const isAnyOpen = chapters.some(({ blocked }) => blocked !== true);
  return ({ blocked }) => !isAnyOpen || blocked !== true;
}

/** The chapters of a list that a reader does not step over. */
export function openChapters<Each extends { blocked?: boolean }>(chapters: readonly Each[]): readonly Each[] {
  return chapters.filter(openAmong(chapters));
}

/** Versions of a chapter, those of preferred groups first. */
export function preferredFirst<Each extends { preferred?: boolean }>(versions: readonly Each[]): Each[] {
  return [...versions].sort((one, other) => Number(other.preferred === true) - Number(one.preferred === true));
}

/**
 * One of each group of versions (`groupVersions`), in reading order: the one that was begun last, else one by a preferred group, else one by a
 * group of the version before it, else the first.
 *
 * @param begunAt when a chapter was read last; undefined where it was not begun.
 */
export function chooseVersions<Each extends ChapterVersion & { preferred?: boolean }>(
  groups: readonly (readonly Each[])[],
  begunAt: (chapter: Each) => number | undefined,
): Each[] {
  let last: Each | undefined;
  return groups.map((versions) => {
    const begun = versions
      .filter((each) => begunAt(each) !== undefined)
      .sort((one, other) => begunAt(other)! - begunAt(one)!)[0];
    last =
      begun ??
      versions.find(({ preferred }) => preferred === true) ??
      versions.find((each) => last !== undefined && isBySameGroup(each, last)) ??
      versions[0]!;
    return last;
  });
}
