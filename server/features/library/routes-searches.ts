import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import { SavedSearch, SearchChanges, SearchDraft } from '#contract/saved-searches.ts';
import { withTransaction } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { changeSearch, forgetSearch, listSearches, saveSearch } from './queries-searches.ts';

const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const config = { permission: 'library.own' } as const;
const tags = ['library'];

/** The searches that members keep. */
export function searchRoutes(app: App, { db }: Pick<Deps, 'db'>): void {
  app.get(
    '/account/searches',
    {
      schema: { summary: 'The searches the caller keeps', tags, response: { 200: z.array(SavedSearch) } },
      config,
    },
    (request) => listSearches(db, requireMember(request)),
  );

  app.put(
    '/account/searches',
    {
      schema: {
        summary: 'Keeps a search under a name; new comics that it finds are told if wished',
        tags,
        body: SearchDraft,
        response: { 200: SavedSearch },
      },
      config,
    },
    async (request) => {
      const saved = await withTransaction(db, (tx) => saveSearch(tx, requireMember(request), request.body));
      if (saved === null) throw problem('searches-full');
      return saved;
    },
  );

  app.patch(
    '/account/searches/:id',
    {
      schema: {
        summary: 'Renames a search of the caller, or follows it or no more',
        tags,
        params: Id,
        body: SearchChanges,
        response: { 200: SavedSearch },
      },
      config,
    },
    async (request) => {
      const changed = await withTransaction(db, (tx) =>
        changeSearch(tx, requireMember(request), request.params.id, request.body),
      );
      if (changed === null) throw problem('search-not-found');
      return changed;
    },
  );

  app.delete(
    '/account/searches/:id',
    {
      schema: { summary: 'Forgets a search of the caller', tags, params: Id, response: { 204: z.undefined() } },
      config,
    },
    async (request, reply) => {
      await forgetSearch(db, requireMember(request), request.params.id);
      return reply.code(204).send();
    },
  );
}
