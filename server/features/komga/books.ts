import { cardsById, type CardRow } from '#server/db/queries/cards.ts';
import { chosenTitle } from '#server/features/comics/public/chosen-title.ts';
import { listCredits, type Credit } from '#server/features/comics/public/credits.ts';
import { findComic } from '#server/features/comics/public/queries-one.ts';
import { openPages } from '#server/features/opds/public/open-pages.ts';
import { requestAddresses, type RequestContext } from '#server/http/access/request-context.ts';
import { chapterName } from '#server/i18n/chapter-name.ts';
import { translate } from '#server/i18n/translate.ts';
import { problem } from '#contract/problems.ts';
import type { Book, BookPage } from './dto.ts';
import { bookOwner, bookRows, pageRows, type BookRow, type ListedBook } from './queries.ts';
import { makersAmong, libraryAmong, namesAmong, toSecond, type KomgaDeps } from './series.ts';
import { TAG_KINDS } from './conditions.ts';

/** The media type of a comic as a ZIP, as Komga names it. */
const CBZ = 'application/zip';

/**
 * Chapters as Komga's clients are told of books, in the order of `ids`; those that are gone, or that who asks may not be told of, are left out.
 */
export async function describeBooks(
  deps: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  ids: readonly number[],
  known: readonly CardRow[] = [],
): Promise<Book[]> {
  const rows = await bookRows(deps.db, viewing.blocked, userId, ids);
  const cards = new Map(known.map((card) => [card.id, card]));
  const missing = [...new Set([...rows.values()].map(({ comic_id: id }) => id))].filter((id) => !cards.has(id));
  if (missing.length > 0) {
    for (const card of await cardsById(deps.reads, viewing, viewing.locale, missing)) {
      cards.set(card.id, card);
    }
  }
  const comics = [...cards.values()];
  const credits = new Map(
    (await listCredits(deps.reads, viewing, comics)).map((each, at) => [comics[at]!.id, each] as const),
  );
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const card = row && cards.get(row.comic_id);
    return row === undefined || card === undefined ? [] : [describe(viewing, card, row, credits.get(card.id) ?? [])];
  });
}

/** A book and the comic it is of. @throws Problem `chapter-not-found`, and as `findComic` has them. */
export async function findBook(
  deps: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  id: number,
): Promise<{ book: Book; comic: CardRow }> {
  const owner = await bookOwner(deps.reads, id);
  if (owner === null) throw problem('chapter-not-found');
  const comic = await findComic(deps.reads, viewing, String(owner.comic_id));
  const [book] = await describeBooks(deps, viewing, userId, [id], [comic]);
  if (book === undefined) throw problem('chapter-not-found');
  return { book, comic };
}

/** The pages of a book, as many as who asks may see. */
export async function listPages(deps: KomgaDeps, chapterId: number, open: number): Promise<BookPage[]> {
  return (await pageRows(deps.reads, chapterId, open)).map(({ number, format, width, height, bytes }) => ({
    number,
    fileName: `${String(number).padStart(4, '0')}.${format === 'jpeg' ? 'jpg' : format}`,
    mediaType: `image/${format}`,
    width,
    height,
    sizeBytes: bytes,
    size: readableSize(bytes),
  }));
}

/** The number that books of a series are sorted and read by: that of the chapter, else its place. */
export function sortNumber({ number, place }: Pick<ListedBook, 'number' | 'place'>): number {
  const given = number === null ? NaN : Number(number);
  return Number.isFinite(given) ? given : place;
}

/** Bytes as Komga writes them. */
function readableSize(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 2 ** (power * 10);
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}

function describe(viewing: RequestContext, comic: CardRow, row: BookRow, credits: readonly Credit[]): Book {
  const created = toSecond(row.added_at);
  const lastModified = toSecond(row.updated_at);
  const seriesTitle = chosenTitle(viewing, comic);
  const title = comic.oneshot ? seriesTitle : row.name === '' ? chapterName(viewing.locale, row) : row.name;
  const open = openPages(viewing, comic, row);
  const page = requestAddresses(viewing).reader(comic.slug, row.slug);
  const makers = makersAmong(credits);
  const translators = row.groups.map((name) => ({ name, role: 'translator' }));
  return {
    id: String(row.id),
    seriesId: String(comic.id),
    seriesTitle,
    libraryId: libraryAmong(credits),
    name: comic.oneshot ? seriesTitle : chapterName(viewing.locale, row),
    url: page,
    number: row.place,
    created,
    lastModified,
    fileLastModified: lastModified,
    sizeBytes: row.bytes,
    size: readableSize(row.bytes),
    media: {
      status: open > 0 ? 'READY' : 'ERROR',
      mediaType: CBZ,
      pagesCount: open,
      comment: open > 0 || !row.premium ? '' : translate(viewing.locale, 'problem.premium-not-entitled'),
      epubDivinaCompatible: false,
      epubIsKepub: false,
      mediaProfile: 'DIVINA',
    },
    metadata: {
      title,
      titleLock: false,
      summary: comic.oneshot ? (comic.description ?? '') : '',
      summaryLock: false,
      number: row.number ?? String(row.place),
      numberLock: false,
      numberSort: sortNumber(row),
      numberSortLock: false,
      releaseDate: row.added_at.slice(0, 10),
      releaseDateLock: false,
      authors:
        translators.length === 0 ? makers : [...makers.filter(({ role }) => role !== 'translator'), ...translators],
      authorsLock: false,
      tags: comic.oneshot ? namesAmong(credits, TAG_KINDS) : [],
      tagsLock: false,
      isbn: '',
      isbnLock: false,
      links: [{ label: viewing.site.title, url: page }],
      linksLock: false,
      created,
      lastModified,
    },
    readProgress:
      row.page === null || row.read_at === null
        ? null
        : {
            page: row.completed ? open : row.page,
            completed: row.completed,
            readDate: toSecond(row.read_at),
            deviceId: '',
            deviceName: row.device ?? '',
            created: toSecond(row.read_at),
            lastModified: toSecond(row.read_at),
          },
    deleted: false,
    fileHash: '',
    oneshot: comic.oneshot,
  };
}
