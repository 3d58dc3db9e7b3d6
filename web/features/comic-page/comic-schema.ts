import type { ComicView } from './comic-view.ts';

/** Chapters named in the structured data; a series of thousands would weigh more than its page. */
const MOST_PARTS = 100;

interface Addresses {
  /** Absolute address of the comic's page. */
  page: string;
  /** Absolute address of a chapter. */
  chapter: (slug: string) => string;
}

/** What search engines are told of a comic, in schema.org's words: an issue, or a series of issues. */
export function comicSchema({ comic, chapters }: ComicView, { page, chapter }: Addresses): object {
  const names = (terms: readonly { name: string }[], type: string) => terms.map(({ name }) => ({ '@type': type, name }));
  const about = {
    '@context': 'https://schema.org',
    name: comic.title,
    url: page,
    ...(comic.alternative_title ? { alternateName: comic.alternative_title } : {}),
    ...(comic.description ? { description: comic.description } : {}),
    ...(comic.cover ? { image: comic.image_url } : {}),
    ...(comic.language?.code ? { inLanguage: comic.language.code } : {}),
    datePublished: comic.released_on ?? comic.uploaded_at,
    author: names(comic.authors, 'Person'),
    artist: names(comic.artists, 'Person'),
    publisher: names(comic.publishers, 'Organization'),
    character: names(comic.characters, 'Person'),
    genre: [...comic.genres, ...comic.tags].map(({ name }) => name),
    isAccessibleForFree: !comic.premium,
    ...(comic.rating === 'explicit' ? { contentRating: 'adult', isFamilyFriendly: false } : {}),
  };
  if (chapters.length === 0) { return { ...about, '@type': 'ComicIssue', numberOfPages: comic.pages }; }
  return {
    ...about,
    '@type': 'ComicSeries',
    hasPart: chapters.slice(0, MOST_PARTS).map(({ slug, name, number, pages, added_at }) => ({
      '@type': 'ComicIssue', name: name || comic.title, url: chapter(slug), numberOfPages: pages, datePublished: added_at,
      ...(number === null ? {} : { issueNumber: number }),
    })),
  };
}
