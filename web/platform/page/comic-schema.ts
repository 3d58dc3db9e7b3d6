import type { Chapter } from '#contract/chapters.ts';
import type { ComicCard, ComicDetail } from '#contract/comics.ts';

/** Chapters named in the structured data; a series of thousands would weigh more than its page. */
const MAX_PARTS = 100;

/** The description of a comic for search engines, in schema.org's words: an issue, or a series of issues. `page` and `chapter` give absolute addresses. */
export function comicSchema(
  { comic, chapters }: { comic: Omit<ComicDetail, 'relations'>; chapters: readonly Chapter[] },
  { page, chapter }: { page: string; chapter: (slug: string) => string },
): object {
  const names = (terms: readonly { name: string }[], type: string) =>
    terms.map(({ name }) => ({ '@type': type, name }));
  const about = {
    ...aboutComic(comic, page),
    ...(comic.alternative_title ? { alternateName: comic.alternative_title } : {}),
    ...(comic.description ? { description: comic.description } : {}),
    ...(comic.score
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: comic.score.average,
            ratingCount: comic.score.ratings,
            bestRating: 10,
            worstRating: 1,
          },
        }
      : {}),
    datePublished: comic.released_on ?? comic.uploaded_at,
    ...filled({
      author: names(comic.authors, 'Person'),
      publisher: names(comic.publishers, 'Organization'),
      character: names(comic.characters, 'Person'),
      genre: comic.genres.map(({ name }) => name),
      keywords: comic.tags.map(({ name }) => name),
      sameAs: [...comic.links, ...comic.official_links].map(({ url }) => url),
    }),
  };
  if (chapters.length === 0) {
    return {
      ...about,
      '@type': 'ComicIssue',
      ...filled({ artist: names(comic.artists, 'Person') }),
      ...pageRange(comic.pages),
    };
  }
  return {
    ...about,
    '@type': 'ComicSeries',
    // Only an issue has an `artist`.
    ...filled({ contributor: names(comic.artists, 'Person') }),
    hasPart: chapters.slice(0, MAX_PARTS).map((each, at) => ({
      ...toIssue(comic, each, chapter(each.slug)),
      position: at + 1,
      isPartOf: { '@id': page },
    })),
  };
}

/** The description of one chapter for search engines, with the comic it is a part of; by their absolute addresses. */
export function chapterSchema(
  comic: ComicCard,
  chapter: Chapter,
  addresses: { chapter: string; page: string },
): object {
  return {
    ...toIssue(comic, chapter, addresses.chapter),
    isPartOf: { '@type': 'ComicSeries', ...aboutComic(comic, addresses.page) },
  };
}

/** The lists that are not empty: lists of nothing are left out. */
function filled(lists: Record<string, readonly unknown[]>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

function aboutComic(comic: ComicCard, page: string): object {
  return {
    '@id': page,
    name: comic.title,
    url: page,
    ...(comic.cover && comic.rating !== 'explicit' ? { image: comic.image_url } : {}),
    ...(comic.language?.code ? { inLanguage: comic.language.code } : {}),
    isAccessibleForFree: !comic.premium,
    ...(comic.rating === 'explicit' ? { contentRating: 'adult', isFamilyFriendly: false } : {}),
  };
}

function toIssue(comic: ComicCard, { name, number, pages, added_at: added, premium }: Chapter, url: string): object {
  return {
    '@type': 'ComicIssue',
    name: name || comic.title,
    url,
    datePublished: added,
    isAccessibleForFree: !premium,
    ...pageRange(pages),
    ...(number === null ? {} : { issueNumber: number }),
  };
}

function pageRange(pages: number): object {
  return { pageStart: 1, pageEnd: pages };
}
