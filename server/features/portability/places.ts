import { normalise } from '#server/search/normalise.ts';
import type { ForeignChapter, ForeignEntry } from './foreign-library.ts';
import type { Place } from '#server/features/library/public/queries-merging.ts';
import type { KnownChapter } from './queries-apply.ts';

/**
 * Where a file's reader was in the chapters of a comic of this site, one place a chapter. Chapters are found by their
 * slug, else by their number, else by their name; a count of chapters means the first ones. A comic of one chapter is
 * read when any of the file's is.
 *
 * @param chapters of the comic, in reading order.
 */
export function matchPlaces(entry: ForeignEntry, chapters: readonly KnownChapter[]): Place[] {
  const places = new Map<number, Place>();
  const [only] = chapters;
  const index = buildIndex(chapters);
  const keep = (
    chapter: KnownChapter,
    page: number | null,
    completed: boolean,
    readAt: string | null,
    { completed_at: completedAt, seconds }: Pick<ForeignChapter, 'completed_at' | 'seconds'> = {},
  ) => {
    const last = Math.max(1, chapter.pages);
    const known = places.get(chapter.id);
    places.set(chapter.id, {
      comic_id: chapter.comic_id,
      chapter_id: chapter.id,
      page: Math.max(known?.page ?? 1, completed ? last : Math.min(page ?? 1, last)),
      completed: completed || (known?.completed ?? false),
      completed_at: known?.completed_at ?? completedAt ?? null,
      seconds: Math.max(known?.seconds ?? 0, seconds ?? 0),
      read_at:
        [known?.read_at, readAt]
          .filter((each) => typeof each === 'string')
          .sort()
          .at(-1) ?? null,
    });
  };
  for (const read of entry.chapters) {
    const chapter =
      chapters.length === 1
        ? only
        : (index.slugs.get(read.slug ?? '') ??
          index.numbers.get(numberKey(read.number) ?? '') ??
          index.names.get(normalise(read.name)));
    if (chapter) {
      keep(chapter, read.page, read.completed, read.read_at, read);
    }
  }
  for (const chapter of chapters.slice(0, entry.chapters_read)) {
    keep(chapter, null, true, null);
  }
  return [...places.values()];
}

/** How the chapters of a comic are found; made once a comic, however many entries of a file are it. */
interface Index {
  slugs: Map<string, KnownChapter>;
  numbers: Map<string, KnownChapter>;
  names: Map<string, KnownChapter>;
}
const indexes = new WeakMap<readonly KnownChapter[], Index>();

function buildIndex(chapters: readonly KnownChapter[]): Index {
  const known = indexes.get(chapters);
  if (known) return known;
  // Of several that are called alike the first counts.
  const by = (key: (chapter: KnownChapter) => string | null) =>
    new Map(
      chapters.toReversed().flatMap((chapter) => {
        const called = key(chapter);
        return called === null || called === '' ? [] : [[called, chapter] as const];
      }),
    );
  const index = {
    slugs: by(({ slug }) => slug),
    numbers: by(({ number }) => numberKey(number)),
    names: by(({ name }) => normalise(name)),
  };
  indexes.set(chapters, index);
  return index;
}

/** The same for `10`, `10.0` and `010`. */
function numberKey(number: string | null): string | null {
  return number !== null && number.trim() !== '' && Number.isFinite(Number(number)) ? String(Number(number)) : number;
}
