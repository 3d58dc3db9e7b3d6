import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DownloadChoice, DownloadLink, DownloadOffer } from '#contract/downloads.ts';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { findComic, requirePages } from '#server/features/comics/comics.ts';
import type { App } from '#server/http/app-type.ts';
import { rangeOf } from '#server/http/images.ts';
import { memberOf } from '#server/http/viewing.ts';
import { streamParts } from '#server/images/zip-stream.ts';
import { archiveOf, askedChapters, isOpen, type ComicArchive } from './archive.ts';
import { createTurns } from './turns.ts';
import { allowanceOf, grantDownload, openDownload } from './downloads.ts';
import { attachment } from './file-names.ts';
import { archiveChapters } from './queries.ts';

const Comic = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const Chapter = z.object({ chapter: z.string().min(1).max(300).optional().describe('slug or id of one chapter') });

/** Files a member may fetch at the same time, from each process. */
const AT_ONCE = 3;

type DownloadDeps = Pick<Deps, 'db' | 'blobs' | 'secret' | 'now'>;

/** Comics as files. On a site without the feature `downloads` none of it is there. */
export async function downloadRoutes(app: App, deps: DownloadDeps): Promise<void> {
  const turns = createTurns(AT_ONCE);

  app.get('/comics/:slug/download', {
    schema: { summary: 'What of a comic can be downloaded, its sizes, and what is left of the day’s allowance', tags: ['downloads'], params: Comic, response: { 200: DownloadOffer } },
    config: { permission: 'comics.download' },
  }, async (request) => {
    requireFeature(request);
    const { viewing } = request;
    const comic = await findComic(deps.db, viewing, request.params.slug);
    const chapters = (await archiveChapters(deps.db, comic.id)).map(({ pages, ...chapter }) =>
      ({ ...chapter, pages: pages.length, size: pages.reduce((sum, { bytes }) => sum + bytes, 0), closed: !isOpen(viewing, comic, chapter) }));
    const open = chapters.filter(({ closed }) => !closed);
    if (open.length === 0) { requirePages(viewing, { ...comic, premium: chapters[0]?.premium ?? comic.premium }); }
    return {
      size: open.reduce((sum, { size }) => sum + size, 0),
      pages: open.reduce((sum, { pages }) => sum + pages, 0),
      chapters: comic.oneshot ? [] : chapters.map(({ id, slug, name, number, pages, size, closed }) => ({ id, slug, name, number, pages, size, closed })),
      allowance: await allowanceOf(deps, viewing.site, { userId: memberOf(request), comicId: comic.id, chapters: [] }),
    };
  });

  app.post('/comics/:slug/download', {
    schema: {
      summary: 'A link to a comic, a chapter or some chapters as a file', tags: ['downloads'],
      params: Comic, querystring: Chapter, body: DownloadChoice.nullish(), response: { 200: DownloadLink },
    },
    config: { permission: 'comics.download' },
  }, async (request) => {
    requireFeature(request);
    const { viewing, params, query, body } = request;
    const comic = await findComic(deps.db, viewing, params.slug);
    const one = query.chapter === undefined ? null : await chapterId(deps, comic.id, query.chapter);
    const ids = one === null ? body?.chapters ?? [] : [one];
    const chapters = await askedChapters(deps.db, viewing, comic, ids);
    const { size, filename } = await archiveOf(deps, viewing, comic, chapters);
    const asked = { userId: memberOf(request), comicId: comic.id, chapters: ids.length === 0 ? [] : chapters.map(({ id }) => id) };
    const { token, expires } = await grantDownload(deps, viewing.site, asked, size);
    return { url: `${viewing.origin}/api/downloads/${token}`, filename, expires_at: expires.toISOString(), size };
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/downloads/:token',
    schema: { summary: 'The file a link leads to; can be resumed by range', tags: ['downloads'], params: z.object({ token: z.string().max(100) }) },
    config: { permission: 'downloads.fetch' },
    handler: async (request, reply) => {
      requireFeature(request);
      const { token } = request.params as { token: string };
      const { userId, archive } = await openDownload(deps, request.viewing, token);
      const range = headers(request, reply, archive);
      if (range === 'unsatisfiable' || request.method === 'HEAD' || reply.statusCode === 304) { return reply.send(); }
      // Who has left already would never make room.
      if (reply.raw.destroyed) { return reply.send(); }
      const done = turns.take(userId);
      if (done === null) { throw problem('downloads-at-once', { most: AT_ONCE, seconds: 10 }); }
      reply.raw.once('close', done);
      return reply.send(streamParts(deps.blobs, archive.parts, range ?? { start: 0, end: archive.size - 1 }));
    },
  });
}

/** Sets everything but the bytes, and answers which of them were asked for; null for all. */
function headers({ headers: asked }: FastifyRequest, reply: FastifyReply, { etag, size, type, filename }: ComicArchive) {
  void reply.headers({ etag, 'accept-ranges': 'bytes', 'content-disposition': attachment(filename), 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-origin' }).type(type);
  if (asked['if-none-match']?.includes(etag)) {
    void reply.code(304);
    return null;
  }
  const range = rangeOf(asked.range, String(asked['if-range'] ?? etag), etag, size);
  if (range === 'unsatisfiable') {
    void reply.code(416).headers({ 'content-range': `bytes */${size}`, 'content-length': 0 });
  } else if (range) {
    void reply.code(206).headers({ 'content-range': `bytes ${range.start}-${range.end}/${size}`, 'content-length': range.end - range.start + 1 });
  } else {
    void reply.header('content-length', size);
  }
  return range;
}

async function chapterId(deps: DownloadDeps, comicId: number, address: string): Promise<number> {
  const found = (await archiveChapters(deps.db, comicId)).find(({ id, slug }) => slug === address || String(id) === address);
  if (!found) { throw problem('chapter-not-found'); }
  return found.id;
}

function requireFeature({ viewing }: FastifyRequest): void {
  if (!viewing.site.features.includes('downloads')) { throw problem('route-not-found'); }
}
