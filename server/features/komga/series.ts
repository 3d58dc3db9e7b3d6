import type { RawBuilder } from 'kysely';
import { problem } from '#contract/problems.ts';
import { ComicQuery, type Rating } from '#contract/comics.ts';
import type { Direction, Status } from '#contract/comics.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { CardRow } from '#server/db/queries/cards.ts';
import type { Deps } from '#server/deps.ts';
import { chosenTitle } from '#server/features/comics/public/chosen-title.ts';
import { listCredits, type Credit } from '#server/features/comics/public/credits.ts';
import { findComic } from '#server/features/comics/public/queries-one.ts';
import { withinTime } from '#server/features/comics/public/queries-cost.ts';
import { searchComics } from '#server/features/comics/public/queries-search.ts';
import { requestAddresses, type RequestContext } from '#server/http/access/request-context.ts';
import { AGE_RATINGS, GENRE_KINDS, NO_LANGUAGE, TAG_KINDS } from './conditions.ts';
import type { Author, Series } from './dto.ts';
import { requestedPage, type Pageable } from './paging.ts';
import { countBooks, countColumns, type SeriesCounts } from './queries.ts';

export type KomgaDeps = Pick<
  Deps,
  | 'db'
  | 'reads'
  | 'database'
  | 'catalogue'
  | 'blobs'
  | 'changes'
  | 'sites'
  | 'config'
  | 'secret'
  | 'now'
  | 'log'
  | 'leaving'
>;

const STATUSES: Record<Status, Series['metadata']['status']> = {
  ongoing: 'ONGOING',
  complete: 'ENDED',
  onhold: 'HIATUS',
  canceled: 'ABANDONED',
};
const DIRECTIONS: Record<Direction, Series['metadata']['readingDirection']> = {
  ltr: 'LEFT_TO_RIGHT',
  rtl: 'RIGHT_TO_LEFT',
  vertical: 'WEBTOON',
};
const ROLES: Partial<Record<TermKind, string>> = { author: 'writer', artist: 'penciller', group: 'translator' };
/** Orders of the site's lists by the properties that clients sort series by; the first that is known counts. */
const SORTS: Record<string, ComicQuery['sort']> = {
  name: 'title',
  'metadata.title': 'title',
  'metadata.titleSort': 'title',
  titleSort: 'title',
  created: 'uploaded_at',
  createdDate: 'uploaded_at',
  lastModified: 'latest_chapter',
  lastModifiedDate: 'latest_chapter',
  'booksMetadata.releaseDate': 'latest_chapter',
  booksCount: 'pages',
  random: 'random',
  relevance: 'relevance',
};

/** Which series are asked for. */
export interface SeriesSearch {
  /** In the site's query language. */
  q: string;
  withoutRatings?: readonly Rating[];
  /** These comics alone. */
  ids?: readonly number[];
  sort?: ComicQuery['sort'];
}

/**
 * A page of series as the site's own list has them, and how many there are.
 *
 * @param also further columns, as `listComics` has them.
 * @throws Problem `catalogue-warming`, `search-too-costly`.
 */
export async function listSeries<Also = unknown>(
  deps: KomgaDeps,
  viewing: RequestContext,
  search: SeriesSearch,
  pageable: Pageable,
  also?: RawBuilder<unknown>,
): Promise<{ rows: (CardRow & Also)[]; total: number }> {
  if (search.ids?.length === 0) return { rows: [], total: 0 };
  const { page, size } = requestedPage(pageable);
  const by = pageable.sort.find(({ property }) => SORTS[property] !== undefined);
  const sort = by === undefined ? search.sort : SORTS[by.property];
  const query: ComicQuery = {
    ...ComicQuery.parse({ sort }),
    q: search.q,
    ids: [...(search.ids ?? [])],
    order: by === undefined || by.descending ? 'desc' : 'asc',
    page: page + 1,
    per_page: size,
  };
  const { blocked } = viewing;
  const seeing: RequestContext = {
    ...viewing,
    blocked: { ...blocked, ratings: [...new Set([...blocked.ratings, ...(search.withoutRatings ?? [])])] },
  };
  return withinTime(deps, query.q !== '', () => searchComics<Also>(deps, seeing, query, deps.now(), { also }));
}

