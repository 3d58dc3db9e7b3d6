import { z } from 'zod';
import {
  FilterTrial,
  FilterVerdict,
  NewWordFilter,
  WordFilter,
  WordFilterPage,
  WordFilterQuery,
} from '#contract/moderation.ts';
import { Problem, problem } from '#contract/problems.ts';
import { filterTexts, MAX_FILTERS } from '#server/db/queries/word-filters.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { patternHost } from '#server/search/text-filter.ts';
import { addFilter, dropFilter, listFilters } from './queries-filters.ts';

const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const tags = ['moderation'];
const read = { permission: 'moderation.read' } as const;
const decide = { permission: 'moderation.decide' } as const;

/** The rules for words and links in what members write. */
export async function filterRoutes(app: App, { db }: Pick<Deps, 'db'>): Promise<void> {
  app.get(
    '/moderation/filters',
    {
      schema: {
        summary: 'Rules for words and links, the newest first',
        tags,
        querystring: WordFilterQuery,
        response: { 200: WordFilterPage },
      },
      config: read,
    },
    async (request) => {
      const { q, page, per_page: perPage } = request.query;
      const { rows, total } = await listFilters(db, q, (page - 1) * perPage, perPage);
      return envelope(request, { data: rows, total, page, perPage });
    },
  );

  app.post(
    '/moderation/filters',
    {
      schema: {
        summary: 'Adds a rule: it counts for what is written from now on',
        tags,
        body: NewWordFilter,
        response: { 201: WordFilter },
      },
      config: decide,
    },
    async (request, reply) => {
      const { kind } = request.body;
      const pattern =
        kind === 'link'
          ? patternHost(request.body.pattern)
          : request.body.pattern.normalize('NFC').replace(/\s+/g, ' ');
      const good =
        kind === 'link' ? /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(pattern) : /[\p{L}\p{N}]/u.test(pattern);
      if (!good) throw new Problem('request-invalid', {}, { pattern: [{ rule: 'invalid' }] });
      const rule = await addFilter(db, { ...request.body, pattern }, requireMember(request), MAX_FILTERS);
      if (rule === null) throw problem('filter-known');
      return reply.code(201).send(rule);
    },
  );

  app.delete(
    '/moderation/filters/:id',
    {
      schema: { summary: 'Takes a rule away', tags, params: Id, response: { 204: z.undefined() } },
      config: decide,
    },
    async (request, reply) => {
      if (!(await dropFilter(db, request.params.id, requireMember(request)))) throw problem('filter-not-found');
      return reply.code(204).send();
    },
  );

  app.post(
    '/moderation/filters/try',
    {
      schema: {
        summary: 'What the rules would do with a text',
        tags,
        body: FilterTrial,
        response: { 200: FilterVerdict },
      },
      config: read,
    },
    async ({ body }) => (await filterTexts(db, [body.text]))[0]!,
  );
}
