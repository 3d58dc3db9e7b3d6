import { findBlockedComics } from '#server/db/queries/blocked-comics.ts';
import type { CardRow } from '#server/db/queries/cards.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { queryWords } from '#server/search/grams.ts';
import { normalise } from '#server/search/normalise.ts';
import { unlessExpensive, type Engines } from './queries-cost.ts';
import { listComics } from '#server/features/comics/queries.ts';

/** The comics this viewer sees that have all words of a title, those that fit best first; none where that would take long. */
export async function findComicsByTitle(
  engines: Engines,
  {
    rating,
    hidden,
    blocked,
    limit: kept,
    locale,
  }: Pick<RequestContext, 'rating' | 'hidden' | 'blocked' | 'limit' | 'locale'>,
  title: string,
  limit: number,
): Promise<CardRow[]> {
  const text = normalise(title);
  const words = queryWords(text);
  if (words.length === 0) return [];
  const listing = {
    rating,
    hidden,
    blocked,
    limit: kept,
    blockedComics: await findBlockedComics(engines.reads, blocked),
    text,
    condition: { all: words.map((word) => ({ text: word })) },
    sort: 'relevance',
    order: 'desc',
    duration: 'all',
    start: 0,
    change: null,
  } as const;
  const page = await unlessExpensive(engines, () => listComics(engines, locale, listing, 0, limit));
  return page?.rows ?? [];
}
