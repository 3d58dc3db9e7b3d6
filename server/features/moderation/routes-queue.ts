import { z } from 'zod';
import {
  Claimed,
  Decided,
  ItemId,
  NewDecision,
  NewTemplate,
  QueuePage,
  QueueQuery,
  Template,
} from '#contract/moderation.ts';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { translate } from '#server/i18n/translate.ts';
import { decideItems } from './deciding.ts';
import { claimItem, releaseItem } from './queries-claims.ts';
import { dropTemplate, putTemplate, templates } from './queries-templates.ts';
import { readQueue } from './queue.ts';

const Item = z.object({ item: ItemId });
const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const tags = ['moderation'];
const read = { permission: 'moderation.read' } as const;
const decide = { permission: 'moderation.decide' } as const;
/** Templates that admins write for all moderators. */
const word = { permission: 'users.manage' } as const;
/** Bytes of a decision or a template in every locale. */
const bodyLimit = 262_144;

/** Routes of the moderators' work: one queue, claims, decisions, and the words they are made with. */
export async function queueRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'blobs' | 'renderer' | 'evidence' | 'now'>,
): Promise<void> {
  const { db } = deps;

  app.get(
    '/moderation/queue',
    {
      schema: {
        summary:
          'What waits: reports by subject, comments held back, first works, notices; the gravest first, then what is due',
        tags,
        querystring: QueueQuery,
        response: { 200: QueuePage },
      },
      config: read,
    },
    async (request) => {
      const { page, per_page: perPage } = request.query;
      const { items, total, counts } = await readQueue(deps, request.viewing, requireMember(request), request.query);
      return { ...envelope(request, { data: items, total, page, perPage }), counts };
    },
  );

  app.put(
    '/moderation/queue/:item/claim',
    {
      schema: {
        summary: 'Claims an item for 30 minutes, or goes on doing so',
        tags,
        params: Item,
        response: { 200: Claimed },
      },
      config: decide,
    },
    async (request) => {
      const me = requireMember(request);
      const { id, username, until } = await claimItem(db, request.params.item, me);
      if (id !== me) throw problem('item-claimed', { name: username });
      return { username, mine: true, until };
    },
  );

  app.delete(
    '/moderation/queue/:item/claim',
    {
      schema: { summary: 'Lets go of an item', tags, params: Item, response: { 204: z.undefined() } },
      config: decide,
    },
    async (request, reply) => {
      await releaseItem(db, request.params.item, requireMember(request));
      return reply.code(204).send();
    },
  );

  app.post(
    '/moderation/decisions',
    {
      schema: {
        summary: 'Decides about items; a decision against a work or a member needs its statement of reasons',
        tags,
        body: NewDecision,
        response: { 200: Decided },
      },
      config: decide,
      bodyLimit,
    },
    async (request) => {
      const { viewing, body } = request;
      const results = await decideItems(deps, viewing, requireMember(request), body);
      return {
        results: [...results].map(([item, failure]) => ({
          item,
          code: failure?.code ?? null,
          message: failure === null ? null : translate(viewing.locale, `problem.${failure.code}`, failure.params),
        })),
      };
    },
  );

  app.get(
    '/moderation/templates',
    {
      schema: { summary: 'Statements that are used again; a plain array', tags, response: { 200: z.array(Template) } },
      config: read,
    },
    () => templates(db),
  );

  app.post(
    '/moderation/templates',
    {
      schema: { summary: 'Adds a statement', tags, body: NewTemplate, response: { 201: Template } },
      config: word,
      bodyLimit,
    },
    async (request, reply) =>
      reply.code(201).send((await putTemplate(db, null, request.body, requireMember(request)))!),
  );

  app.put(
    '/moderation/templates/:id',
    {
      schema: { summary: 'Changes a statement', tags, params: Id, body: NewTemplate, response: { 200: Template } },
      config: word,
      bodyLimit,
    },
    async (request) => {
      const template = await putTemplate(db, request.params.id, request.body, requireMember(request));
      if (template === null) throw problem('template-not-found');
      return template;
    },
  );

  app.delete(
    '/moderation/templates/:id',
    {
      schema: { summary: 'Takes a statement away', tags, params: Id, response: { 204: z.undefined() } },
      config: word,
    },
    async (request, reply) => {
      if (!(await dropTemplate(db, request.params.id, requireMember(request)))) throw problem('template-not-found');
      return reply.code(204).send();
    },
  );
}
