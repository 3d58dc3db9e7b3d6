import { useMemo } from 'react';
import type { ReaderSettings } from '#web/library/preferences/reader-settings.ts';
import { chapterShifts, comicShifts, shiftsStore, withMarks } from '#web/library/preferences/spread-shifts.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { progressId, type ChapterData } from '#web/reader/chapter/chapter-data.ts';
import { shiftFrom } from './shift-spreads.ts';
import { buildSpreads, type Spread } from './spreads.ts';

/**
 * The pages shown together, with what was set by hand in this browser; `shift` pairs the pages from a spread on the
 * other way, and answers whether it could.
 */
export function useSpreads(
  { comic, chapter, images }: ChapterData,
  { direction, pairStart, wide }: ReaderSettings,
  pairs: boolean,
) {
  const { start: carried, chapters } = comicShifts(usePersistentStore(shiftsStore), comic.id);
  const name = progressId(chapter);
  const shifts = chapterShifts(chapters, name);
  const split = wide === 'split';
  const spreads = useMemo(
    () => buildSpreads(images, { pairs, direction, start: pairStart, carried, shifts, split }),
    [images, pairs, direction, pairStart, carried, shifts, split],
  );

  const shift = (spread: Spread | undefined): boolean => {
    const shifted = pairs && spread !== undefined ? shiftFrom(images, spreads, shifts, spread) : null;
    if (shifted === null) return false;
    shiftsStore.change((kept) => withMarks(kept, comic.id, name, shifted.marks, shifted.start));
    return true;
  };
  /** Forgets what was set by hand: whoever chooses how chapters begin wants to see it here, too. */
  const unshift = () => {
    shiftsStore.change((kept) => withMarks(kept, comic.id, name, [], null));
  };
  return { spreads, shift, unshift };
}
