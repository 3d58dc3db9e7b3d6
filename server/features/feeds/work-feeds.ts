import type { ComicQuery } from '#contract/comics.ts';
import { problem } from '#contract/problems.ts';
import { KIND_PATHS, type TermKind } from '#contract/taxonomy.ts';
import { termTitle } from '#contract/term-titles.ts';
import type { CardRow } from '#server/db/queries/cards.ts';
import { contentAccess } from '#server/db/visible.ts';
import type { Deps } from '#server/deps.ts';
import { chosenTitle } from '#server/features/comics/public/chosen-title.ts';
import { listCredits, makerNames, type Credit } from '#server/features/comics/public/credits.ts';
import { withTerm } from '#server/features/comics/public/filters.ts';
import { findComic } from '#server/features/comics/public/queries-one.ts';
import { searchComics } from '#server/features/comics/public/queries-search.ts';
import { volumeCovers } from '#server/features/comics/public/queries-volumes.ts';
import { withinTime } from '#server/features/comics/public/queries-cost.ts';
import { termAt } from '#server/features/taxonomy/taxonomy.ts';
import { requestAddresses, type RequestContext } from '#server/http/access/request-context.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import { tagUri } from '#server/http/requests/feed-request.ts';
import { chapterName } from '#server/i18n/chapter-name.ts';
import { translate } from '#server/i18n/translate.ts';
import type { Feed, FeedEntry } from './feed.ts';
import { findMoments, findNews, listReleases, type Moments, type ReleasedChapter } from './queries.ts';

/** Entries of one part of a feed. */
export const PER_FEED = 30;

export type FeedDeps = Pick<Deps, 'reads' | 'database' | 'catalogue' | 'secret' | 'now'>;
/** The part a feed shows of the listing. */
export type FeedQuery = Omit<ComicQuery, 'per_page'>;
/** A feed but for the addresses of its parts, and how many parts it has. */
export type FeedPart = Omit<Feed, 'links'> & { parts: number };

/**
 * News of the comics that the listing shows this viewer: works and chapters, the newest first. In another order,
 * which a query may ask for, the works alone.
 *
 * @throws Problem `page-not-found` beyond the end, and what a listing throws.
 */
export async function listingFeed(deps: FeedDeps, viewing: RequestContext, query: FeedQuery): Promise<FeedPart> {
  const { locale } = viewing;
  const title =
    query.q !== ''
      ? translate(locale, 'latest.title.search', { query: query.q })
      : query.sort === 'popularity'
        ? translate(locale, 'latest.title.popular', { duration: query.duration })
        : translate(locale, isByDate(query.sort) ? 'latest.title.latest' : 'latest.title.all');
  return comicsFeed(deps, viewing, query, { title, page: requestAddresses(viewing).latest(), id: 'latest' });
}

/** The news of the comics with a term. @throws Problem `route-not-found` for a kind that is off, `term-not-found`, and as `listingFeed`. */
export async function termFeed(
  deps: FeedDeps,
  viewing: RequestContext,
  kind: TermKind,
  slug: string,
  query: FeedQuery,
): Promise<FeedPart> {
  const path = KIND_PATHS[kind];
  const term = await termAt(deps, viewing, kind, slug);
  const title = translate(viewing.locale, 'taxonomy.term.title', termTitle(viewing.locale, kind, term));
  return comicsFeed(deps, viewing, withTerm(query, path, term.id), {
    title,
    page: requestAddresses(viewing).term(kind, term.slug),
    id: `${kind}/${term.id}`,
  });
}

/**
 * The chapters of a comic, those that came last first; of a one-shot, itself. Chapters in early access are told to whoever
 * may read them, to everyone else once they open.
 *
 * @throws Problem `comic-not-found`, `comic-removed`, `page-not-found` beyond the end.
 */
export async function comicFeed(
  deps: FeedDeps,
  viewing: RequestContext,
  slug: string,
  page: number,
): Promise<FeedPart> {
  const comic = await findComic(deps.reads, viewing, slug);
  const [[credits = []], moments, volumes] = await Promise.all([
    listCredits(deps.reads, viewing, [comic]),
    findMoments(deps.reads, [comic.id]),
    volumeCovers(deps.reads, comic.oneshot ? [] : [comic.id]),
  ]);
  const whole = workEntry(deps, viewing, comic, credits, moments.get(comic.id));
  const toEntry = chapterEntries(deps, viewing, volumes);
  const early = contentAccess(viewing, { ...comic, premium: true }) === 'everything';
  const { rows, total } = comic.oneshot
    ? { rows: [], total: 1 }
    : await listReleases(deps.reads, viewing.blocked, comic.id, {
        early,
        offset: (page - 1) * PER_FEED,
        limit: PER_FEED,
      });
  const entries = comic.oneshot && page === 1 ? [whole] : rows.map((chapter) => toEntry(comic, whole, chapter));
  return toFeedPart(
    viewing,
    {
      title: chosenTitle(viewing, comic),
      page: requestAddresses(viewing).comic(comic.slug),
      id: `comic/${comic.id}/releases`,
    },
    entries,
    total,
    page,
  );
}

