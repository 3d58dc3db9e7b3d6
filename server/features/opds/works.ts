import type { CardRow } from '#server/db/queries/cards.ts';
import type { Deps } from '#server/deps.ts';
import { serializeCards } from '#server/features/comics/public/cards.ts';
import { chosenTitle } from '#server/features/comics/public/chosen-title.ts';
import { listCredits, makerNames } from '#server/features/comics/public/credits.ts';
import { serializeVolumes, volumeCovers } from '#server/features/comics/public/queries-volumes.ts';
import { requestAddresses, type RequestContext } from '#server/http/access/request-context.ts';
import { tagUri } from '#server/http/requests/feed-request.ts';
import { chapterName } from '#server/i18n/chapter-name.ts';
import { mayUse, openPages } from './public/open-pages.ts';
import { chaptersById, findDates, firstChapters, listChapters, placesIn, type ListedChapter } from './queries.ts';
import { PER_SHELF, type Reading, type Work } from './shelf.ts';

export type ShelfDeps = Pick<Deps, 'db' | 'reads' | 'database' | 'catalogue' | 'secret' | 'now'>;

/** Comics as works: one-shots to read, series with the way to their chapters. In the order of `rows`. */
export async function listWorks(deps: ShelfDeps, viewing: RequestContext, rows: readonly CardRow[]): Promise<Work[]> {
  const chapters = await firstChapters(
    deps.reads,
    viewing.blocked,
    rows.map(({ id }) => id),
  );
  return describe(
    deps,
    viewing,
    rows.map((row) => ({ row, chapter: chapters.get(row.id), alone: false })),
  );
}

/** A page of the chapters of a comic as works, in reading order, and how many there are; of a one-shot, itself. */
export async function chapterWorks(
  deps: ShelfDeps,
  viewing: RequestContext,
  row: CardRow,
  page: number,
): Promise<{ works: Work[]; total: number }> {
  const offset = (page - 1) * PER_SHELF;
  const { rows, total } = await listChapters(deps.reads, viewing.blocked, row.id, offset, PER_SHELF);
  const works = await describe(
    deps,
    viewing,
    rows.map((chapter) => ({ row, chapter, alone: true })),
  );
  return { works, total };
}

/** Chapters by their ids as works, each with the card of its comic; those that are gone are left out. */
export async function worksAt(
  deps: ShelfDeps,
  viewing: RequestContext,
  places: readonly { row: CardRow; chapter: number | null }[],
): Promise<Work[]> {
  const [named, first] = await Promise.all([
    chaptersById(
      deps.reads,
      viewing,
      places.flatMap(({ chapter }) => chapter ?? []),
    ),
    firstChapters(
      deps.reads,
      viewing.blocked,
      places.flatMap(({ row, chapter }) => (chapter === null ? [row.id] : [])),
    ),
  ]);
  return describe(
    deps,
    viewing,
    places.map(({ row, chapter }) => ({
      row,
      chapter: chapter === null ? first.get(row.id) : named.get(chapter),
      alone: true,
    })),
  );
}

/** A comic and one of its chapters; `alone`: the chapter itself is the work. */
interface ListedWork {
  row: CardRow;
  chapter: ListedChapter | undefined;
  alone: boolean;
}

async function describe(deps: ShelfDeps, viewing: RequestContext, listed: readonly ListedWork[]): Promise<Work[]> {
  const rows = listed.map(({ row }) => row);
  const ids = rows.map(({ id }) => id);
  const { id: member } = viewing.viewer;
  const to = requestAddresses(viewing);
  const chapters = listed.flatMap(({ chapter }) => chapter?.id ?? []);
  const [cards, credits, dates, volumes, places] = await Promise.all([
    serializeCards(deps, deps.reads, viewing, rows),
    listCredits(deps.reads, viewing, rows),
    findDates(deps.reads, ids),
    volumeCovers(
      deps.reads,
      listed.flatMap(({ row, chapter, alone }) =>
        alone && chapter !== undefined && chapter.volume !== null ? [row.id] : [],
      ),
    ),
    member !== null && mayUse(viewing, 'library.own')
      ? placesIn(deps.db, member, chapters)
      : new Map<number, NonNullable<Reading['last']>>(),
  ]);
  return listed.map(({ row, chapter, alone }, at): Work => {
    const isChapter = alone && !row.oneshot && chapter !== undefined;
    const volume = isChapter && chapter.volume !== null ? volumes.get(row.id)?.get(chapter.volume) : undefined;
    // A chapter has the cover of its volume, where it has one that this viewer may see.
    const [pictured] = volume
      ? serializeVolumes(deps, viewing, row, [{ ...volume, volume: '', title: null, thumbhash: null, color: null }])
      : [];
    const { image_url: image, thumb_url: thumb, cover } = pictured?.cover ? pictured : cards[at]!;
    const stored = (pictured?.cover ? volume : row)?.variants?.cover640;
    const own = credits[at] ?? [];
    const when = isChapter
      ? { published: chapter.added_at, updated: chapter.updated_at }
      : (dates.get(row.id) ?? { published: `${row.uploaded_at}T00:00:00Z`, updated: `${row.uploaded_at}T00:00:00Z` });
    const reading = readingIn(viewing, row, chapter, places);
    return {
      id: tagUri(viewing, isChapter ? `chapter/${chapter.id}` : `comic/${row.id}`),
      title: isChapter ? chapterTitle(viewing, row, chapter) : chosenTitle(viewing, row),
      ...when,
      summary: isChapter ? '' : (row.description ?? ''),
      makers: makerNames(own),
      credits: own.filter(({ kind }) => !['language', 'author', 'artist'].includes(kind)),
      language: own.find(({ kind }) => kind === 'language')?.code ?? null,
      direction: row.direction,
      cover:
        cover === null || !stored || image === null
          ? null
          : { url: image, type: `image/${stored.format}`, width: cover.width, height: cover.height },
      thumbnail: cover === null ? null : thumb,
      page: isChapter ? to.reader(row.slug, chapter.slug) : to.comic(row.slug),
      chapters: row.oneshot || alone ? null : { path: `comics/${encodeURIComponent(row.slug)}` },
      series: isChapter ? { title: chosenTitle(viewing, row), number: chapter.number } : null,
      reading,
      file:
        reading?.whole === true &&
        (row.oneshot || alone) &&
        viewing.site.features.includes('downloads') &&
        mayUse(viewing, 'comics.download'),
    };
  });
}

function readingIn(
  viewing: RequestContext,
  row: CardRow,
  chapter: ListedChapter | undefined,
  places: ReadonlyMap<number, NonNullable<Reading['last']>>,
): Reading | null {
  if (chapter === undefined || chapter.format === null) return null;
  const pages = openPages(viewing, row, chapter);
  if (pages === 0) return null;
  return {
    chapter: chapter.id,
    pages,
    whole: pages === chapter.pages,
    format: chapter.format,
    last: places.get(chapter.id) ?? null,
    kept: viewing.viewer.id !== null && mayUse(viewing, 'library.own'),
  };
}

function chapterTitle(viewing: RequestContext, row: CardRow, chapter: ListedChapter): string {
  return `${chosenTitle(viewing, row)} – ${chapterName(viewing.locale, chapter)}`;
}
