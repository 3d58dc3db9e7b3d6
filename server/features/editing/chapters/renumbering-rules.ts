import type { ChapterState } from '#contract/chapter-editing.ts';
import { chapterPosition } from '#server/features/chapters/public/chapter-position.ts';

/** A chapter by what renumbering changes and goes by. */
export interface NumberedChapter {
  id: number;
  number: string | null;
  volume: string | null;
  position: number;
  state: ChapterState;
  /** Ids of terms. */
  groups: readonly number[];
}

/** The numbers of chapters that would become versions of each other, though one group made both, or nobody says who did. Removed ones do not count. */
export function clashingNumbers(before: readonly NumberedChapter[], after: readonly NumberedChapter[]): string[] {
  const former = new Map(before.map((chapter) => [chapter.id, versionKey(chapter)]));
  const together = Map.groupBy(
    after.filter(({ number, state }) => number !== null && state !== 'removed'),
    versionKey,
  );
  return [...together.values()].flatMap((versions) => {
    const isClash = versions.some((one, at) =>
      versions
        .slice(at + 1)
        .some((other) => former.get(one.id) !== former.get(other.id) && isByTheSame(one.groups, other.groups)),
    );
    return isClash ? [versions[0]!.number!] : [];
  });
}

/**
 * The places of chapters after their numbers changed: where all stand by their numbers they do so afterwards; an order that was put by
 * hand stays.
 */
export function placesAfter(before: readonly NumberedChapter[], after: readonly NumberedChapter[]): number[] {
  const isByNumber = before.every(({ number, position }) => (chapterPosition(number) ?? position) === position);
  return after.map(({ number, position }) => (isByNumber ? (chapterPosition(number) ?? position) : position));
}

/** Where the title and cover of volumes go whose chapters all became part of one other volume: from its name to the new one. */
export function renamedVolumes(
  before: readonly NumberedChapter[],
  after: readonly NumberedChapter[],
): Map<string, string> {
  const names = new Map(after.map(({ id, volume }) => [id, volume]));
  const renamed = new Map<string, string>();
  for (const [volume, chapters] of Map.groupBy(before, (chapter) => chapter.volume)) {
    const now = new Set(chapters.map(({ id }) => names.get(id)));
    const [only] = now;
    if (volume !== null && now.size === 1 && typeof only === 'string' && only !== volume) {
      renamed.set(volume, only);
    }
  }
  return renamed;
}

/** As `chapterKey` has it, with numbers that count as numbers. */
function versionKey({ number, volume }: NumberedChapter): string {
  const counted = number !== null && number.trim() !== '' ? Number(number) : NaN;
  return `${volume ?? ''} ${Number.isNaN(counted) ? number : counted}`;
}

function isByTheSame(one: readonly number[], other: readonly number[]): boolean {
  return (one.length === 0 && other.length === 0) || one.some((group) => other.includes(group));
}
