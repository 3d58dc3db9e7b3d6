import { z } from 'zod';
import { Bulk, BulkAnswer, BulkPage, BulkRequest, MAX_BULK, type BulkSelection } from '#contract/bulk-editing.ts';
import { AdminComicFilter } from '#contract/editing.ts';
import { paging } from '#contract/paging.ts';
import { Problem, problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { termsById } from '#server/db/queries/term-cache.ts';
import type { Deps } from '#server/deps.ts';
import { refuseTerms } from '#server/features/blocklist/blocklist.ts';
import { chosenComics } from '#server/features/editing/comics/listing.ts';
import { movableBy } from '#server/features/editing/comics/queries-publication.ts';
import { termRef } from '#server/features/editing/comics/serializers.ts';
import { toEditor, type Editor } from '#server/features/editing/editors.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { parseQueryString } from '#contract/query-string.ts';
import { beginBulk, cancelBulk, previewBulk, undoBulk } from './bulk.ts';
import { broughtBy, listBulks, findBulk, namedComics, type BulkRow } from './queries-bulk.ts';

const tags = ['admin comics'];
const config = { permission: 'comics.edit' } as const;
const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
/** Comics that are named of those an undo left alone. */
const MAX_NAMED = 100;

/** Edits of many comics at once. */
export function bulkRoutes(app: App, deps: Deps): void {
  const { db } = deps;

  app.post(
    '/admin/comics/bulk',
    {
      schema: {
        summary: 'Changes many comics in the background, or tells what that would change',
        tags,
        body: BulkRequest,
        response: { 200: BulkAnswer, 202: BulkAnswer },
      },
      config,
    },
    async (request, reply) => {
      const { selection, changes, preview } = request.body;
      const by = toEditor(request);
      // Works of uploaders may have to be looked at first, one by one.
      if (
        by.role === 'uploader' &&
        (changes.state !== undefined || changes.publish_at !== undefined) &&
        deps.config.site.uploads.reviewFirst > 0
      ) {
        throw problem('not-allowed');
      }
      const names = [changes.add, changes.replace]
        .flatMap((lists) => Object.values(lists ?? {}).flat())
        .flatMap((term) => ('name' in term ? [term.name] : []));
      await refuseTerms(db, names, { userId: by.id, where: 'comic.bulk' });
      const selected = await selectedComics(request.viewing, by, selection);
      // An uploader does not bring back comics that staff took out of lists.
      const comics =
        by.role === 'uploader' && (changes.state !== undefined || changes.publish_at !== undefined)
          ? await movableBy(db, by.id, selected)
          : selected;
      if (preview) return previewBulk(db, request.viewing, comics, changes, deps.now());
      const id = await beginBulk(db, by, comics, changes);
      return reply.code(202).send(await requireBulk(request, id));
    },
  );

  app.get(
    '/admin/comics/bulk',
    {
      schema: {
        summary: 'Edits of many comics, the newest first; an admin sees everyone’s',
        tags,
        querystring: z.object(paging),
        response: { 200: BulkPage },
      },
      config,
    },
    async (request) => {
      const { page, per_page: perPage } = request.query;
      const { rows, total } = await listBulks(db, ownerFilter(toEditor(request)), (page - 1) * perPage, perPage);
      return envelope(request, { data: await onWire(db, request.viewing, rows), total, page, perPage });
    },
  );

  app.get(
    '/admin/comics/bulk/:id',
    {
      schema: { summary: 'How far an edit of many comics is', tags, params: Id, response: { 200: Bulk } },
      config,
    },
    (request) => requireBulk(request, request.params.id),
  );

  app.post(
    '/admin/comics/bulk/:id/cancel',
    {
      schema: {
        summary: 'Stops an edit of many comics; what is changed stays',
        tags,
        params: Id,
        response: { 202: Bulk },
      },
      config,
    },
    async (request, reply) => {
      await cancelBulk(db, toEditor(request), request.params.id);
      return reply.code(202).send(await requireBulk(request, request.params.id));
    },
  );

  app.post(
    '/admin/comics/bulk/:id/undo',
    {
      schema: {
        summary: 'Undoes an edit of many comics, as far as nobody changed them since',
        tags,
        params: Id,
        response: { 202: Bulk },
      },
      config,
    },
    async (request, reply) => {
      await undoBulk(db, toEditor(request), request.params.id);
      return reply.code(202).send(await requireBulk(request, request.params.id));
    },
  );

  async function requireBulk(request: { viewing: RequestContext }, id: number): Promise<Bulk> {
    const row = await findBulk(db, id, ownerFilter(toEditor(request)));
    if (row === null) throw problem('bulk-not-found');
    const [bulk] = await onWire(db, request.viewing, [row]);
    return { ...bulk!, kept_comics: await namedComics(db, row.kept.slice(0, MAX_NAMED)) };
  }

  /** @throws Problem `selection-changed` where the filter lists other comics than it did, `selection-too-large`. */
  async function selectedComics(viewing: RequestContext, by: Editor, selection: BulkSelection): Promise<number[]> {
    if ('ids' in selection) {
      const ids = [...new Set(selection.ids)].sort((a, b) => a - b);
      return by.role === 'uploader' ? broughtBy(db, by.id, ids) : (await namedComics(db, ids)).map(({ id }) => id);
    }
    if (selection.total > MAX_BULK) throw problem('selection-too-large', { most: MAX_BULK });
    const filter = AdminComicFilter.safeParse(parseQueryString(selection.filter.replace(/^\?/, '')));
    if (!filter.success) throw new Problem('request-invalid', {}, { filter: [{ rule: 'invalid' }] });
    const ids = await chosenComics(deps, viewing, by, filter.data);
    if (ids.length !== selection.total) throw problem('selection-changed', { total: ids.length });
    return ids;
  }
}

/** Whose bulk edits someone sees: an admin everyone's. */
function ownerFilter(by: Editor): number | null {
  return by.role === 'admin' ? null : by.id;
}

const LISTS = ['add', 'remove', 'replace'] as const;

/** Bulk edits as the contract has them: terms by their names, without the comics that an undo left alone. */
async function onWire(db: Db, viewing: RequestContext, rows: readonly BulkRow[]): Promise<Bulk[]> {
  const terms = await termsById(
    db,
    rows.flatMap(({ changes }) => LISTS.flatMap((list) => Object.values(changes[list] ?? {}).flat())),
  );
  const named = (lists: object) =>
    Object.fromEntries(
      Object.entries(lists).map(([path, ids]) => [
        path,
        (ids as number[]).map((id) => {
          const term = terms.get(id);
          return term ? termRef(viewing, term) : { id, name: `#${id}`, slug: '' };
        }),
      ]),
    );
  return rows.map(({ user_id: userId, username, kept, changes, ...row }) => ({
    ...row,
    by: userId === null ? null : { id: userId, username: username ?? '' },
    kept: kept.length,
    kept_comics: [],
    changes: {
      ...changes,
      ...Object.fromEntries(
        LISTS.filter((list) => changes[list] !== undefined).map((list) => [list, named(changes[list]!)]),
      ),
    } as unknown as Bulk['changes'],
  }));
}
