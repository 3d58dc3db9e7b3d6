import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import {
  Arrangement,
  ChapterChanges,
  Commit,
  NewUploadFile,
  PageReplacement,
  Upload,
  UploadChapter,
  UploadedPage,
  UploadFile,
  UploadLimits,
  UploadPage,
  UploadQuery,
  UploadWork,
  WorkChanges,
  WorksChanges,
} from '#contract/uploads.ts';
import { hasGroups } from '#server/config/sites.ts';
import type { Deps } from '#server/deps.ts';
import { withTransaction } from '#server/db/database.ts';
import { isBound } from '#server/features/groups/public/queries-delays.ts';
import { isFrozen } from '#server/features/blocklist/public/queries-alike.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { discard, removeFile } from './discarding.ts';
import { addUpload, listUploadFiles, findFile, findUpload, listUploads, type UploadRow } from './queries.ts';
import { listUploadChapters, listUploadPages, listUploadWorks } from './queries-works.ts';
import { limitsFor } from './limits.ts';
import { lackOfUpload } from './lacking.ts';
import { requireUpload } from './reaching.ts';
import { countReceived, receiveFile, receivedWhole, type Receiving } from './receiving.ts';
import { tusRoutes } from './tus.ts';
import { createRawFiles } from './uploads.ts';
import {
  serializeChapter,
  serializeFile,
  serializePage,
  serializeSummary,
  serializeUpload,
  serializeWork,
} from './serializers.ts';
import { arrange, commitUpload, describeChapter, describeWorks, replaceBy } from './works.ts';

const Id = z.coerce.number().int().min(1).max(2_147_483_647);
const OfUpload = z.object({ id: Id });
const tags = ['uploads'];
const config = { permission: 'uploads.own' } as const;
/** Asked again and again while files are read, and arranged by hand: it is no crawling. */
const working = { permission: 'uploads.own', cost: 0 } as const;

type UploadDeps = Pick<Deps, 'config' | 'db' | 'blobs' | 'secret' | 'now'>;

