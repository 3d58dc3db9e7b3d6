import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import {
  ActionFiled,
  AnswerableTakedown,
  CounterQuery,
  LoggedTakedown,
  LoggedTakedownPage,
  LogQuery,
  NewCounterNotice,
  TakedownAgent,
} from '#contract/takedowns.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { readAnswerable, recordAction, submitCounterNotice } from './counter-notices.ts';
import { loggedTakedowns } from './queries-log.ts';

const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const tags = ['takedowns'];
const notify = { permission: 'takedowns.notify', features: ['dmca'] } as const;
const read = { permission: 'site.read', features: ['dmca'] } as const;
/** Bytes of a counter-notice in any script. */
const bodyLimit = 131_072;

/** Public routes of notices of takedown: who takes them and what became of them; and counter-notices. */
export async function publicTakedownRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'reads' | 'secret' | 'now'>,
): Promise<void> {
  app.get(
    '/dmca',
    {
      schema: { summary: 'Who takes notices of takedown', tags, response: { 200: TakedownAgent } },
      config: notify,
    },
    async ({ viewing }) => {
      const { dmca, name, contact } = viewing.site;
      return { agent: dmca.agent || name, email: dmca.email || contact, address: dmca.address };
    },
  );

  app.get(
    '/takedowns',
    {
      schema: {
        summary: 'Notices of takedown that were decided, the newest first; nothing of it is personal',
        tags,
        querystring: LogQuery,
        response: { 200: LoggedTakedownPage },
      },
      config: read,
    },
    async (request) => {
      const {
        viewing,
        query: { page, per_page: perPage },
      } = request;
      const { rows, total } = await loggedTakedowns(deps.reads, viewing, {
        offset: (page - 1) * perPage,
        limit: perPage,
      });
      return envelope(request, { data: rows, total, page, perPage });
    },
  );

  app.get(
    '/takedowns/:id',
    {
      schema: { summary: 'One of them', tags, params: Id, response: { 200: LoggedTakedown } },
      config: read,
    },
    async ({ viewing, params: { id } }) => {
      const {
        rows: [row],
      } = await loggedTakedowns(deps.reads, viewing, { id, offset: 0, limit: 1 });
      if (row === undefined) throw problem('takedown-not-found');
      return row;
    },
  );

  app.get(
    '/takedowns/:id/counter',
    {
      schema: {
        summary: 'A notice as the uploader it hit sees it, signed in or with the key of their mail',
        tags,
        params: Id,
        querystring: CounterQuery,
        response: { 200: AnswerableTakedown },
      },
      config: notify,
    },
    async ({ viewing, params: { id }, query: { key } }) => {
      const { owner_id: _owner, ...answerable } = await readAnswerable(deps, viewing, id, key);
      return answerable;
    },
  );

  app.post(
    '/takedowns/:id/counter',
    {
      schema: {
        summary: 'Sends a counter-notice with the four elements of 17 U.S.C. 512(g)(3)',
        tags,
        params: Id,
        body: NewCounterNotice,
        response: { 201: AnswerableTakedown },
      },
      config: notify,
      bodyLimit,
    },
    async ({ viewing, params: { id }, body }, reply) => {
      await submitCounterNotice(deps, viewing, id, body);
      const { owner_id: _owner, ...answerable } = await readAnswerable(deps, viewing, id, body.key);
      return reply.code(201).send(answerable);
    },
  );

  app.put(
    '/admin/dmca/:id/action',
    {
      schema: {
        summary: 'Writes down whether the claimant has gone to court: what was countered then stays down',
        tags,
        params: Id,
        body: ActionFiled,
        response: { 204: z.undefined() },
      },
      config: { permission: 'moderation.decide' },
    },
    async (request, reply) => {
      await recordAction(deps, requireMember(request), request.params.id, request.body.filed);
      return reply.code(204).send();
    },
  );
}
