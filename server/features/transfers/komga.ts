import type { ComicChanges } from '#contract/editing.ts';
import { fetchJson, fetchFile, type RemoteClient } from './asking.ts';
import {
  isWithout,
  knownChanges,
  toNamedTerms,
  listPages,
  parseList,
  type FetchedComic,
  type ForeignPlace,
  type Library,
} from './library.ts';

/** The responses of Komga's API (its OpenAPI, version 1 of series and books), as far as it is read. */
interface KomgaPage<Row> {
  content: Row[];
  last: boolean;
}
interface Series {
  id: string;
  name: string;
  booksCount?: number;
  metadata?: Partial<{
    title: string;
    summary: string;
    status: string;
    readingDirection: string;
    publisher: string;
    ageRating: number | null;
    language: string;
    genres: string[];
    tags: string[];
    alternateTitles: { title: string }[];
  }>;
  booksMetadata?: { authors?: Author[] };
}
interface Author {
  name: string;
  role: string;
}
interface Book {
  id: string;
  name: string;
  url?: string;
  media?: { mediaType?: string };
  metadata?: { title?: string; number?: string };
  readProgress?: { page?: number; completed?: boolean; readDate?: string } | null;
}

const STATUS: Record<string, ComicChanges['status']> = {
  ENDED: 'complete',
  ONGOING: 'ongoing',
  ABANDONED: 'canceled',
  HIATUS: 'onhold',
};
const DIRECTION: Record<string, ComicChanges['direction']> = {
  LEFT_TO_RIGHT: 'ltr',
  RIGHT_TO_LEFT: 'rtl',
  VERTICAL: 'vertical',
  WEBTOON: 'vertical',
};
const EXTENSIONS: Record<string, string> = {
  'application/zip': 'cbz',
  'application/x-rar-compressed': 'cbr',
  'application/pdf': 'pdf',
  'application/epub+zip': 'epub',
};
/** Series that are asked for at once. */
const PER_PAGE = 100;

/** The series of a Komga server, read with an API key (`X-API-Key`). */
export function komga(asking: RemoteClient): Library {
  return {
    list: () =>
      listPages<Series>(
        async (page) => {
          const answer = await fetchJson<KomgaPage<Series> | null>(
            asking,
            `/api/v1/series?page=${page}&size=${PER_PAGE}&sort=metadata.titleSort,asc`,
          );
          return { rows: answer?.content, last: answer?.last };
        },
        ({ id, name, metadata, booksCount }) => ({ key: id, title: metadata?.title || name, chapters: booksCount }),
      ),
    check: () => fetchJson(asking, '/api/v1/series?page=0&size=1'),
    async bring(key): Promise<FetchedComic> {
      const id = encodeURIComponent(key);
      const series = await fetchJson<Series>(asking, `/api/v1/series/${id}`);
      const { content: books } = await fetchJson<KomgaPage<Book>>(
        asking,
        `/api/v1/series/${id}/books?unpaged=true&sort=metadata.numberSort,asc`,
      );
      return {
        series: books.length > 1,
        archives: parseList<Book>(books).map((book) => ({
          name: `${nameFor(book)}.${fileExtension(book)}`,
          write: (path) =>
            fetchFile(asking, `${asking.address}/api/v1/books/${encodeURIComponent(book.id)}/file`, path),
          read: toPlace(book),
        })),
        changes: toChanges(series, await listCollections(asking, id)),
      };
    },
  };
}

/** The names of the collections that a series is in; none where the server has no such list. */
async function listCollections(asking: RemoteClient, id: string): Promise<string[]> {
  try {
    const list = await fetchJson<unknown>(asking, `/api/v1/series/${id}/collections`);
    return Array.isArray(list)
      ? list.flatMap(({ name }: { name?: unknown }) => (typeof name === 'string' ? [name] : []))
      : [];
  } catch (error) {
    if (isWithout(error)) return [];
    throw error;
  }
}

/** Where the owner of the key is in a book; null where they have not begun it. */
function toPlace({ readProgress }: Book): ForeignPlace | null {
  const { page, completed, readDate } = readProgress ?? {};
  if (!Number.isInteger(page) || page! < 1) return null;
  const at = Date.parse(readDate ?? '');
  return {
    page: page!,
    completed: completed === true,
    at: Number.isFinite(at) && at <= Date.now() ? new Date(at).toISOString() : null,
  };
}

function toChanges({ name, metadata = {}, booksMetadata }: Series, collections: readonly string[]): ComicChanges {
  const {
    title,
    summary,
    status = '',
    readingDirection = '',
    publisher,
    ageRating,
    language,
    genres = [],
    tags = [],
    alternateTitles = [],
  } = metadata;
  const authors = booksMetadata?.authors ?? [];
  const by = (roles: readonly string[]) =>
    toNamedTerms(authors.filter(({ role }) => roles.includes(role)).map((author) => author.name));
  return knownChanges({
    title: title || name,
    alternative_title: alternateTitles[0]?.title,
    description: summary,
    status: STATUS[status],
    direction: DIRECTION[readingDirection],
    rating:
      ageRating === undefined || ageRating === null
        ? undefined
        : ageRating >= 18
          ? 'explicit'
          : ageRating >= 16
            ? 'suggestive'
            : 'safe',
    terms: {
      ...(language ? { languages: toNamedTerms([language]) } : {}),
      tags: toNamedTerms([...genres, ...tags]),
      ...(collections.length > 0 ? { categories: toNamedTerms(collections) } : {}),
      publishers: toNamedTerms([publisher]),
      authors: by(['writer']),
      artists: by(['penciller', 'inker', 'colorist', 'letterer', 'cover']),
      groups: by(['translator']),
    },
  });
}

function nameFor({ name, metadata }: Book): string {
  return metadata?.number && !name.includes(metadata.number) ? `${metadata.number} ${name}` : name;
}

function fileExtension({ url = '', media }: Book): string {
  return (
    /\.(cb[zrt7]|zip|rar|7z|pdf|epub)$/i.exec(url)?.[1]?.toLowerCase() ??
    EXTENSIONS[media?.mediaType?.split(';')[0] ?? ''] ??
    'cbz'
  );
}
