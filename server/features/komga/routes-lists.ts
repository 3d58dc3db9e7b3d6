import { KOMGA_ROOT } from '#contract/addresses.ts';
import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import type { App } from '#server/http/app-type.ts';
import { findCollection, listCollections } from './collections.ts';
import { sendCover } from './covers.ts';
import { describeLibrary, listLibraries } from './libraries.ts';
import { NamedQuery, slice, springPage } from './paging.ts';
import { searchIn, SeriesQuery } from './series-search.ts';
import { forMembers, hidden, readerIn } from './scope.ts';
import { findSeries, listDescribed, type KomgaDeps } from './series.ts';

const Id = z.object({ id: z.string().max(300) });

/** Libraries, which are languages; collections, which are what a member keeps. */
export function listRoutes(scope: App, deps: KomgaDeps): void {
  const api = `${KOMGA_ROOT}/api/v1`;

  scope.get(`${api}/libraries`, { schema: hidden, config: forMembers }, async ({ viewing }) =>
    (await listLibraries(deps, viewing)).map(describeLibrary),
  );

  scope.get(`${api}/libraries/:id`, { schema: { params: Id, ...hidden }, config: forMembers }, async (request) => {
    const library = (await listLibraries(deps, request.viewing)).find(({ id }) => id === request.params.id);
    if (library === undefined) throw problem('route-not-found');
    return describeLibrary(library);
  });

  scope.get(
    `${api}/collections`,
    { schema: { querystring: NamedQuery, ...hidden }, config: forMembers },
    async (request) => {
      const { query, viewing } = request;
      const wanted = query.search.trim().toLowerCase();
      const own = (await listCollections(deps, viewing, readerIn(request))).filter(({ name }) =>
        name.toLowerCase().includes(wanted),
      );
      return springPage(slice(own, query), own.length, query);
    },
  );

  scope.get(`${api}/collections/:id`, { schema: { params: Id, ...hidden }, config: forMembers }, async (request) => {
    const collection = await findCollection(deps, request.viewing, readerIn(request), request.params.id);
    if (collection === null) throw problem('list-not-found');
    return collection;
  });

  scope.get(
    `${api}/collections/:id/series`,
    { schema: { params: Id, querystring: SeriesQuery, ...hidden }, config: forMembers },
    async (request) => {
      const { viewing, query } = request;
      const collection = await findCollection(deps, viewing, readerIn(request), request.params.id);
      if (collection === null) throw problem('list-not-found');
      const search = await searchIn(deps, request, { ...query, collection_id: [] });
      const ids = collection.seriesIds.map(Number);
      const { series, total } = await listDescribed(deps, viewing, readerIn(request), { ...search, ids }, query);
      return springPage(series, total, query);
    },
  );

  scope.get(
    `${api}/collections/:id/thumbnail`,
    { schema: { params: Id, ...hidden }, config: forMembers },
    async (request, reply) => {
      const collection = await findCollection(deps, request.viewing, readerIn(request), request.params.id);
      const [first] = collection?.seriesIds ?? [];
      if (first === undefined) throw problem('list-not-found');
      return sendCover(deps, request, reply, await findSeries(deps, request.viewing, first));
    },
  );

  scope.get(
    `${api}/collections/:id/thumbnails`,
    { schema: { params: Id, ...hidden }, config: forMembers },
    async (request) => {
      if ((await findCollection(deps, request.viewing, readerIn(request), request.params.id)) === null) {
        throw problem('list-not-found');
      }
      return [];
    },
  );
}
