import { z } from 'zod';
import { DownloadChoice, DownloadLink, DownloadOffer } from '#contract/downloads.ts';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { formerChapter } from '#server/features/chapters/public/queries-former.ts';
import { findComic, requirePages } from '#server/features/comics/public/queries-one.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { isOpen } from './archive.ts';
import { getAllowance, grantArchive, openDownload } from './downloads.ts';
import { archiveChapters } from './queries.ts';
import { createSending } from './public/sending.ts';

const Comic = z.object({ slug: z.string().min(1).max(300).describe('slug or id') });
const Chapter = z.object({ chapter: z.string().min(1).max(300).optional().describe('slug or id of one chapter') });

type DownloadDeps = Pick<Deps, 'db' | 'blobs' | 'secret' | 'now'>;

/** Comics as files. On a site without the feature `downloads` none of it is there. */
export async function downloadRoutes(app: App, deps: DownloadDeps): Promise<void> {
  const send = createSending(deps);

  app.get(
    '/comics/:slug/download',
    {
      schema: {
        summary: 'What of a comic can be downloaded, its sizes, and what is left of the day’s allowance',
        tags: ['downloads'],
        params: Comic,
        response: { 200: DownloadOffer },
      },
      config: { permission: 'comics.download', features: ['downloads'] },
    },
    async (request) => {
      const { viewing } = request;
      const comic = await findComic(deps.db, viewing, request.params.slug);
      const chapters = (await archiveChapters(deps.db, comic.id)).map(({ pages, ...chapter }) => ({
        ...chapter,
        pages: pages.length,
        size: pages.reduce((sum, { bytes }) => sum + bytes, 0),
        closed: !isOpen(viewing, comic, chapter),
      }));
      const open = chapters.filter(({ closed }) => !closed);
      if (open.length === 0) {
        requirePages(viewing, { ...comic, premium: chapters[0]?.premium ?? comic.premium });
      }
      return {
        size: open.reduce((sum, { size }) => sum + size, 0),
        pages: open.reduce((sum, { pages }) => sum + pages, 0),
        chapters: comic.oneshot
          ? []
          : chapters.map(({ id, slug, name, number, pages, size, closed }) => ({
              id,
              slug,
              name,
              number,
              pages,
              size,
              closed,
            })),
        allowance: await getAllowance(deps, viewing.site, {
          userId: requireMember(request),
          comicId: comic.id,
          chapters: [],
        }),
      };
    },
  );

  app.post(
    '/comics/:slug/download',
    {
      schema: {
        summary: 'A link to a comic, a chapter or some chapters as a file',
        tags: ['downloads'],
        params: Comic,
        querystring: Chapter,
        body: DownloadChoice.nullish(),
        response: { 200: DownloadLink },
      },
      config: { permission: 'comics.download', features: ['downloads'] },
    },
    async (request) => {
      const { viewing, params, query, body } = request;
      const comic = await findComic(deps.db, viewing, params.slug);
      const one = query.chapter === undefined ? null : await chapterId(deps, comic.id, query.chapter);
      const ids = one === null ? (body?.chapters ?? []) : [one];
      const {
        token,
        expires,
        archive: { size, filename },
      } = await grantArchive(deps, viewing, requireMember(request), comic, ids);
      return { url: `${viewing.origin}/api/downloads/${token}`, filename, expires_at: expires.toISOString(), size };
    },
  );

  app.route({
    method: ['GET', 'HEAD'],
    url: '/downloads/:token',
    schema: {
      summary: 'The file a link leads to; can be resumed by range',
      tags: ['downloads'],
      params: z.object({ token: z.string().max(100) }),
    },
    config: { permission: 'downloads.fetch', features: ['downloads'] },
    handler: async (request, reply) => {
      const { token } = request.params as { token: string };
      const { userId, archive } = await openDownload(deps, request.viewing, token);
      return send(request, reply, userId, archive);
    },
  });
}

async function chapterId(deps: DownloadDeps, comicId: number, address: string): Promise<number> {
  const found = (await archiveChapters(deps.db, comicId)).find(
    ({ id, slug }) => slug === address || String(id) === address,
  );
  const id = found?.id ?? (await formerChapter(deps.db, comicId, address));
  if (id === null) throw problem('chapter-not-found');
  return id;
}
