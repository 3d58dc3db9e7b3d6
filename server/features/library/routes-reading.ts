import { z } from 'zod';
import { HistoryPage, HistoryQuery, Progress, ProgressBody, ProgressKept, ProgressQuery } from '#contract/library.ts';
import { cardRows } from '#server/db/queries/cards.ts';
import type { Deps } from '#server/deps.ts';
import { serializeCards } from '#server/features/comics/public/cards.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { forgetReading, listHistory, stillShown } from './public/queries-history.ts';
import { listProgress } from './public/queries-progress.ts';
import { keepReading } from './public/reading.ts';
import { toReports } from './public/rules.ts';

const Comic = z.object({ comic: z.coerce.number().int().min(1).max(2_147_483_647).describe('id') });
const own = { permission: 'library.own' } as const;
const tags = ['library'];
const nothing = { 204: z.undefined() };

/** Where members are in what they read, and what they have read. */
export function readingRoutes(app: App, deps: Pick<Deps, 'db' | 'secret' | 'now'>): void {
  const { db } = deps;

  app.get(
    '/account/progress',
    {
      schema: {
        summary: 'Where the caller is in what they read, the newest first',
        tags,
        querystring: ProgressQuery,
        response: { 200: z.array(Progress) },
      },
      config: own,
    },
    (request) => {
      const { since, comic } = request.query;
      return listProgress(db, requireMember(request), {
        ...(since === undefined ? {} : { since }),
        ...(comic === undefined ? {} : { comic }),
      });
    },
  );

  app.put(
    '/account/progress',
    {
      schema: {
        summary: 'Keeps where the caller is, in one chapter or in many',
        tags,
        body: ProgressBody,
        response: { 200: ProgressKept },
      },
      config: own,
    },
    async (request) => {
      const userId = requireMember(request);
      const reports = toReports([request.body].flat(), deps.now());
      const kept = await keepReading(db, request.viewing.site, userId, reports, deps.now());
      if (kept === null) return { kept: false, progress: [], unknown: [] };
      const { progress, unknown } = kept;
      const named = unknown.map((at) => reports[at]!).map(({ comic_id, chapter_id }) => ({ comic_id, chapter_id }));
      return { kept: true, progress, unknown: named };
    },
  );

  app.get(
    '/account/history',
    {
      schema: {
        summary: 'The comics the caller has read in, the last one first',
        tags,
        querystring: HistoryQuery,
        response: { 200: HistoryPage },
      },
      config: own,
    },
    async (request) => {
      const {
        viewing,
        query: { page, per_page: perPage },
      } = request;
      const { rows, total } = await listHistory(db, requireMember(request), (page - 1) * perPage, perPage);
      const found =
        rows.length === 0
          ? []
          : await cardRows(
              db,
              viewing.locale,
              viewing.blocked,
              stillShown(
                viewing,
                rows.map((row) => row.comic_id),
              ),
            );
      const cards = new Map((await serializeCards(deps, db, viewing, found)).map((card) => [card.id, card]));
      const data = rows.map(({ total: _total, ...row }) => {
        const comic = cards.get(row.comic_id) ?? null;
        return { ...row, title: comic?.title ?? row.title, comic };
      });
      return envelope(request, { data, total, page, perPage });
    },
  );

  app.delete(
    '/account/history',
    {
      schema: { summary: 'Forgets everything the caller has read', tags, response: nothing },
      config: own,
    },
    async (request, reply) => {
      await forgetReading(db, requireMember(request), null);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/account/history/:comic',
    {
      schema: { summary: 'Forgets what the caller has read of a comic', tags, params: Comic, response: nothing },
      config: own,
    },
    async (request, reply) => {
      await forgetReading(db, requireMember(request), request.params.comic);
      return reply.code(204).send();
    },
  );
}
