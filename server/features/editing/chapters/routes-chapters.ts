import { z } from 'zod';
import {
  AdminChapterDetail,
  AdminChapterPage,
  AdminChapterQuery,
  ChapterChanges,
  ChapterMove,
  ChapterStateChange,
  NewChapter,
  PageChanges,
  PagesMove,
  SomePages,
  WantedOrder,
} from '#contract/chapter-editing.ts';
import { ChapterJoin, ChapterSplit } from '#contract/chapter-splitting.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { isBound } from '#server/features/groups/public/queries-delays.ts';
import { refuseTerms } from '#server/features/blocklist/blocklist.ts';
import { editedChapter, listedChapters } from '#server/features/editing/comics/editor.ts';
import { findEditable } from '#server/features/editing/comics/queries-editing.ts';
import { toEditor } from '#server/features/editing/editors.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { addChapter, editChapter, moveChapter, removeChapter } from './chapter-edits.ts';
import { changePage, deletePages, movePages, orderPages } from './page-edits.ts';
import { changeChapterState } from './chapter-states.ts';
import { joinChapters, splitChapter } from './splitting.ts';
import { comicOfChapter, type ChapterEdit } from './queries-chapters.ts';

const tags = ['admin comics'];
const config = { permission: 'comics.edit' } as const;
const MAX_ID = 2_147_483_647;
const Id = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) });
const PageId = Id.extend({ page: z.coerce.number().int().min(1).max(MAX_ID) });
const Named = z.object({ slug: z.string().min(1).max(300) });

/** The chapter that an address names, where who asks may edit it. @throws Problem `chapter-not-found`. */
export async function createChapterEdit(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  request: { viewing: RequestContext; params: { id: number } },
): Promise<ChapterEdit> {
  const by = toEditor(request);
  const comicId = await comicOfChapter(db, by, request.params.id);
  if (comicId === null) throw problem('chapter-not-found');
  return { comicId, chapterId: request.params.id, by: by.id, bound: isBound(config, by.role) };
}

