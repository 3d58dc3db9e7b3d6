import { z } from 'zod';
import { ComicCard, ComicDetail, ComicPage, ComicQuery, ComicTranslation } from '#contract/comics.ts';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/envelope.ts';
import { cardsOf } from './cards.ts';
import { comicDetail, editionsOf } from './queries-detail.ts';
import { findComic } from './queries-one.ts';
import { listingOf } from './queries-listing.ts';
import { listComics } from './queries.ts';

const Address = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const read = { permission: 'comics.read', cache: 'public' } as const;

/** `GET /api/comics` and what hangs on one comic. */
export async function comicRoutes(app: App, deps: Pick<Deps, 'reads' | 'secret' | 'now'>): Promise<void> {
  app.get('/comics', {
    schema: { summary: 'Comics: search, filter, sort', tags: ['comics'], querystring: ComicQuery, response: { 200: ComicPage } },
    config: read,
  }, async (request) => {
    const { viewing, query } = request;
    const listing = listingOf(query, deps.now());
    const { rows, total } = await listComics(deps.reads, viewing, viewing.locale, listing, (query.page - 1) * query.per_page, query.per_page);
    const data = await cardsOf(deps, deps.reads, viewing, rows);
    return envelope(request, { data, total, page: query.page, perPage: query.per_page });
  });

  app.get('/comics/random', {
    schema: { summary: 'Any one comic that passes the filters', tags: ['comics'], querystring: ComicQuery, response: { 200: ComicCard } },
    config: { permission: 'comics.read' },
  }, async ({ viewing, query }, reply) => {
    const listing = { ...listingOf(query, deps.now()), sort: 'random' as const, order: 'asc' as const, start: Math.floor(Math.random() * 2 ** 31) };
    const { rows } = await listComics(deps.reads, viewing, viewing.locale, listing, 0, 1);
    const [card] = await cardsOf(deps, deps.reads, viewing, rows);
    if (!card) { throw problem('comic-not-found'); }
    void reply.header('cache-control', 'no-store');
    return card;
  });

  app.get('/comics/:slug', {
    schema: { summary: 'One comic', tags: ['comics'], params: Address, response: { 200: ComicDetail } },
    config: read,
  }, async ({ viewing, params }) => comicDetail(deps, deps.reads, viewing, await findComic(deps.reads, viewing, params.slug)));

  app.get('/comics/:slug/translations', {
    schema: { summary: 'The same work in other languages', tags: ['comics'], params: Address, response: { 200: z.array(ComicTranslation) } },
    config: read,
  }, async ({ viewing, params }) => editionsOf(deps.reads, viewing, await findComic(deps.reads, viewing, params.slug)));
}
