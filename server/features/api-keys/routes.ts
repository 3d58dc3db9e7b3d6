import { z } from 'zod';
import { AnyApiKeys, type ApiScope, MadeApiKey, NewApiKey, OwnApiKeys } from '#contract/api-keys.ts';
import { FEATURES } from '#contract/site.ts';
import type { Deps } from '#server/deps.ts';
import { requiredScopes } from '#server/http/access/api-scopes.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import type { Site } from '#server/config/site-file.ts';
import { makeKey, revokeAnyKey, revokeOwnKey } from './api-keys.ts';
import { anyKeys, listApiKeys } from './queries.ts';

const Id = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const Before = z.object({ before: z.coerce.number().int().min(1).max(2_147_483_647).optional() });
const tags = ['keys'];
const PER_PAGE = 50;

/** Keys of programs: everyone's own, and all of them for admins. No key can reach any of these. */
export function apiKeyRoutes(app: App, { db }: Pick<Deps, 'db'>): void {
  const own = { permission: 'keys.own' } as const;
  const managed = { permission: 'keys.manage' } as const;

  app.get(
    '/account/api-keys',
    {
      schema: {
        summary: 'The caller’s API keys, and what a new one may be given',
        tags,
        response: { 200: OwnApiKeys },
      },
      config: own,
    },
    async (request) => ({
      keys: await listApiKeys(db, requireMember(request)),
      scopes: requiredScopes(request.viewing.viewer.role).filter((scope) => isHere(request.viewing.site, scope)),
    }),
  );

  app.post(
    '/account/api-keys',
    {
      schema: {
        summary: 'Makes an API key, which is told this once',
        tags,
        body: NewApiKey,
        response: { 201: MadeApiKey },
      },
      config: own,
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await makeKey(db, { id: requireMember(request), role: request.viewing.viewer.role }, request.body)),
  );

  app.delete(
    '/account/api-keys/:id',
    {
      schema: { summary: 'Revokes one of the caller’s API keys', tags, params: Id, response: { 204: z.undefined() } },
      config: own,
    },
    async (request, reply) => {
      await revokeOwnKey(db, requireMember(request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.get(
    '/admin/api-keys',
    {
      schema: {
        summary: 'Everyone’s API keys, the newest first',
        tags,
        querystring: Before,
        response: { 200: AnyApiKeys },
      },
      config: managed,
    },
    async ({ query: { before } }) => {
      const keys = await anyKeys(db, before ?? null, PER_PAGE + 1);
      return { keys: keys.slice(0, PER_PAGE), next: keys.length > PER_PAGE ? keys[PER_PAGE - 1]!.id : null };
    },
  );

  app.delete(
    '/admin/api-keys/:id',
    {
      schema: { summary: 'Revokes anyone’s API key', tags, params: Id, response: { 204: z.undefined() } },
      config: managed,
    },
    async (request, reply) => {
      await revokeAnyKey(db, requireMember(request), request.params.id);
      return reply.code(204).send();
    },
  );
}

/** Scopes named as a feature belong to it. */
function isHere({ features }: Pick<Site, 'features'>, scope: ApiScope): boolean {
  return !FEATURES.some((feature) => feature === scope) || (features as readonly string[]).includes(scope);
}
