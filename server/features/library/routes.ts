import { z } from 'zod';
import {
  Favorited,
  FavoritesQuery,
  Followed,
  FOLLOWED_KINDS,
  Follows,
  HiddenBody,
  HiddenTerm,
  Marks,
  MarksQuery,
  Rated,
  RatingDraft,
} from '#contract/library.ts';
import { ComicPage } from '#contract/comics.ts';
import { problem } from '#contract/problems.ts';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import { withTransaction } from '#server/db/database.ts';
import { cardsById } from '#server/db/queries/cards.ts';
import type { Deps } from '#server/deps.ts';
import { serializeCards } from '#server/features/comics/public/cards.ts';
import { favoriteComics } from '#server/features/comics/public/queries-favorites.ts';
import { findComic } from '#server/features/comics/public/queries-one.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { bookmarkRoutes } from './routes-bookmarks.ts';
import { listRoutes } from './routes-lists.ts';
import { readingRoutes } from './routes-reading.ts';
import { makerRoutes } from './routes-makers.ts';
import { searchRoutes } from './routes-searches.ts';
import { shelfRoutes } from './routes-shelves.ts';
import { addFavorite, countFavorites, requireComicId, removeFavorite } from './queries-favorites.ts';
import { follow, followedTerms, followsTerm, termAt, unfollow } from './queries-follows.ts';
import { followedComics } from '#server/features/library/public/queries-follows.ts';
import { hiddenTerms, hideTerms } from './queries-hidden.ts';
import { findMarks } from './public/queries-marks.ts';
import { rate, getRating, unrate } from './public/queries-ratings.ts';

const Address = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const own = { permission: 'library.own' } as const;
const favorites = { ...own, features: ['favorites'] } as const;
const tags = ['library'];
/** Cards that are read and made before others have their turn: who follows much follows thousands. */
const CARDS_AT_ONCE = 200;