/** Routes of chapters and the order of their pages. */
export function chapterEditRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  /** Does an edit of a chapter and answers the chapter. */
  const edited = async (
    request: { viewing: RequestContext; params: { id: number } },
    work: (tx: Tx, edit: ChapterEdit) => Promise<void>,
  ) => {
    const edit = await createChapterEdit(deps, request);
    await withTransaction(db, (tx) => work(tx, edit));
    return editedChapter(deps, db, request.viewing, edit.chapterId);
  };
  const refuse = (request: { viewing: RequestContext }, texts: readonly (string | null | undefined)[]) =>
    refuseTerms(db, texts, { userId: toEditor(request).id, where: 'chapter' });
  const listTexts = ({ name, slug, groups = [], credits = [] }: z.infer<typeof ChapterChanges>) => [
    name,
    slug,
    ...credits.map((credit) => credit.name),
    ...groups.map((group) => ('name' in group ? group.name : null)),
  ];

  app.post(
    '/admin/comics/:slug/chapters',
    {
      schema: {
        summary: 'Adds an empty chapter',
        tags,
        params: Named,
        body: NewChapter,
        response: { 201: AdminChapterDetail },
      },
      config,
    },
    async (request, reply) => {
      const { id: by, role } = toEditor(request);
      const comic = await findEditable(db, toEditor(request), { slug: request.params.slug });
      if (comic === null) throw problem('comic-not-found');
      await refuse(request, listTexts(request.body));
      const id = await withTransaction(db, (tx) =>
        addChapter(tx, { comicId: comic.id, by, bound: isBound(deps.config, role) }, request.body, deps.now()),
      );
      return reply.code(201).send(await editedChapter(deps, db, request.viewing, id));
    },
  );

  app.get(
    '/admin/chapters',
    {
      schema: {
        summary: 'Chapters of all comics or of one, in every state, the newest first',
        tags,
        querystring: AdminChapterQuery,
        response: { 200: AdminChapterPage },
      },
      config,
    },
    async (request) => {
      const {
        viewing,
        query: { comic: address, page, per_page: perPage },
      } = request;
      const by = toEditor(request);
      const comic = address === '' ? null : await findEditable(db, by, { slug: address });
      if (address !== '' && comic === null) throw problem('comic-not-found');
      const listing = {
        comicId: comic?.id ?? null,
        uploader: by.role === 'uploader' ? by.id : null,
        offset: (page - 1) * perPage,
        limit: perPage,
      };
      return envelope(request, { ...(await listedChapters(deps, db, viewing, listing)), page, perPage });
    },
  );

  app.get(
    '/admin/chapters/:id',
    {
      schema: {
        summary: 'A chapter with all of its pages, in every state of its comic',
        tags,
        params: Id,
        response: { 200: AdminChapterDetail },
      },
      config,
    },
    async (request) => editedChapter(deps, db, request.viewing, (await createChapterEdit(deps, request)).chapterId),
  );

  app.patch(
    '/admin/chapters/:id',
    {
      schema: {
        summary: 'Changes what is said about a chapter',
        tags,
        params: Id,
        body: ChapterChanges,
        response: { 200: AdminChapterDetail },
      },
      config,
    },
    async (request) => {
      await refuse(request, listTexts(request.body));
      return edited(request, (tx, edit) => editChapter(tx, edit, request.body, deps.now()));
    },
  );

  app.delete(
    '/admin/chapters/:id',
    {
      schema: {
        summary: 'Deletes a chapter; its comic’s history can bring it back',
        tags,
        params: Id,
        response: { 204: z.null() },
      },
      config,
    },
    async (request, reply) => {
      const edit = await createChapterEdit(deps, request);
      await withTransaction(db, (tx) => removeChapter(tx, edit));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/admin/chapters/:id/state',
    {
      schema: {
        summary: 'Publishes a chapter, now or at a moment, keeps it back, removes it or brings it back',
        tags,
        params: Id,
        body: ChapterStateChange,
        response: { 200: AdminChapterDetail },
      },
      config,
    },
    (request) =>
      edited(request, (tx, edit) => changeChapterState(tx, edit, request.body, toEditor(request), deps.now())),
  );

  app.post(
    '/admin/chapters/:id/split',
    {
      schema: {
        summary: 'Makes a chapter of the pages of another one from a page on',
        tags,
        params: Id,
        body: ChapterSplit,
        response: { 201: AdminChapterDetail },
      },
      config,
    },
    async (request, reply) => {
      const edit = await createChapterEdit(deps, request);
      await refuse(request, [request.body.name]);
      const id = await withTransaction(db, (tx) => splitChapter(tx, edit, request.body));
      return reply.code(201).send(await editedChapter(deps, db, request.viewing, id));
    },
  );

  app.post(
    '/admin/chapters/:id/join',
    {
      schema: {
        summary: 'Puts the pages of the chapter right after another one to its end',
        tags,
        params: Id,
        body: ChapterJoin,
        response: { 200: AdminChapterDetail },
      },
      config,
    },
    (request) => edited(request, (tx, edit) => joinChapters(tx, edit, request.body.chapter_id)),
  );

  app.post(
    '/admin/chapters/:id/move',
    {
      schema: {
        summary: 'Moves a chapter to another comic',
        tags,
        params: Id,
        body: ChapterMove,
        response: { 200: AdminChapterDetail },
      },
      config,
    },
    async (request) => {
      const to = await findEditable(db, toEditor(request), { id: request.body.comic_id });
      if (to === null) throw problem('comic-not-found');
      return edited(request, (tx, edit) => moveChapter(tx, edit, to.id, deps.now()));
    },
  );

  app.put(
    '/admin/chapters/:id/pages',
    {
      schema: {
        summary: 'Puts the pages of a chapter in order',
        tags,
        params: Id,
        body: WantedOrder,
        response: { 200: AdminChapterDetail },
      },
      config,
    },
    (request) => edited(request, (tx, edit) => orderPages(tx, edit, request.body.ids)),
  );

  app.post(
    '/admin/chapters/:id/pages/move',
    {
      schema: {
        summary: 'Moves pages to another chapter',
        tags,
        params: Id,
        body: PagesMove,
        response: { 200: AdminChapterDetail },
      },
      config,
    },
    async (request) => {
      const to = await createChapterEdit(deps, { viewing: request.viewing, params: { id: request.body.chapter_id } });
      return edited(request, (tx, edit) => movePages(tx, edit, request.body.ids, to));
    },
  );

  app.post(
    '/admin/chapters/:id/pages/delete',
    {
      schema: {
        summary: 'Takes pages out of a chapter',
        tags,
        params: Id,
        body: SomePages,
        response: { 200: AdminChapterDetail },
      },
      config,
    },
    (request) => edited(request, (tx, edit) => deletePages(tx, edit, request.body.ids)),
  );

  app.patch(
    '/admin/chapters/:id/pages/:page',
    {
      schema: {
        summary: 'Changes what is written on a page, for those who listen',
        tags,
        params: PageId,
        body: PageChanges,
        response: { 200: AdminChapterDetail },
      },
      config,
    },
    async (request) => {
      await refuse(request, [request.body.transcript]);
      return edited(request, (tx, edit) => changePage(tx, edit, request.params.page, request.body));
    },
  );
}
