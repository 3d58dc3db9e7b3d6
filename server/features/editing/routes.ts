import { z } from 'zod';
import { ChapterMove, WantedOrder } from '#contract/chapter-editing.ts';
import {
  AdminComic,
  AdminComicPage,
  AdminComicQuery,
  ComicEdit,
  EditConflict,
  NewComic,
  RelationSuggestions,
  RevisionPage,
  RevisionRestore,
  StateChange,
} from '#contract/editing.ts';
import { CoverChoice } from '#contract/cover-editing.ts';
import { Renumbering } from '#contract/renumbering.ts';
import { VolumeEdit } from '#contract/volume-editing.ts';
import { paging } from '#contract/paging.ts';
import { isProblem, problem } from '#contract/problems.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { refuseTerms } from '#server/features/blocklist/blocklist.ts';
import { bulkRoutes } from '#server/features/editing/bulk/routes-bulk.ts';
import { arrangeChapters, mergeComics } from '#server/features/editing/chapters/chapter-edits.ts';
import { renumberChapters } from '#server/features/editing/chapters/renumbering.ts';
import { chapterEditRoutes } from '#server/features/editing/chapters/routes-chapters.ts';
import { pictureRoutes } from '#server/features/editing/chapters/routes-pictures.ts';
import { chooseCover } from '#server/features/editing/comics/covers.ts';
import { createDraft, deleteDraft } from '#server/features/editing/comics/drafts.ts';
import { editComicFields, changedTexts } from '#server/features/editing/public/edit-comic.ts';
import { editedComic } from '#server/features/editing/comics/editor.ts';
import { serializeRevisions, restoreRevision } from '#server/features/editing/comics/history.ts';
import { listedComics } from '#server/features/editing/comics/listing.ts';
import { changeState } from '#server/features/editing/public/publication.ts';
import { isBound } from '#server/features/groups/public/queries-delays.ts';
import { findEditable } from '#server/features/editing/comics/queries-editing.ts';
import { listRevisions } from '#server/features/editing/comics/queries-revisions.ts';
import { suggestRelations } from '#server/features/editing/comics/relation-suggestions.ts';
import { prepareVolumeEdit } from '#server/features/editing/comics/volumes.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { translate } from '#server/i18n/translate.ts';
import { toEditor } from './editors.ts';

