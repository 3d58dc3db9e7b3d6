import { z } from 'zod';
import { AdminChapterDetail } from '#contract/chapter-editing.ts';
import { CoverUpload } from '#contract/cover-editing.ts';
import { VolumeCoverUpload } from '#contract/volume-editing.ts';
import { AdminComic, EditConflict } from '#contract/editing.ts';
import { isProblem, Problem, problem } from '#contract/problems.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { storeCover } from '#server/features/editing/comics/covers.ts';
import { editedChapter, editedComic } from '#server/features/editing/comics/editor.ts';
import { setCover } from '#server/features/editing/comics/queries-cover.ts';
import { findEditable } from '#server/features/editing/comics/queries-editing.ts';
import { recordRevision } from '#server/features/editing/public/revision-recorder.ts';
import { toEditor } from '#server/features/editing/editors.ts';
import { importPicture } from '#server/features/pictures/pictures.ts';
import { changeVolume } from '#server/features/editing/comics/volumes.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { requirePicture, acceptImages } from '#server/http/requests/whole-body.ts';
import { translate } from '#server/i18n/translate.ts';
import { addPage, changePage } from './page-edits.ts';
import { createChapterEdit } from './routes-chapters.ts';

const tags = ['admin comics'];
const config = { permission: 'comics.edit' } as const;
const MAX_ID = 2_147_483_647;
const Id = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) });
const PageId = Id.extend({ page: z.coerce.number().int().min(1).max(MAX_ID) });
const Named = z.object({ slug: z.string().min(1).max(300) });
const PageName = z.object({ name: z.string().max(300).default('') });

/** Routes that take the bytes of a picture. In a scope of its own: no other route takes such a body. */
export function pictureRoutes(scope: App, deps: Deps): void {
  const { db } = deps;
  const bodyLimit = deps.config.site.uploads.entryMegabytes * 1024 ** 2;
  acceptImages(scope, bodyLimit);

  scope.post(
    '/admin/comics/:slug/cover',
    {
      schema: {
        summary: 'Makes a picture, or a part of it, the cover of a comic; the body is the picture',
        tags,
        params: Named,
        querystring: CoverUpload,
        response: { 200: AdminComic, 409: EditConflict },
      },
      config,
      bodyLimit,
    },
    (request, reply) =>
      takeCover(request, reply, (tx, hash, { comicId, by }) =>
        recordRevision(
          tx,
          { comicId, by, source: 'cover', version: request.query.version, action: 'comic.cover' },
          () => setCover(tx, comicId, hash),
        ),
      ),
  );

  scope.post(
    '/admin/comics/:slug/volumes/cover',
    {
      schema: {
        summary: 'Makes a picture, or a part of it, the cover of a volume; the body is the picture',
        tags,
        params: Named,
        querystring: VolumeCoverUpload,
        response: { 200: AdminComic, 409: EditConflict },
      },
      config,
      bodyLimit,
    },
    (request, reply) =>
      takeCover(request, reply, (tx, cover, { comicId, by }) =>
        changeVolume(tx, { comicId, by, version: request.query.version, volume: request.query.volume }, { cover }),
      ),
  );

  scope.post(
    '/admin/chapters/:id/pages',
    {
      schema: {
        summary: 'Adds a page at the end; the body is the picture',
        tags,
        params: Id,
        querystring: PageName,
        response: { 201: AdminChapterDetail },
      },
      config,
      bodyLimit,
    },
    async (request, reply) => {
      const edit = await createChapterEdit(deps, request);
      const image = await importPicture(deps, requirePicture(request.body), {
        source: 'upload',
        userId: edit.by,
        file: 'page',
      });
      await withTransaction(db, (tx) => addPage(tx, edit, { image, name: request.query.name }));
      return reply.code(201).send(await editedChapter(deps, db, request.viewing, edit.chapterId));
    },
  );

  scope.put(
    '/admin/chapters/:id/pages/:page/image',
    {
      schema: {
        summary: 'Puts another picture in place of a page’s; the body is the picture',
        tags,
        params: PageId,
        response: { 200: AdminChapterDetail },
      },
      config,
      bodyLimit,
    },
    async (request) => {
      const edit = await createChapterEdit(deps, request);
      const image = await importPicture(deps, requirePicture(request.body), {
        source: 'upload',
        userId: edit.by,
        file: 'page',
      });
      await withTransaction(db, (tx) => changePage(tx, edit, request.params.page, { image }));
      return editedChapter(deps, db, request.viewing, edit.chapterId);
    },
  );

  /** Keeps the picture that was sent and has it put in place; where someone was faster, answers how the comic is now. */
  async function takeCover(
    request: {
      viewing: RequestContext;
      params: { slug: string };
      body: unknown;
      query: z.infer<typeof CoverUpload>;
    },
    reply: { code(status: 409): unknown },
    put: (tx: Tx, hash: string, edit: { comicId: number; by: number }) => Promise<unknown>,
  ): Promise<AdminComic | EditConflict> {
    const by = toEditor(request).id;
    const comic = await findEditable(db, toEditor(request), { slug: request.params.slug });
    if (comic === null) throw problem('comic-not-found');
    const { left, top, width, height } = request.query;
    const given = [left, top, width, height].filter((part) => part !== undefined);
    if (given.length !== 0 && given.length !== 4) {
      throw new Problem('request-invalid', {}, { width: [{ rule: 'required' }] });
    }
    const crop =
      left === undefined || top === undefined || width === undefined || height === undefined
        ? null
        : { left, top, width, height };
    const hash = await storeCover(deps, requirePicture(request.body), crop, by);
    try {
      await withTransaction(db, (tx) => put(tx, hash, { comicId: comic.id, by }));
    } catch (error) {
      if (!isProblem(error) || error.code !== 'edit-conflict') throw error;
      reply.code(409);
      return {
        message: translate(request.viewing.locale, 'problem.edit-conflict'),
        code: 'edit-conflict' as const,
        current: await editedComic(deps, db, request.viewing, comic.id),
      };
    }
    return editedComic(deps, db, request.viewing, comic.id);
  }
}
