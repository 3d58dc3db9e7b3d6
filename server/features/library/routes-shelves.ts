import { z } from 'zod';
import { ShelfBulk, ShelfBulkAnswer, Shelved, ShelfDraft, ShelfPage, ShelfQuery } from '#contract/shelves.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { cardRows } from '#server/db/queries/cards.ts';
import type { Deps } from '#server/deps.ts';
import { serializeCards } from '#server/features/comics/public/cards.ts';
import { findComic } from '#server/features/comics/public/queries-one.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { stillShown } from './public/queries-history.ts';
import { requireComicId } from './queries-favorites.ts';
import { countShelves, findShelved, listShelf, shelve, unshelve } from './queries-shelves.ts';

const Address = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const config = { permission: 'library.own', features: ['shelves'] } as const;
const tags = ['library'];

/** The shelves on which members have comics. */
export function shelfRoutes(app: App, deps: Pick<Deps, 'db' | 'secret' | 'now'>): void {
  const { db } = deps;

  app.get(
    '/account/shelves',
    {
      schema: {
        summary: 'A shelf of the caller: search, sort; and how many comics are on each',
        tags,
        querystring: ShelfQuery,
        response: { 200: ShelfPage },
      },
      config,
    },
    async (request) => {
      const { viewing, query } = request;
      const { page, per_page: perPage } = query;
      const userId = requireMember(request);
      const { counts, total } = await countShelves(db, userId, viewing, query);
      const offset = (page - 1) * perPage;
      const rows = offset < total ? await listShelf(db, userId, viewing, query, offset, perPage) : [];
      const found =
        rows.length === 0
          ? []
          : await cardRows(
              db,
              viewing.locale,
              viewing.blocked,
              stillShown(
                viewing,
                rows.map((row) => row.comic_id),
              ),
            );
      const cards = new Map((await serializeCards(deps, db, viewing, found)).map((card) => [card.id, card]));
      const data = rows.map((row) => {
        const comic = cards.get(row.comic_id) ?? null;
        return { ...row, title: comic?.title ?? row.title, comic };
      });
      return { ...envelope(request, { data, total, page, perPage }), counts };
    },
  );

  app.put(
    '/account/shelves',
    {
      schema: {
        summary: 'Puts many comics on a shelf, or on none',
        tags,
        body: ShelfBulk,
        response: { 200: ShelfBulkAnswer },
      },
      config,
    },
    async (request) => {
      const userId = requireMember(request);
      const { comics, shelf } = request.body;
      if (shelf === null) return { comics: await unshelve(db, userId, comics) };
      const put = await withTransaction(db, (tx) => shelve(tx, userId, comics, { shelf }, deps.now()));
      if (put === null) throw problem('shelves-full');
      return { comics: put };
    },
  );

  app.get(
    '/comics/:slug/shelf',
    {
      schema: { summary: 'Where the caller has a comic', tags, params: Address, response: { 200: Shelved } },
      config,
    },
    async (request) =>
      findShelved(db, requireMember(request), await requireComicId(db, request.viewing, request.params.slug)),
  );

  app.put(
    '/comics/:slug/shelf',
    {
      schema: {
        summary: 'Puts a comic on a shelf',
        tags,
        params: Address,
        body: ShelfDraft,
        response: { 200: Shelved },
      },
      config,
    },
    async (request) => {
      const userId = requireMember(request);
      const { id } = await findComic(db, request.viewing, request.params.slug);
      const put = await withTransaction(db, (tx) => shelve(tx, userId, [id], request.body, deps.now()));
      if (put === null) throw problem('shelves-full');
      return findShelved(db, userId, id);
    },
  );

  app.delete(
    '/comics/:slug/shelf',
    {
      schema: { summary: 'Takes a comic off its shelf', tags, params: Address, response: { 200: Shelved } },
      config,
    },
    async (request) => {
      const userId = requireMember(request);
      const id = await requireComicId(db, request.viewing, request.params.slug);
      await unshelve(db, userId, [id]);
      return findShelved(db, userId, id);
    },
  );
}
