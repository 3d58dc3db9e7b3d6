import { z } from 'zod';
import { ComicPage } from '#contract/comics.ts';
import {
  ComicList,
  FavoritesQuery,
  InList,
  ListChanges,
  ListDetail,
  ListDraft,
  ListOrder,
  ListQuery,
  MAX_LIST_COMICS,
  OwnList,
  OwnListsQuery,
} from '#contract/library.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import { cardRows, cardsById } from '#server/db/queries/cards.ts';
import { fitTexts } from '#server/db/queries/word-filters.ts';
import type { Deps } from '#server/deps.ts';
import { serializeCards } from '#server/features/comics/public/cards.ts';
import { favoriteComics } from '#server/features/comics/public/queries-favorites.ts';
import { findComic } from '#server/features/comics/public/queries-one.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { findFavoriteComicId } from './queries-favorites.ts';
import {
  addToList,
  changeList,
  comicsOfList,
  countInList,
  createList,
  findList,
  holdList,
  listLists,
  orderList,
  removeList,
  takeFromList,
  type ListRow,
} from './queries-lists.ts';
import { findShelf } from './queries-profiles.ts';

const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const InOne = Id.extend({ comic: z.string().min(1).max(300).describe('id or slug') });
const User = z.object({ username: z.string().min(1).max(100) });
const own = { permission: 'library.own' } as const;
const tags = ['library'];