/** A page of series as Komga's clients are told of them. @throws Problem as `listSeries` has them. */
export async function listDescribed(
  deps: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  search: SeriesSearch,
  pageable: Pageable,
): Promise<{ series: Series[]; total: number }> {
  const also = countColumns(viewing.blocked, userId);
  const { rows, total } = await listSeries<SeriesCounts>(deps, viewing, search, pageable, also);
  return { series: await describeCounted(deps, viewing, rows), total };
}

/** The comic that a series is. @throws Problem as `findComic` has them. */
export function findSeries(deps: KomgaDeps, viewing: RequestContext, id: string): Promise<CardRow> {
  return findComic(deps.reads, viewing, /^\d+$/.test(id) ? id : '0');
}

/** A comic as Komga's clients are told of a series. @throws Problem `comic-not-found` where it went meanwhile. */
export async function describeSeries(
  deps: KomgaDeps,
  viewing: RequestContext,
  userId: number,
  row: CardRow,
): Promise<Series> {
  const counts = await countBooks(deps.db, viewing.blocked, userId, row.id);
  if (counts === null) throw problem('comic-not-found');
  const [series] = await describeCounted(deps, viewing, [{ ...row, ...counts }]);
  return series!;
}

async function describeCounted(
  deps: KomgaDeps,
  viewing: RequestContext,
  rows: readonly (CardRow & SeriesCounts)[],
): Promise<Series[]> {
  const credits = await listCredits(deps.reads, viewing, rows);
  return rows.map((row, at) => describe(viewing, row, credits[at] ?? []));
}

/** The library that a work of these terms is in. */
export function libraryAmong(credits: readonly Credit[]): string {
  const language = credits.find(({ kind }) => kind === 'language');
  return language === undefined ? NO_LANGUAGE : (language.code ?? language.slug);
}

/** Who made a work, by the roles that ComicInfo has for them. */
export function makersAmong(credits: readonly Credit[]): Author[] {
  return credits.flatMap(({ kind, name }) => (ROLES[kind] === undefined ? [] : [{ name, role: ROLES[kind] }]));
}

/** The names of a work's terms of some kinds, each once. */
export function namesAmong(credits: readonly Credit[], kinds: readonly string[]): string[] {
  return [...new Set(credits.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name))];
}

/** A moment to the second. */
export function toSecond(iso: string): string {
  return `${iso.slice(0, 19)}Z`;
}

function describe(viewing: RequestContext, row: CardRow & SeriesCounts, credits: readonly Credit[]): Series {
  const created = toSecond(row.created);
  const lastModified = toSecond(row.updated);
  const { books } = row;
  const [read = 0, begun = 0] = row.reading;
  const page = requestAddresses(viewing).comic(row.slug);
  const title = chosenTitle(viewing, row);
  const others = [row.title_original, row.alternative_title].filter((each) => each !== null && each !== title);
  return {
    id: String(row.id),
    libraryId: libraryAmong(credits),
    name: title,
    url: page,
    created,
    lastModified,
    fileLastModified: lastModified,
    booksCount: books,
    booksReadCount: read,
    booksInProgressCount: begun,
    booksUnreadCount: books - read - begun,
    metadata: {
      status: STATUSES[row.status ?? (row.oneshot ? 'complete' : 'ongoing')],
      statusLock: false,
      title,
      titleLock: false,
      titleSort: title,
      titleSortLock: false,
      summary: row.description ?? '',
      summaryLock: false,
      readingDirection: DIRECTIONS[row.direction],
      readingDirectionLock: false,
      publisher: namesAmong(credits, ['publisher'])[0] ?? '',
      publisherLock: false,
      ageRating: AGE_RATINGS[row.rating],
      ageRatingLock: false,
      language: credits.find(({ kind }) => kind === 'language')?.code ?? '',
      languageLock: false,
      genres: namesAmong(credits, GENRE_KINDS),
      genresLock: false,
      tags: namesAmong(credits, TAG_KINDS),
      tagsLock: false,
      totalBookCount: row.oneshot ? 1 : null,
      totalBookCountLock: false,
      sharingLabels: [],
      sharingLabelsLock: false,
      links: [{ label: viewing.site.title, url: page }],
      linksLock: false,
      alternateTitles: [...new Set(others)].map((other) => ({ label: '', title: other ?? '' })),
      alternateTitlesLock: false,
      created,
      lastModified,
    },
    booksMetadata: {
      authors: makersAmong(credits),
      tags: [],
      releaseDate: row.uploaded_at,
      summary: '',
      summaryNumber: '',
      created,
      lastModified,
    },
    deleted: false,
    oneshot: row.oneshot,
  };
}
