import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComicChanges } from '#contract/editing.ts';
import { problem } from '#contract/problems.ts';
import { findLanguage } from '#server/features/taxonomy/public/languages.ts';
import { fetchFile, type RemoteClient } from '../asking.ts';
import {
  isWithout,
  knownChanges,
  toNamedTerms,
  listPages,
  parseList,
  type FetchedComic,
  type ForeignMarks,
  type Library,
  type ListedComic,
} from '../library.ts';
import { fileExtension, orderKavitaChapters, toPlace, type Chapter, type Volume } from './chapters.ts';
import { openSession, refusedStatus, type KavitaSession } from './session.ts';

/** The answers of Kavita's API (its openapi.json, 0.8), as far as they are read. */
interface Series {
  id: number;
  name?: string | null;
  originalName?: string | null;
  localizedName?: string | null;
  pages?: number;
  /** Of the owner of the key: stars, 0 to 5. */
  userRating?: number;
  hasUserRated?: boolean;
}
type KavitaNames = { title?: unknown; name?: unknown }[] | null;
interface SeriesMetadata {
  summary?: string | null;
  genres?: KavitaNames;
  tags?: KavitaNames;
  /** Collections, before they belonged to accounts. */
  collectionTags?: KavitaNames;
  ageRating?: number;
  releaseYear?: number;
  language?: string | null;
  publicationStatus?: number;
  writers?: KavitaNames;
  pencillers?: KavitaNames;
  inkers?: KavitaNames;
  colorists?: KavitaNames;
  letterers?: KavitaNames;
  coverArtists?: KavitaNames;
  translators?: KavitaNames;
  teams?: KavitaNames;
  publishers?: KavitaNames;
  imprints?: KavitaNames;
  characters?: KavitaNames;
}

/** Series that are asked for at once. */
const PER_PAGE = 100;
/** Every series that its owner may see, by title; its form before 0.7 has no fields that are needed. */
const EVERYTHING = {
  statements: [],
  combination: 1,
  limitTo: 0,
  sortOptions: { sortField: 1, isAscending: true },
};
/** Its publication statuses, by their numbers: ongoing, hiatus, completed, cancelled, ended. */
const STATUS: readonly ComicChanges['status'][] = ['ongoing', 'onhold', 'complete', 'canceled', 'complete'];
/** Its age ratings: the first that says something, the first for readers of about 15, the first for adults. */
const RATED_FROM = 2;
const MATURE_FROM = 9;
const ADULT_FROM = 12;
/** Files that are no archive we read: their pages are fetched one by one. */
const PAGEWISE = new Set(['tar.gz', 'png', 'jpeg', 'jpg', 'webp', 'gif', 'avif']);
/** The extensions of pictures by their media types. */
const PICTURES: Record<string, string> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
};

/** The series of a Kavita server that the account of an API key may see, with what that account keeps of them. */
export function kavita(asking: RemoteClient, key: string): Library {
  const session = openSession(asking, key);
  return {
    list: () => listSeries(session),
    check: () => listSeries(session)[Symbol.asyncIterator]().next(),
    async bring(seriesKey): Promise<FetchedComic> {
      const id = encodeURIComponent(seriesKey);
      const series = await session.json<Series>(`/api/Series/${id}`);
      const metadata = (await session.json<SeriesMetadata | null>(`/api/Series/metadata?seriesId=${id}`)) ?? {};
      const volumes = parseList<Volume>(await session.json(`/api/Series/volumes?seriesId=${id}`));
      const chapters = orderKavitaChapters(volumes);
      const language = typeof metadata.language === 'string' ? findLanguage(metadata.language) : null;
      return {
        series: chapters.some(({ part }) => part !== null),
        archives: chapters.map(({ chapter, name, part }) => ({
          name: `${name}.${fileExtension(chapter) || 'cbz'}`,
          write: (path) => fetchChapter(session, { chapter, key, path }),
          read: toPlace(chapter),
          ...(part ? { part } : {}),
        })),
        changes: toChanges(series, metadata, [
          ...names(metadata.collectionTags),
          ...(await listCollections(session, id)),
        ]),
        language: language?.code ?? null,
        marks: await findMarks(session, id, series),
      };
    },
  };
}

/** Kavita says in a header alone how many there are: its list ends with a page that is empty. */
function listSeries(session: KavitaSession): AsyncIterable<ListedComic[]> {
  let path = '/api/Series/all-v2';
  const ask = (page: number) =>
    session.json<unknown>(
      `${path}?PageNumber=${page + 1}&PageSize=${PER_PAGE}`,
      path === '/api/Series/all' ? {} : EVERYTHING,
    );
  return listPages<Series>(
    async (page) => ({
      rows: await ask(page).catch((error: unknown) => {
        if (page > 0 || path === '/api/Series/all' || !isWithout(error)) throw error;
        path = '/api/Series/all';
        return ask(page);
      }),
    }),
    ({ id, name, localizedName, pages }) => ({
      pages,
      key: id,
      title: [name, localizedName].find((each) => typeof each === 'string' && each.trim() !== ''),
    }),
  );
}