/** The lists members make, and what of a member's library others see. */
export function listRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'reads' | 'database' | 'catalogue' | 'secret' | 'now'>,
): void {
  const { db } = deps;

  /** Lists as they are answered: with small covers of the first comics this viewer sees of each. */
  const shown = async (
    viewing: RequestContext,
    lists: readonly ListRow[],
  ): Promise<(ComicList & { has: boolean })[]> => {
    const rows = await cardsById(db, viewing, viewing.locale, [...new Set(lists.flatMap(({ first }) => first))]);
    const thumbs = new Map((await serializeCards(deps, db, viewing, rows)).map((card) => [card.id, card.thumb_url]));
    return lists.map(
      ({ id, name, description, public: isPublic, comics_count, created_at, updated_at, first, has }) => ({
        id,
        name,
        description,
        public: isPublic,
        comics_count,
        thumbs: first.flatMap((comic) => thumbs.get(comic) ?? []),
        created_at,
        updated_at,
        has,
      }),
    );
  };
  const plain = ({ has: _has, ...list }: ComicList & { has: boolean }): ComicList => list;
  const one = async (viewing: RequestContext, id: number): Promise<ComicList> => {
    const list = await findList(db, viewing, id);
    if (!list) throw problem('list-not-found');
    return plain((await shown(viewing, [list]))[0]!);
  };

  /** The words of a list as the site's rules let them through. */
  const fitting = async ({ name, description }: { name?: string | undefined; description?: string | undefined }) => {
    const given = Object.entries({ name, description }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const fit = await fitTexts(
      db,
      given.map(([, text]) => text),
    );
    return Object.fromEntries(given.map(([key], at) => [key, fit[at]!]));
  };

  app.get(
    '/account/lists',
    {
      schema: {
        summary: 'The lists of the caller',
        tags,
        querystring: OwnListsQuery,
        response: { 200: z.array(OwnList) },
      },
      config: own,
    },
    async (request) => {
      const { comic } = request.query;
      const lists = await shown(
        request.viewing,
        await listLists(db, request.viewing, requireMember(request), { publicOnly: false, comic: comic ?? null }),
      );
      return comic === undefined ? lists.map(plain) : lists;
    },
  );

  app.post(
    '/account/lists',
    {
      schema: { summary: 'Makes a list', tags, body: ListDraft, response: { 201: ComicList } },
      config: own,
    },
    async (request, reply) => {
      const draft = { ...request.body, ...(await fitting(request.body)) };
      const id = await withTransaction(db, (tx) => createList(tx, requireMember(request), draft));
      if (id === null) throw problem('lists-full');
      return reply.code(201).send(await one(request.viewing, id));
    },
  );

  app.patch(
    '/account/lists/:id',
    {
      schema: {
        summary: 'Changes the name, the description or the visibility of a list',
        tags,
        params: Id,
        body: ListChanges,
        response: { 200: ComicList },
      },
      config: own,
    },
    async (request) => {
      const { id } = request.params;
      if (!(await changeList(db, requireMember(request), id, { ...request.body, ...(await fitting(request.body)) }))) {
        throw problem('list-not-found');
      }
      return one(request.viewing, id);
    },
  );

  app.delete(
    '/account/lists/:id',
    {
      schema: { summary: 'Takes a list away', tags, params: Id, response: { 204: z.undefined() } },
      config: own,
    },
    async (request, reply) => {
      if (!(await removeList(db, requireMember(request), request.params.id))) throw problem('list-not-found');
      return reply.code(204).send();
    },
  );

  /** Changes the comics of a list of the caller, which nobody else can while it lasts. */
  const inList = async (request: Parameters<typeof requireMember>[0], id: number, work: (tx: Tx) => Promise<void>) => {
    await withTransaction(db, async (tx) => {
      if (!(await holdList(tx, requireMember(request), id))) throw problem('list-not-found');
      await work(tx);
    });
    return (await findList(db, request.viewing, id))?.comics_count ?? 0;
  };

  app.put(
    '/account/lists/:id/comics/:comic',
    {
      schema: { summary: 'Puts a comic at the end of a list', tags, params: InOne, response: { 200: InList } },
      config: own,
    },
    async (request) => {
      const { id, comic } = request.params;
      const found = await findComic(db, request.viewing, comic);
      const count = await inList(request, id, async (tx) => {
        if (!(await addToList(tx, id, found.id))) throw problem('list-full', { most: MAX_LIST_COMICS });
      });
      return { has: true, comics_count: count };
    },
  );

  app.delete(
    '/account/lists/:id/comics/:comic',
    {
      schema: { summary: 'Takes a comic out of a list', tags, params: InOne, response: { 200: InList } },
      config: own,
    },
    async (request) => {
      const { id, comic } = request.params;
      const found = await findFavoriteComicId(db, request.viewing, comic);
      const count = await inList(request, id, async (tx) => {
        if (found !== null) {
          await takeFromList(tx, id, found);
        }
      });
      return { has: false, comics_count: count };
    },
  );

  app.put(
    '/account/lists/:id/order',
    {
      schema: {
        summary: 'Puts the comics of a list in an order',
        tags,
        params: Id,
        body: ListOrder,
        response: { 204: z.undefined() },
      },
      config: own,
    },
    async (request, reply) => {
      const { id } = request.params;
      await inList(request, id, (tx) => orderList(tx, id, request.body.comics));
      return reply.code(204).send();
    },
  );

  app.get(
    '/lists/:id',
    {
      schema: {
        summary: 'A public list, or one of the caller; with `q` its comics that have these words in a title',
        tags,
        params: Id,
        querystring: ListQuery,
        response: { 200: ListDetail },
      },
      config: { permission: 'comics.read' },
    },
    async (request) => {
      const {
        viewing,
        query: { page, per_page: perPage, q },
        params: { id },
      } = request;
      const list = await findList(db, viewing, id);
      if (!list) throw problem('list-not-found');
      const rows = await cardRows(
        db,
        viewing.locale,
        viewing.blocked,
        comicsOfList(viewing, id, q, (page - 1) * perPage, perPage),
      );
      const { avatar, avatar_format: format } = list;
      return {
        ...plain((await shown(viewing, [list]))[0]!),
        own: list.user_id === viewing.viewer.id,
        user: {
          username: list.username,
          avatar_url:
            avatar === null || format === null
              ? null
              : imageUrl(deps, viewing, { hash: avatar, variant: 'cover320', format }, 'public'),
        },
        comics: envelope(request, {
          data: await serializeCards(deps, db, viewing, rows),
          total: q === '' ? list.comics_count : await countInList(db, viewing, id, q),
          page,
          perPage,
        }),
      };
    },
  );

  const shelf = async (username: string) => {
    const found = await findShelf(db, username);
    if (!found) throw problem('user-not-found');
    return found;
  };

  app.get(
    '/users/:username/lists',
    {
      schema: { summary: 'The public lists of a member', tags, params: User, response: { 200: z.array(ComicList) } },
      config: { permission: 'users.read' },
    },
    async ({ viewing, params }) => {
      const { id } = await shelf(params.username);
      return (await shown(viewing, await listLists(db, viewing, id, { publicOnly: true }))).map(plain);
    },
  );

  app.get(
    '/users/:username/favorites',
    {
      schema: {
        summary: 'The favorites of a member, where they are public',
        tags,
        params: User,
        querystring: FavoritesQuery,
        response: { 200: ComicPage },
      },
      config: { permission: 'users.read', features: ['favorites'] },
    },
    async (request) => {
      const { viewing, query, params } = request;
      const { id, favorites } = await shelf(params.username);
      if (!favorites && id !== viewing.viewer.id) throw problem('favorites-private');
      const { rows, total, search } = await favoriteComics(deps, viewing, id, query, deps.now());
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
}