/** Routes of the things members keep: favorites, ratings, follows, hidden terms, and with `readingRoutes`, `bookmarkRoutes`, `listRoutes`, `shelfRoutes`, `makerRoutes` and `searchRoutes` all the rest. */
export async function libraryRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'reads' | 'database' | 'catalogue' | 'secret' | 'now'>,
): Promise<void> {
  const { db } = deps;

  app.get(
    '/account/marks',
    {
      schema: {
        summary: 'What the caller did with some comics',
        tags,
        querystring: MarksQuery,
        response: { 200: Marks },
      },
      config: own,
    },
    (request) => findMarks(db, requireMember(request), request.query.comics),
  );

  app.post(
    '/comics/:slug/favorite',
    {
      schema: { summary: 'Makes a comic a favorite', tags, params: Address, response: { 200: Favorited } },
      config: favorites,
    },
    async (request) => {
      const { id } = await findComic(db, request.viewing, request.params.slug);
      if (!(await addFavorite(db, requireMember(request), id))) throw problem('favorites-full');
      return { favorited: true, favorites: await countFavorites(db, id) };
    },
  );

  app.delete(
    '/comics/:slug/favorite',
    {
      schema: { summary: 'Makes a comic no favorite any more', tags, params: Address, response: { 200: Favorited } },
      config: favorites,
    },
    async (request) => {
      const id = await requireComicId(db, request.viewing, request.params.slug);
      await removeFavorite(db, requireMember(request), id);
      return { favorited: false, favorites: await countFavorites(db, id) };
    },
  );

  app.get(
    '/account/favorites',
    {
      schema: {
        summary: 'The favorites of the caller: search, filter, sort',
        tags,
        querystring: FavoritesQuery,
        response: { 200: ComicPage },
      },
      config: favorites,
    },
    async (request) => {
      const { viewing, query } = request;
      const { rows, total, search } = await favoriteComics(deps, viewing, requireMember(request), query, deps.now());
      return {
        ...envelope(request, {
          data: await serializeCards(deps, db, viewing, rows),
          total,
          page: query.page,
          perPage: query.per_page,
        }),
        search,
      };
    },
  );

  app.get(
    '/comics/:slug/rating',
    {
      schema: { summary: 'How a comic is rated', tags, params: Address, response: { 200: Rated } },
      config: { permission: 'comics.read' },
    },
    async ({ viewing, params }) => getRating(db, viewing.viewer.id, (await findComic(db, viewing, params.slug)).id),
  );

  app.put(
    '/comics/:slug/rating',
    {
      schema: { summary: 'Rates a comic, 1 to 10', tags, params: Address, body: RatingDraft, response: { 200: Rated } },
      config: own,
    },
    async (request) => {
      const { id } = await findComic(db, request.viewing, request.params.slug);
      await rate(db, requireMember(request), id, request.body.score);
      return getRating(db, requireMember(request), id);
    },
  );

  app.delete(
    '/comics/:slug/rating',
    {
      schema: { summary: 'Takes the rating of a comic back', tags, params: Address, response: { 200: Rated } },
      config: own,
    },
    async (request) => {
      const id = await requireComicId(db, request.viewing, request.params.slug);
      await unrate(db, requireMember(request), id);
      return getRating(db, requireMember(request), id);
    },
  );

  app.get(
    '/account/follows',
    {
      schema: { summary: 'What the caller follows', tags, response: { 200: Follows } },
      config: own,
    },
    async (request) => {
      const { viewing } = request;
      const ids = await followedComics(db, requireMember(request));
      const comics: Follows['comics'] = [];
      for (let at = 0; at < ids.length; at += CARDS_AT_ONCE) {
        const cards = await cardsById(db, viewing, viewing.locale, ids.slice(at, at + CARDS_AT_ONCE));
        comics.push(...(await serializeCards(deps, db, viewing, cards)));
      }
      return {
        comics,
        terms: await followedTerms(
          db,
          requireMember(request),
          viewing.locale,
          FOLLOWED_KINDS.filter((kind) => viewing.site.features.includes(KIND_PATHS[kind])),
        ),
      };
    },
  );

  app.put(
    '/comics/:slug/follow',
    {
      schema: { summary: 'Follows a comic: new chapters are told', tags, params: Address, response: { 200: Followed } },
      config: own,
    },
    async (request) => {
      const { id } = await findComic(db, request.viewing, request.params.slug);
      if (!(await follow(db, requireMember(request), { comic: id }))) throw problem('follows-full');
      return { followed: true };
    },
  );

  app.delete(
    '/comics/:slug/follow',
    {
      schema: { summary: 'Follows a comic no more', tags, params: Address, response: { 200: Followed } },
      config: own,
    },
    async (request) => {
      await unfollow(db, requireMember(request), {
        comic: await requireComicId(db, request.viewing, request.params.slug),
      });
      return { followed: false };
    },
  );

  for (const kind of FOLLOWED_KINDS) {
    const path = KIND_PATHS[kind];
    const config = { ...own, features: [path] } as const;
    const requireTerm = async ({ params }: { params: { slug: string } }) => {
      const id = await termAt(db, kind, params.slug);
      if (id === null) throw problem('term-not-found');
      return id;
    };

    app.get(
      `/${path}/:slug/follow`,
      {
        schema: {
          summary: `Whether the caller follows one of the ${path}`,
          tags,
          params: Address,
          response: { 200: Followed },
        },
        config,
      },
      async (request) => ({ followed: await followsTerm(db, requireMember(request), await requireTerm(request)) }),
    );

    app.put(
      `/${path}/:slug/follow`,
      {
        schema: {
          summary: `Follows one of the ${path}: new comics are told`,
          tags,
          params: Address,
          response: { 200: Followed },
        },
        config,
      },
      async (request) => {
        if (!(await follow(db, requireMember(request), { term: await requireTerm(request) }))) {
          throw problem('follows-full');
        }
        return { followed: true };
      },
    );

    app.delete(
      `/${path}/:slug/follow`,
      {
        schema: { summary: `Follows one of the ${path} no more`, tags, params: Address, response: { 200: Followed } },
        config,
      },
      async (request) => {
        await unfollow(db, requireMember(request), { term: await requireTerm(request) });
        return { followed: false };
      },
    );
  }

  app.get(
    '/account/hidden',
    {
      schema: { summary: 'The terms whose comics the caller hides', tags, response: { 200: z.array(HiddenTerm) } },
      config: own,
    },
    (request) => hiddenTerms(db, requireMember(request), request.viewing.locale),
  );

  app.put(
    '/account/hidden',
    {
      schema: {
        summary: 'Hides the comics of these terms and of no others',
        tags,
        body: HiddenBody,
        response: { 200: z.array(HiddenTerm) },
      },
      config: own,
    },
    async (request) => {
      await withTransaction(db, (tx) => hideTerms(tx, requireMember(request), request.body.terms));
      return hiddenTerms(db, requireMember(request), request.viewing.locale);
    },
  );

  readingRoutes(app, deps);
  bookmarkRoutes(app, deps);
  listRoutes(app, deps);
  shelfRoutes(app, deps);
  makerRoutes(app, deps);
  searchRoutes(app, deps);
}