const tags = ['admin comics'];
const config = { permission: 'comics.edit' } as const;
const Named = z.object({ slug: z.string().min(1).max(300) });
const NamedRevision = Named.extend({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

/** Routes by which staff manage comics, and uploaders those they brought. */
export async function editingRoutes(app: App, deps: Deps): Promise<void> {
  const { db } = deps;
  bulkRoutes(app, deps);

  app.get(
    '/admin/comics',
    {
      schema: {
        summary: 'Comics of every state; an uploader’s own',
        tags,
        querystring: AdminComicQuery,
        response: { 200: AdminComicPage },
      },
      config,
    },
    async (request) => {
      const { viewing, query } = request;
      const { data, total, search } = await listedComics(deps, viewing, toEditor(request), query);
      return { ...envelope(request, { data, total, page: query.page, perPage: query.per_page }), search };
    },
  );

  app.post(
    '/admin/comics',
    {
      schema: { summary: 'Makes an empty draft', tags, body: NewComic, response: { 201: AdminComic } },
      config,
    },
    async (request, reply) => {
      const by = toEditor(request);
      await refuseTerms(db, [request.body.title], { userId: by.id, where: 'comic.title' });
      const id = await withTransaction(db, (tx) => createDraft(tx, by, request.body));
      return reply.code(201).send(await editedComic(deps, db, request.viewing, id));
    },
  );

  app.get(
    '/admin/comics/:slug',
    {
      schema: {
        summary: 'Everything about a comic, in every state',
        tags,
        params: Named,
        response: { 200: AdminComic },
      },
      config,
    },
    async (request) => editedComic(deps, db, request.viewing, await requireId(request)),
  );

  app.get(
    '/admin/comics/:slug/relations/suggested',
    {
      schema: {
        summary: 'Works that a comic may stand together with, as their titles agree',
        tags,
        params: Named,
        response: { 200: RelationSuggestions },
      },
      config,
    },
    async (request) => suggestRelations(deps, request.viewing, toEditor(request).id, await requireId(request)),
  );

  app.patch(
    '/admin/comics/:slug',
    {
      schema: {
        summary: 'Changes a comic, unless someone else did meanwhile',
        tags,
        params: Named,
        body: ComicEdit,
        response: { 200: AdminComic, 409: EditConflict },
      },
      config,
    },
    async (request, reply) => {
      const { version, changes } = request.body;
      const by = toEditor(request);
      await refuseTerms(db, changedTexts(changes), { userId: by.id, where: 'comic' });
      return edited(request, reply, (tx, comicId) =>
        editComicFields(tx, { comicId, by: by.id, source: 'edit', version }, changes),
      );
    },
  );

  app.delete(
    '/admin/comics/:slug',
    {
      schema: { summary: 'Deletes a draft for good', tags, params: Named, response: { 204: z.null() } },
      config,
    },
    async (request, reply) => {
      const id = await requireId(request);
      await withTransaction(db, (tx) => deleteDraft(tx, id, toEditor(request)));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/admin/comics/:slug/state',
    {
      schema: {
        summary: 'Publishes, schedules, hides, removes or restores a comic',
        tags,
        params: Named,
        body: StateChange,
        response: { 200: AdminComic, 409: EditConflict },
      },
      config,
    },
    async (request, reply) =>
      edited(request, reply, (tx, comicId) =>
        changeState(tx, comicId, request.body, toEditor(request), {
          now: deps.now(),
          reviewFirst: deps.config.site.uploads.reviewFirst,
          bound: isBound(deps.config, toEditor(request).role),
        }),
      ),
  );

  app.put(
    '/admin/comics/:slug/cover',
    {
      schema: {
        summary: 'Makes a page of a comic its cover, whole or a part',
        tags,
        params: Named,
        body: CoverChoice,
        response: { 200: AdminComic, 409: EditConflict },
      },
      config,
    },
    async (request, reply) => {
      const id = await requireId(request);
      const choice = await chooseCover(deps, id, request.body);
      return edited(request, reply, (tx) => choice(tx, toEditor(request).id));
    },
  );

  app.patch(
    '/admin/comics/:slug/volumes',
    {
      schema: {
        summary: 'Gives a volume a title, or a page of its comic as its cover',
        tags,
        params: Named,
        body: VolumeEdit,
        response: { 200: AdminComic, 409: EditConflict },
      },
      config,
    },
    async (request, reply) => {
      const by = toEditor(request).id;
      await refuseTerms(db, [request.body.title], { userId: by, where: 'comic' });
      const edit = await prepareVolumeEdit(deps, await requireId(request), request.body);
      return edited(request, reply, (tx) => edit(tx, by));
    },
  );

  app.put(
    '/admin/comics/:slug/chapters',
    {
      schema: {
        summary: 'Puts the chapters of a comic in order',
        tags,
        params: Named,
        body: WantedOrder,
        response: { 200: AdminComic },
      },
      config,
    },
    async (request) => {
      const id = await requireId(request);
      await withTransaction(db, (tx) => arrangeChapters(tx, id, toEditor(request).id, request.body.ids));
      return editedComic(deps, db, request.viewing, id);
    },
  );

  app.put(
    '/admin/comics/:slug/chapters/numbers',
    {
      schema: {
        summary: 'Gives chapters of a comic other numbers and volumes, all of them or none',
        tags,
        params: Named,
        body: Renumbering,
        response: { 200: AdminComic, 409: EditConflict },
      },
      config,
    },
    async (request, reply) => {
      const { version, chapters } = request.body;
      const by = toEditor(request).id;
      return edited(request, reply, (tx, comicId) => renumberChapters(tx, { comicId, by, version }, chapters));
    },
  );

  app.post(
    '/admin/comics/:slug/merge',
    {
      schema: {
        summary: 'Moves all chapters to another comic, which takes the address over',
        tags,
        params: Named,
        body: ChapterMove,
        response: { 200: AdminComic },
      },
      config,
    },
    async (request) => {
      const by = toEditor(request);
      const [from, to] = [await requireId(request), await findEditable(db, by, { id: request.body.comic_id })];
      if (to === null) throw problem('comic-not-found');
      await withTransaction(db, (tx) =>
        mergeComics(tx, from, to.id, { by: by.id, bound: isBound(deps.config, by.role) }, deps.now()),
      );
      return editedComic(deps, db, request.viewing, to.id);
    },
  );

  app.get(
    '/admin/comics/:slug/revisions',
    {
      schema: {
        summary: 'What was changed about a comic, the newest first',
        tags,
        params: Named,
        querystring: z.object(paging),
        response: { 200: RevisionPage },
      },
      config,
    },
    async (request) => {
      const { page, per_page: perPage } = request.query;
      const { rows, total } = await listRevisions(db, await requireId(request), (page - 1) * perPage, perPage);
      return envelope(request, { data: await serializeRevisions(db, request.viewing, rows), total, page, perPage });
    },
  );

  app.post(
    '/admin/comics/:slug/revisions/:id/restore',
    {
      schema: {
        summary: 'Brings back what a comic was',
        tags,
        params: NamedRevision,
        body: RevisionRestore,
        response: { 200: AdminComic, 409: EditConflict },
      },
      config,
    },
    async (request, reply) =>
      edited(request, reply, (tx, comicId) => {
        const { id: by, role } = toEditor(request);
        const bound = isBound(deps.config, role);
        return restoreRevision(tx, { comicId, revisionId: request.params.id, by, bound, ...request.body }, deps.now());
      }),
  );

  chapterEditRoutes(app, deps);
  await app.register(async (scope) => pictureRoutes(scope as App, deps));

  async function requireId(request: { viewing: RequestContext; params: { slug: string } }): Promise<number> {
    const comic = await findEditable(db, toEditor(request), { slug: request.params.slug });
    if (comic === null) throw problem('comic-not-found');
    return comic.id;
  }

  /** Does an edit and answers the comic; where someone was faster, how it is now. */
  async function edited(
    request: { viewing: RequestContext; params: { slug: string } },
    reply: { code(status: 409): unknown },
    work: (tx: Tx, comicId: number) => Promise<unknown>,
  ): Promise<AdminComic | EditConflict> {
    const id = await requireId(request);
    try {
      await withTransaction(db, (tx) => work(tx, id));
    } catch (error) {
      if (!isProblem(error) || error.code !== 'edit-conflict') throw error;
      reply.code(409);
      return {
        message: translate(request.viewing.locale, 'problem.edit-conflict'),
        code: 'edit-conflict',
        current: await editedComic(deps, db, request.viewing, id),
      };
    }
    return editedComic(deps, db, request.viewing, id);
  }
}