async function comicsFeed(deps: FeedDeps, viewing: RequestContext, query: FeedQuery, about: About): Promise<FeedPart> {
  const comicQuery: ComicQuery = { ...query, sort: query.sort ?? 'latest_chapter', per_page: PER_FEED };
  const { rows, total } = await withinTime(deps, query.q !== '', () =>
    searchComics(deps, viewing, comicQuery, deps.now()),
  );
  const ids = rows.map(({ id }) => id);
  const byChapter = comicQuery.sort === 'latest_chapter';
  const [credits, moments, news, volumes] = await Promise.all([
    listCredits(deps.reads, viewing, rows),
    findMoments(deps.reads, ids),
    byChapter ? findNews(deps.reads, viewing.blocked, ids) : null,
    volumeCovers(deps.reads, byChapter ? ids : []),
  ]);
  const toEntry = chapterEntries(deps, viewing, volumes);
  const entries = rows.flatMap((row, at) => {
    const work = workEntry(deps, viewing, row, credits[at] ?? [], moments.get(row.id));
    const { whole, chapters } = news?.get(row.id) ?? { whole: true, chapters: [] };
    return [...chapters.map((chapter) => toEntry(row, work, chapter)), ...(whole ? [work] : [])];
  });
  const direction = query.order === 'asc' ? 1 : -1;
  return toFeedPart(
    viewing,
    about,
    byChapter ? entries.sort((a, b) => (a.published.getTime() - b.published.getTime()) * direction) : entries,
    total,
    query.page,
  );
}

/** Whether a list goes by when its works or their chapters came. */
function isByDate(sort: ComicQuery['sort']): boolean {
  return sort === undefined || sort === 'latest_chapter' || sort === 'uploaded_at';
}

interface About {
  title: string;
  page: string;
  id: string;
}

/** A part of a feed. @throws Problem `page-not-found` beyond the end. */
export function toFeedPart(
  viewing: RequestContext,
  { title, page, id }: About,
  entries: FeedEntry[],
  total: number,
  number: number,
): FeedPart {
  const parts = Math.max(1, Math.ceil(total / PER_FEED));
  if (number > 1 && (entries.length === 0 || number > parts)) throw problem('page-not-found');
  const { site, locale, imageOrigin } = viewing;
  return {
    id: tagUri(viewing, `feed/${locale}/${id}`),
    title: `${title} – ${site.title}`,
    subtitle: site.name,
    language: locale,
    page,
    icon: `${imageOrigin}/images/icon.png`,
    updated: new Date(entries.reduce((newest, { updated }) => Math.max(newest, updated.getTime()), 0)),
    entries,
    parts,
  };
}

function workEntry(
  deps: FeedDeps,
  viewing: RequestContext,
  row: CardRow,
  credits: readonly Credit[],
  moments: Moments = { published: new Date(row.uploaded_at), updated: new Date(row.uploaded_at) },
): FeedEntry {
  return {
    id: tagUri(viewing, `comic/${row.id}`),
    title: chosenTitle(viewing, row),
    url: requestAddresses(viewing).comic(row.slug),
    ...moments,
    summary: row.description ?? '',
    authors: makerNames(credits),
    categories: credits
      .filter(({ kind }) => kind !== 'artist' && kind !== 'author')
      .map(({ kind, slug, name }) => ({ term: `${kind}:${slug}`, label: name })),
    cover: feedCover(deps, viewing, row),
  };
}

/** Tells of chapters as entries, each with the cover of its volume, else that of its work. */
function chapterEntries(deps: FeedDeps, viewing: RequestContext, volumes: Awaited<ReturnType<typeof volumeCovers>>) {
  const { locale, site } = viewing;
  return (comic: CardRow, whole: FeedEntry, chapter: ReleasedChapter): FeedEntry => {
    const { id, slug, volume, groups, published, updated } = chapter;
    const makers = site.features.includes('groups') && groups.length > 0 ? groups : whole.authors;
    const own = volume === null ? undefined : volumes.get(comic.id)?.get(volume);
    return {
      ...whole,
      id: tagUri(viewing, `chapter/${id}`),
      title: `${chosenTitle(viewing, comic)} – ${chapterName(locale, chapter)}`,
      url: requestAddresses(viewing).reader(comic.slug, slug),
      published,
      updated,
      summary: '',
      authors: makers,
      cover: (own && feedCover(deps, viewing, { ...comic, ...own })) ?? whole.cover,
    };
  };
}

function feedCover(
  deps: FeedDeps,
  viewing: RequestContext,
  { rating, cover, variants }: Pick<CardRow, 'rating' | 'cover' | 'variants'>,
): FeedEntry['cover'] {
  const stored = variants?.cover640;
  if (rating !== 'safe' || cover === null || !stored) return null;
  const { format, bytes, width, height } = stored;
  return {
    url: imageUrl(deps, viewing, { hash: cover, variant: 'cover640', format }, 'public'),
    type: `image/${format}`,
    bytes,
    width,
    height,
  };
}