/** Writes a chapter: its file, or its pages into a folder where that is none we read or the account may not download. */
async function fetchChapter(
  session: KavitaSession,
  { chapter, key, path }: { chapter: Chapter; key: string; path: string },
): Promise<void> {
  const extension = fileExtension(chapter);
  if (extension !== null && !PAGEWISE.has(extension)) {
    try {
      await session.use((asking) =>
        fetchFile(asking, `${asking.address}/api/Download/chapter?chapterId=${chapter.id}`, path),
      );
      return;
    } catch (error) {
      const status = refusedStatus(error);
      if (![400, 403, 404].includes(status ?? 0)) throw error;
      // The pages of a book that is text are none.
      if (extension === 'epub') throw status === 403 ? problem('transfer-download-denied') : error;
    }
  }
  await fetchPages(session, { chapter, key, path });
}

/** Writes the pages of a chapter into a folder; one that the server does not have is an empty file there, which is missed with its number. */
async function fetchPages(
  session: KavitaSession,
  { chapter: { id, pages = 0 }, key, path }: { chapter: Chapter; key: string; path: string },
): Promise<void> {
  await mkdir(path);
  let left: number | null = null;
  for (let page = 0; page < pages; page += 1) {
    const to = join(path, String(page + 1).padStart(5, '0'));
    const query = new URLSearchParams({ chapterId: String(id), page: String(page), extractPdf: 'true', apiKey: key });
    try {
      left = await session.use(async (asking) => {
        if (pages > asking.mostPages) throw problem('archive-too-many-entries', { limit: asking.mostPages });
        const most = left ?? asking.mostBytes;
        const { bytes, type } = await fetchFile(asking, `${asking.address}/api/Reader/image?${query}`, to, most);
        await rename(to, `${to}.${PICTURES[type.split(';')[0]!.trim().toLowerCase()] ?? 'jpg'}`);
        return most - bytes;
      });
    } catch (error) {
      if (page === 0 || ![400, 404].includes(refusedStatus(error) ?? 0)) throw error;
      await writeFile(`${to}.jpg`, '');
    }
  }
}

/** The answer to a question that older servers do not know; `without` where there is none. */
async function askLate<Answer>(session: KavitaSession, path: string, without: Answer): Promise<unknown> {
  try {
    return await session.json<unknown>(path);
  } catch (error) {
    if (isWithout(error)) return without;
    throw error;
  }
}

async function listCollections(session: KavitaSession, id: string): Promise<string[]> {
  return names((await askLate(session, `/api/Collection/all-series?seriesId=${id}`, [])) as KavitaNames);
}

async function findMarks(
  session: KavitaSession,
  id: string,
  { userRating, hasUserRated }: Series,
): Promise<ForeignMarks> {
  const planned = (await askLate(session, `/api/want-to-read?seriesId=${id}`, false)) === true;
  const isRated = hasUserRated !== false && typeof userRating === 'number' && userRating > 0 && userRating <= 5;
  return { planned, score: isRated ? Math.max(1, Math.round(userRating * 2)) : null };
}

function toChanges(series: Series, metadata: SeriesMetadata, collections: readonly string[]): ComicChanges {
  const { name, localizedName, originalName } = series;
  const { summary, publicationStatus = -1, ageRating = 0, releaseYear = 0, language } = metadata;
  const people = (...lists: (KavitaNames | undefined)[]) => toNamedTerms(lists.flatMap(names));
  return knownChanges({
    title: name || localizedName,
    alternative_title: [localizedName, originalName].find((each) => each && each !== name),
    description: summary,
    status: STATUS[publicationStatus],
    rating:
      ageRating >= ADULT_FROM
        ? 'explicit'
        : ageRating >= MATURE_FROM
          ? 'suggestive'
          : ageRating >= RATED_FROM
            ? 'safe'
            : undefined,
    released_on: releaseYear >= 1000 && releaseYear < 3000 ? `${releaseYear}-01-01` : undefined,
    terms: {
      ...(language ? { languages: toNamedTerms([language]) } : {}),
      tags: people(metadata.genres, metadata.tags),
      ...(collections.length > 0 ? { categories: toNamedTerms(collections) } : {}),
      publishers: people(metadata.publishers, metadata.imprints),
      authors: people(metadata.writers),
      artists: people(
        metadata.pencillers,
        metadata.inkers,
        metadata.colorists,
        metadata.letterers,
        metadata.coverArtists,
      ),
      groups: people(metadata.translators, metadata.teams),
      characters: people(metadata.characters),
    },
  });
}

/** The names in a list of Kavita's, whatever else stands in it. */
function names(list: KavitaNames | undefined): string[] {
  return Array.isArray(list)
    ? list.flatMap((each) => [each?.title, each?.name].filter((name) => typeof name === 'string').slice(0, 1))
    : [];
}