/** Routes of uploads, of the works in them and of their commit. */
export async function uploadRoutes(app: App, deps: UploadDeps): Promise<void> {
  const { db } = deps;
  const receiving: Receiving = { db, raw: createRawFiles(deps) };
  await app.register((scope) => tusRoutes(scope as App, deps, receiving));

  app.get(
    '/admin/uploads/limits',
    {
      schema: { summary: 'What may be uploaded, and how much of it was today', tags, response: { 200: UploadLimits } },
      config,
    },
    (request) => limitsFor(deps, request.viewing, requireMember(request)),
  );

  app.get(
    '/admin/uploads',
    {
      schema: {
        summary: 'One’s own uploads, or an admin’s all, the newest first',
        tags,
        querystring: UploadQuery,
        response: { 200: UploadPage },
      },
      config: working,
    },
    async (request) => {
      const {
        viewing,
        query: { page, per_page: perPage, state },
      } = request;
      const { rows, total } = await listUploads(db, viewing.viewer, state, (page - 1) * perPage, perPage);
      const data = [];
      for (const row of rows) {
        data.push(serializeSummary(viewing, row, row.state === 'open' ? (await filesAnd(row.id)).received : row.bytes));
      }
      return envelope(request, { data, total, page, perPage });
    },
  );

  app.post(
    '/admin/uploads',
    {
      schema: { summary: 'Begins an upload', tags, response: { 201: Upload } },
      config,
    },
    async (request, reply) => {
      const member = requireMember(request);
      if (await isFrozen(db, member)) throw problem('uploads-frozen');
      const most = request.viewing.site.uploads.openUploads;
      const id = await withTransaction(db, (tx) => addUpload(tx, member, most));
      if (id === null) throw problem('uploads-full', { count: most });
      return reply.code(201).send(await whole(request, await requireUpload(db, request, id)));
    },
  );

  app.get(
    '/admin/uploads/:id',
    {
      schema: {
        summary: 'An upload: how far its files are, and the works they become',
        tags,
        params: OfUpload,
        response: { 200: Upload, 304: z.null() },
      },
      config: working,
    },
    async (request, reply) =>
      sendUpload(request, reply, await whole(request, await requireUpload(db, request, request.params.id))),
  );

  app.delete(
    '/admin/uploads/:id',
    {
      schema: { summary: 'Discards an upload with all it holds', tags, params: OfUpload, response: { 204: z.null() } },
      config,
    },
    async (request, reply) => {
      const upload = await requireUpload(db, request, request.params.id);
      await discard(receiving, upload.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/admin/uploads/:id/files',
    {
      schema: {
        summary: 'Names a file that is to be uploaded',
        tags,
        params: OfUpload,
        body: NewUploadFile,
        response: { 201: UploadFile },
      },
      config: working,
    },
    async (request, reply) => {
      const upload = await requireUpload(db, request, request.params.id);
      if (await isFrozen(db, upload.user_id)) throw problem('uploads-frozen');
      const id = await receiveFile(receiving, request.viewing.site.uploads, upload.id, request.body);
      if (request.body.bytes === 0) {
        await receivedWhole(receiving, { id, upload_id: upload.id });
      }
      const file = await findFile(db, id);
      if (file === null) throw problem('upload-not-found');
      const answer = serializeFile(file, 0);
      return reply.code(201).header('location', answer.upload_url).send(answer);
    },
  );

  app.delete(
    '/admin/uploads/:id/files/:file',
    {
      schema: {
        summary: 'Takes a file out, with its pages',
        tags,
        params: OfUpload.extend({ file: Id }),
        response: { 204: z.null() },
      },
      config: working,
    },
    async (request, reply) => {
      const upload = await requireUpload(db, request, request.params.id);
      await removeFile(receiving, upload.id, request.params.file);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/admin/uploads/:id/chapters/:chapter/pages',
    {
      schema: {
        summary: 'The pages of a chapter in their order',
        tags,
        params: OfUpload.extend({ chapter: Id }),
        response: { 200: z.array(UploadedPage) },
      },
      config: working,
    },
    async (request) => {
      const upload = await requireUpload(db, request, request.params.id);
      return (await listUploadPages(db, upload.id, request.params.chapter)).map((page) =>
        serializePage(deps, request.viewing, page),
      );
    },
  );

  app.put(
    '/admin/uploads/:id/arrangement',
    {
      schema: {
        summary: 'Puts works, chapters and pages in order; what is left out is taken out',
        tags,
        params: OfUpload,
        body: Arrangement,
        response: { 200: Upload },
      },
      config: working,
    },
    async (request) => {
      const upload = await requireUpload(db, request, request.params.id);
      await arrange(db, upload.id, request.body);
      return reloadUpload(request, upload.id);
    },
  );

  app.patch(
    '/admin/uploads/:id/works',
    {
      schema: {
        summary: 'Changes the same of several works',
        tags,
        params: OfUpload,
        body: WorksChanges,
        response: { 200: Upload },
      },
      config: working,
    },
    async (request) => {
      const upload = await requireUpload(db, request, request.params.id);
      await describeWorks(db, request.viewing.viewer, upload.id, request.body.works, request.body.changes);
      return reloadUpload(request, upload.id);
    },
  );

  app.patch(
    '/admin/uploads/:id/works/:work',
    {
      schema: {
        summary: 'Changes what is said about a work',
        tags,
        params: OfUpload.extend({ work: Id }),
        body: WorkChanges,
        response: { 200: UploadWork },
      },
      config: working,
    },
    async (request) => {
      const upload = await requireUpload(db, request, request.params.id);
      await describeWorks(db, request.viewing.viewer, upload.id, [request.params.work], request.body);
      const work = (await listUploadWorks(db, upload.id)).find(({ id }) => id === request.params.work);
      if (!work) throw problem('upload-not-found');
      return serializeWork(
        deps,
        request.viewing,
        work,
        await listUploadChapters(db, upload.id),
        Map.groupBy(await listUploadPages(db, upload.id), (page) => page.chapter_id),
      );
    },
  );

  app.patch(
    '/admin/uploads/:id/chapters/:chapter',
    {
      schema: {
        summary: 'Changes what is said about a chapter',
        tags,
        params: OfUpload.extend({ chapter: Id }),
        body: ChapterChanges,
        response: { 200: UploadChapter },
      },
      config: working,
    },
    async (request) => {
      const upload = await requireUpload(db, request, request.params.id);
      await describeChapter(db, upload.id, request.params.chapter, request.body);
      const chapter = (await listUploadChapters(db, upload.id)).find(({ id }) => id === request.params.chapter);
      if (!chapter) throw problem('chapter-not-found');
      return serializeChapter(
        deps,
        request.viewing,
        chapter,
        Map.groupBy(await listUploadPages(db, upload.id, chapter.id), (page) => page.chapter_id),
      );
    },
  );

  app.put(
    '/admin/uploads/:id/pages/:page',
    {
      schema: {
        summary: 'Gives a page the picture of another file',
        tags,
        params: OfUpload.extend({ page: Id }),
        body: PageReplacement,
        response: { 200: UploadedPage },
      },
      config: working,
    },
    async (request) => {
      const upload = await requireUpload(db, request, request.params.id);
      await replaceBy(db, upload.id, request.params.page, request.body.file);
      const page = (await listUploadPages(db, upload.id)).find(({ id }) => id === request.params.page);
      if (!page) throw problem('upload-not-found');
      return serializePage(deps, request.viewing, page);
    },
  );

  app.post(
    '/admin/uploads/:id/commit',
    {
      schema: {
        summary: 'Makes comics of an upload: drafts, published now, or at a time',
        tags,
        params: OfUpload,
        body: Commit,
        response: { 202: Upload },
      },
      config,
    },
    async (request, reply) => {
      const upload = await requireUpload(db, request, request.params.id);
      if (await isFrozen(db, upload.user_id)) throw problem('uploads-frozen');
      await commitUpload(db, upload.id, request.body, {
        now: deps.now(),
        groups: hasGroups(deps.config),
        bound: isBound(deps.config, request.viewing.viewer.role),
      });
      return reply.code(202).send(await reloadUpload(request, upload.id));
    },
  );

  async function reloadUpload(request: FastifyRequest, id: number): Promise<Upload> {
    const row = await findUpload(db, request.viewing.viewer, id);
    if (row === null) throw problem('upload-not-found');
    return whole(request, row);
  }

  /** All of an upload, as it was at the version that is told: who goes on from that version goes on from what they saw. */
  async function whole(request: FastifyRequest, row: UploadRow): Promise<Upload> {
    const { files } = await filesAnd(row.id);
    const [works, chapters, pages, lack] = [
      await listUploadWorks(db, row.id),
      await listUploadChapters(db, row.id),
      await listUploadPages(db, row.id),
      await lackOfUpload(db, row.id),
    ];
    const now = await findUpload(db, request.viewing.viewer, row.id);
    if (now !== null && now.version !== row.version) return whole(request, now);
    return serializeUpload(deps, request.viewing, row, { files, works, chapters, pages, lack });
  }

  async function filesAnd(uploadId: number): Promise<{ files: UploadFile[]; received: number }> {
    const files: UploadFile[] = [];
    for (const row of await listUploadFiles(db, uploadId)) {
      files.push(serializeFile(row, await countReceived(receiving, row)));
    }
    return { files, received: files.reduce((sum, file) => sum + file.received, 0) };
  }
}

/** Answers 304 to who has this already. */
function sendUpload(request: FastifyRequest, reply: FastifyReply, upload: Upload) {
  const etag = `W/"${createHash('sha1').update(JSON.stringify(upload)).digest('base64url')}"`;
  void reply.headers({ etag, 'cache-control': 'private, no-cache' });
  return request.headers['if-none-match'] === etag ? reply.code(304).send(null) : upload;
}
