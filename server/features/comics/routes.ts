import { z } from 'zod';
import {
  ComicCard,
  ComicDetail,
  ComicPage,
  ComicQuery,
  ComicTranslation,
  OptionsQuery,
  Suggestions,
} from '#contract/comics.ts';
import { problem } from '#contract/problems.ts';
import { FilterOptions } from '#contract/search.ts';
import { cardsById } from '#server/db/queries/cards.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { serializeCards } from './public/cards.ts';
import { createListing } from './listing.ts';
import { withinTime } from './public/queries-cost.ts';
import { comicDetail, findDetailedComic, listEditions } from './queries-detail.ts';
import { findComic, keptColumn, type WithKept } from './public/queries-one.ts';
import { filterOptions } from './queries-options.ts';
import { relatedComics } from './related/related.ts';
import { suggestedComics } from './related/suggestions.ts';
import { searchComics } from './public/queries-search.ts';
import { isFavorite } from './queries-viewer.ts';
import { randomComic } from './queries.ts';

const Address = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const read = { permission: 'comics.read' } as const;

/** `GET /api/comics` and what hangs on one comic. */
export async function comicRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'reads' | 'database' | 'catalogue' | 'secret' | 'now'>,
): Promise<void> {
  app.get(
    '/comics',
    {
      schema: {
        summary: 'Comics: search, filter, sort',
        tags: ['comics'],
        querystring: ComicQuery,
        response: { 200: ComicPage },
      },
      config: read,
    },
    async (request) => {
      const { viewing, query } = request;
      const { rows, total, search } = await withinTime(deps, query.q !== '', () =>
        searchComics(deps, viewing, query, deps.now()),
      );
      const data = await serializeCards(deps, deps.reads, viewing, rows);
      return { ...envelope(request, { data, total, page: query.page, perPage: query.per_page }), search };
    },
  );

  app.get(
    '/comics/options',
    {
      schema: {
        summary: 'The choices of a filter, with how many comics each would list',
        tags: ['comics'],
        querystring: OptionsQuery,
        response: { 200: FilterOptions },
      },
      config: read,
    },
    ({ viewing, query }) => withinTime(deps, query.q !== '', () => filterOptions(deps, viewing, query, deps.now())),
  );

  app.get(
    '/comics/random',
    {
      schema: {
        summary: 'Any one comic that passes the filters',
        tags: ['comics'],
        querystring: ComicQuery,
        response: { 200: ComicCard },
      },
      config: read,
    },
    async ({ viewing, query }, reply) => {
      const row = await withinTime(deps, query.q !== '', async () => {
        const { listing } = await createListing(deps, viewing, query, deps.now());
        return randomComic(deps, viewing.locale, listing);
      });
      const [card] = await serializeCards(deps, deps.reads, viewing, row ? [row] : []);
      if (!card) throw problem('comic-not-found');
      void reply.header('cache-control', 'no-store');
      return card;
    },
  );

  app.get(
    '/comics/:slug',
    {
      schema: { summary: 'One comic', tags: ['comics'], params: Address, response: { 200: ComicDetail } },
      config: read,
    },
    async ({ viewing, params }) => {
      const comic = await findDetailedComic(deps.reads, viewing, params.slug);
      const { id } = viewing.viewer;
      const [detail, favorited] = await Promise.all([
        comicDetail(deps, deps.reads, viewing, comic),
        id === null ? null : isFavorite(deps.db, id, comic.id),
      ]);
      return favorited === null ? detail : { ...detail, favorited };
    },
  );

  app.get(
    '/comics/:slug/translations',
    {
      schema: {
        summary: 'The same work in other languages',
        tags: ['comics'],
        params: Address,
        response: { 200: z.array(ComicTranslation) },
      },
      config: read,
    },
    async ({ viewing, params }) => listEditions(deps.reads, viewing, await findComic(deps.reads, viewing, params.slug)),
  );

  app.get(
    '/comics/:slug/related',
    {
      schema: {
        summary: 'Comics that share most with one; a plain array',
        tags: ['comics'],
        params: Address,
        response: { 200: z.array(ComicCard) },
      },
      config: read,
    },
    async ({ viewing, params }) => {
      // Of the calls of a page the first has read it, with what is kept.
      const known = viewing.shared && (await findComic<Partial<WithKept>>(deps.reads, viewing, params.slug));
      const comic =
        known?.kept === undefined
          ? await findComic<WithKept>(deps.reads, viewing, params.slug, keptColumn)
          : { ...known, kept: known.kept };
      const rows = await withinTime(deps, false, () => relatedComics(deps, viewing, comic));
      return serializeCards(deps, deps.reads, viewing, rows);
    },
  );

  app.get(
    '/account/suggestions',
    {
      schema: {
        summary: 'Comics that the caller may like, and which of those they read they are like',
        tags: ['library'],
        response: { 200: Suggestions },
      },
      config: { permission: 'library.own' },
    },
    async (request) => {
      const { viewing } = request;
      const found = await withinTime(deps, false, () => suggestedComics(deps, viewing, requireMember(request)));
      if (found === null) return { because: null, comics: [] };
      const read = await cardsById(deps.reads, viewing, viewing.locale, [found.because]);
      const [because = null, ...comics] = await serializeCards(deps, deps.reads, viewing, [...read, ...found.rows]);
      return { because, comics };
    },
  );
}
