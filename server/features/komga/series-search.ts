import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MAX_QUERY_LENGTH, RATINGS, type Rating } from '#contract/comics.ts';
import { listCollections } from './collections.ts';
import { all, any, checkQuery, ratingsAged, searchConditions, searchFor, NO_LANGUAGE } from './conditions.ts';
import { listLanguages } from './libraries.ts';
import { pageable, texts } from './paging.ts';
import { readerIn } from './scope.ts';
import type { KomgaDeps, SeriesSearch } from './series.ts';

const one = z
  .unknown()
  .optional()
  .transform((given) => (typeof given === 'string' ? given.slice(0, MAX_QUERY_LENGTH) : ''));
/** `true`, `false`, or null for anything else. */
export const flag = one.transform((given) => (given === 'true' ? true : given === 'false' ? false : null));

/** The parameters that narrow lists of series; others are passed by, as Spring does. */
export const SeriesQuery = z.object({
  ...pageable,
  search: one,
  library_id: texts,
  collection_id: texts,
  status: texts,
  read_status: texts,
  publisher: texts,
  language: texts,
  genre: texts,
  tag: texts,
  age_rating: texts,
  release_year: texts,
  deleted: flag,
  oneshot: flag,
  /** `name,role`, as often as there are authors. */
  author: z
    .unknown()
    .optional()
    .transform((given) => [given].flat().filter((each) => typeof each === 'string')),
});
type SeriesQuery = z.infer<typeof SeriesQuery>;

/** The body of a search: conditions, and words. */
export const SearchBody = z
  .object({ condition: z.unknown().optional(), fullTextSearch: z.string().max(MAX_QUERY_LENGTH).nullish() })
  .nullish();

/** The search that a body asks for. */
export async function conditionsIn(
  deps: KomgaDeps,
  request: FastifyRequest,
  body: z.infer<typeof SearchBody>,
): Promise<SeriesSearch> {
  const { viewing } = request;
  // Only works in no language are told by all others.
  const isNeeded = JSON.stringify(body?.condition ?? null).includes(JSON.stringify(NO_LANGUAGE));
  const libraries = isNeeded ? await listLanguages(deps, viewing) : [];
  const { q, withoutRatings, collection } = searchConditions(body?.condition, libraries, deps.now());
  return {
    q: checkQuery(all([body?.fullTextSearch?.trim() ?? '', q])),
    withoutRatings,
    ...(collection === null ? {} : { ids: await comicsIn(deps, request, [collection]) }),
  };
}

/** The search that the parameters of a list ask for. */
export async function searchIn(deps: KomgaDeps, request: FastifyRequest, query: SeriesQuery): Promise<SeriesSearch> {
  const libraries = query.library_id.includes(NO_LANGUAGE) ? await listLanguages(deps, request.viewing) : [];
  const q = checkQuery(
    all([
      query.search.trim(),
      any(query.library_id.map((id) => searchFor.library(id, libraries))),
      any(query.status.map((status) => searchFor.status(status))),
      any(query.read_status.map((status) => searchFor.reading(status))),
      any(query.publisher.map((name) => searchFor.publisher(name))),
      any(query.language.map((code) => searchFor.language(code))),
      any(query.genre.map((name) => searchFor.genre(name))),
      any(query.tag.map((name) => searchFor.tag(name))),
      any(query.release_year.map((year) => searchFor.year(year))),
      any(
        query.author.map((author) => {
          const comma = author.lastIndexOf(',');
          return comma < 0
            ? searchFor.author(author, undefined)
            : searchFor.author(author.slice(0, comma), author.slice(comma + 1));
        }),
      ),
      query.oneshot === null ? '' : searchFor.oneshot(query.oneshot),
      query.deleted === true ? '!' : '',
    ]),
  );
  const aged = ratingsAged(query.age_rating);
  const withoutRatings: Rating[] =
    query.age_rating.length === 0 ? [] : RATINGS.filter((rating) => !aged.includes(rating));
  return {
    q,
    withoutRatings,
    ...(query.collection_id.length === 0 ? {} : { ids: await comicsIn(deps, request, query.collection_id) }),
  };
}

async function comicsIn(deps: KomgaDeps, request: FastifyRequest, collections: readonly string[]): Promise<number[]> {
  const own = await listCollections(deps, request.viewing, readerIn(request));
  return [
    ...new Set(own.filter(({ id }) => collections.includes(id)).flatMap(({ seriesIds }) => seriesIds.map(Number))),
  ];
}
