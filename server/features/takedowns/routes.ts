import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import { NewTakedown, Takedown, TakedownPage, TakedownQuery, TakedownTaken } from '#contract/takedowns.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { translate } from '#server/i18n/translate.ts';
import { listTakedowns } from './queries.ts';
import { submitNotice } from './takedowns.ts';

const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const tags = ['takedowns'];
/** Bytes of a notice: its texts in any script, and the answer to a captcha. */
const bodyLimit = 131_072;

/** Notices of takedown: sending one, and those that came. What is decided about them, moderation decides. */
export async function takedownRoutes(app: App, deps: Pick<Deps, 'db' | 'secret' | 'sites'>): Promise<void> {
  app.post(
    '/dmca',
    {
      schema: {
        summary: 'Sends a notice of takedown with the six elements of 17 U.S.C. 512(c)(3)',
        tags,
        body: NewTakedown,
        response: { 201: TakedownTaken },
      },
      config: { permission: 'takedowns.notify', features: ['dmca'] },
      bodyLimit,
    },
    async (request, reply) => {
      const id = await submitNotice(deps, request.viewing, request, request.body);
      return reply
        .code(201)
        .send({ id, message: translate(request.viewing.locale, 'dmca.taken.message', { number: String(id) }) });
    },
  );

  app.get(
    '/admin/dmca',
    {
      schema: {
        summary: 'Notices of takedown, the newest first',
        tags,
        querystring: TakedownQuery,
        response: { 200: TakedownPage },
      },
      config: { permission: 'moderation.read' },
    },
    async (request) => {
      const {
        viewing,
        query: { state, page, per_page: perPage },
      } = request;
      const { rows, total } = await listTakedowns(
        deps.db,
        viewing.site.variant,
        { state },
        (page - 1) * perPage,
        perPage,
      );
      return envelope(request, { data: rows, total, page, perPage });
    },
  );

  app.get(
    '/admin/dmca/:id',
    {
      schema: { summary: 'One notice of takedown', tags, params: Id, response: { 200: Takedown } },
      config: { permission: 'moderation.read' },
    },
    async ({ viewing, params: { id } }) => {
      const {
        rows: [row],
      } = await listTakedowns(deps.db, viewing.site.variant, { state: 'all', id }, 0, 1);
      if (!row) throw problem('takedown-not-found');
      return row;
    },
  );
}
