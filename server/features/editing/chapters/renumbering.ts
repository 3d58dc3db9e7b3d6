import type { Renumbering } from '#contract/renumbering.ts';
import { problem } from '#contract/problems.ts';
import type { Tx } from '#server/db/database.ts';
import { recountChapters } from '#server/features/chapters/public/queries-writing.ts';
import { replaceVolumes, storedVolumes } from '#server/features/editing/comics/queries-volumes.ts';
import { recordRevision, type EditExtras } from '#server/features/editing/public/revision-recorder.ts';
import { numberedChapters, setNumbers, type ChapterNumber } from './queries-renumbering.ts';
import { clashingNumbers, placesAfter, renamedVolumes } from './renumbering-rules.ts';

/** Numbers that a problem names. */
const NAMED = 10;

/** Whether a value of a revision is the numbers of chapters. */
export function isChapterNumbers(value: unknown): value is ChapterNumber[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'number' in one);
}

/**
 * Gives chapters of a comic other numbers and volumes, all of them or none. Their addresses stay, and so does an order that was put by hand;
 * the title and cover of a volume that is called otherwise follow.
 *
 * @throws Problem `comic-not-found`; `edit-conflict` where someone has changed the comic since that version; `chapter-not-found`;
 * `chapter-numbers-clash` {numbers} where chapters would become versions of each other that are none.
 */
export async function renumberChapters(
  tx: Tx,
  edit: { comicId: number; by: number; version: number },
  wanted: Renumbering['chapters'],
): Promise<void> {
  await recordRevision(tx, { ...edit, source: 'chapters', action: 'comic.chapters' }, async () => {
    const there = new Set((await numberedChapters(tx, edit.comicId)).map(({ id }) => id));
    if (!wanted.every(({ id }) => there.delete(id))) throw problem('chapter-not-found');
    return applyNumbers(tx, edit.comicId, wanted);
  });
}

/** Does it, within what `recordRevision` writes down. Chapters that are gone are left out. @throws Problem `chapter-numbers-clash`. */
export async function applyNumbers(tx: Tx, comicId: number, wanted: readonly ChapterNumber[]): Promise<EditExtras> {
  const before = await numberedChapters(tx, comicId);
  const given = new Map(wanted.map(({ id, number, volume }) => [id, { number, volume }]));
  const after = before.map((chapter) => ({ ...chapter, ...given.get(chapter.id) }));
  const clashing = clashingNumbers(before, after);
  if (clashing.length > 0) {
    const named = clashing.slice(0, NAMED).join(', ') + (clashing.length > NAMED ? ', …' : '');
    throw problem('chapter-numbers-clash', { numbers: named });
  }
  const places = placesAfter(before, after);
  const changed = after
    .map((chapter, at) => ({ ...chapter, position: places[at]!, former: before[at]! }))
    .filter(({ number, volume, former }) => number !== former.number || volume !== former.volume);
  if (changed.length === 0) return { changes: {}, images: [] };
  await setNumbers(tx, changed);
  const renamed = renamedVolumes(before, after);
  if (renamed.size > 0) {
    const volumes = await storedVolumes(tx, comicId);
    const moved = volumes.map((each) => ({ ...each, volume: renamed.get(each.volume) ?? each.volume }));
    // Where two become one, what was said of it itself comes first, then of the first of the others.
    const own = moved.filter((each, at) => each.volume === volumes[at]!.volume);
    const all = [...own, ...moved.filter((each) => !own.includes(each))].filter(({ title, cover }) => title ?? cover);
    await replaceVolumes(tx, comicId, [...new Map(all.toReversed().map((each) => [each.volume, each])).values()]);
  }
  await recountChapters(tx, comicId);
  const told = (chapter: ChapterNumber) => ({ id: chapter.id, number: chapter.number, volume: chapter.volume });
  return {
    changes: { chapter_numbers: { before: changed.map(({ former }) => told(former)), after: changed.map(told) } },
    images: [],
  };
}
