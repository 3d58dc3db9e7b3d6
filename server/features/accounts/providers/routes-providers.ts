import { z } from 'zod';
import { LoginAnswer, PasswordProof, SignedIn } from '#contract/accounts.ts';
import {
  Identities,
  IdentityJoin,
  LinkBody,
  NewcomerBody,
  PROVIDER_ID,
  ProviderAnswer,
  ProviderReturn,
  ProviderStart,
  ProviderStep,
  ProxyBody,
} from '#contract/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { describeIdentities, partIdentity } from './identities.ts';
import { joinNewcomer, registerNewcomer } from './newcomers.ts';
import { providerIcon } from './provider-icon.ts';
import { signInByProxy } from './proxy-sign-in.ts';
import { finishSignIn } from './sign-in-finish.ts';
import { signInByLink } from './sign-in-link.ts';
import { beginSignIn, getProvider } from './sign-in-start.ts';

const tags = ['account'];
const open = { permission: 'session.open' } as const;
const own = { permission: 'account.own' } as const;
const ProviderId = z.object({ id: z.string().max(40).regex(PROVIDER_ID) });
const IdentityId = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

/** Signing in elsewhere, and who members are there (docs/operations/signing-in.md). */
export function providerRoutes(app: App, deps: Pick<Deps, 'db' | 'blobs' | 'config' | 'log' | 'secret' | 'now'>): void {
  app.post(
    '/login/providers/:id',
    {
      schema: {
        summary: 'Begins signing in at a provider (OpenID Connect); answers where the browser goes, and sets a cookie',
        tags,
        params: ProviderId,
        body: ProviderStart,
        response: { 200: ProviderStep },
      },
      config: open,
    },
    async (request, reply) => ({
      location: await beginSignIn(deps, request, reply, { ...request.body, id: request.params.id }),
    }),
  );

  app.post(
    '/login/providers/:id/return',
    {
      schema: {
        summary:
          'Ends signing in at a provider with the query it sent the browser back with; once, in the same browser',
        tags,
        params: ProviderId,
        body: ProviderReturn,
        response: { 200: ProviderAnswer },
      },
      config: open,
    },
    (request) => finishSignIn(deps, request, { id: request.params.id, query: request.body.query }),
  );

  app.get(
    '/login/providers/:id/icon',
    {
      schema: { summary: 'The picture of a provider’s button, a PNG', tags, params: ProviderId },
      config: { permission: 'site.read' },
    },
    async ({ params, viewing }, reply) =>
      reply
        .type('image/png')
        .header('cache-control', 'public, max-age=3600')
        .send(await providerIcon(deps.blobs, getProvider(viewing.site, params.id).icon)),
  );

  app.post(
    '/login/newcomers',
    {
      schema: {
        summary: 'Makes the account of somebody whom a provider vouched for, by a name and an address of their choice',
        tags,
        body: NewcomerBody,
        response: { 200: SignedIn },
      },
      config: open,
    },
    (request) => registerNewcomer(deps, request, request.body),
  );

  app.post(
    '/login/proxy',
    {
      schema: {
        summary: 'Signs in whom the trusted proxy before the site names',
        tags,
        body: ProxyBody,
        response: { 200: ProviderAnswer },
      },
      config: open,
    },
    (request, reply) => signInByProxy(deps, request, reply, request.body),
  );

  app.post(
    '/login/link',
    {
      schema: {
        summary: 'Signs in by the link that the operator made on the terminal, once',
        tags,
        body: LinkBody,
        response: { 200: z.intersection(LoginAnswer, z.object({ proof: z.string().optional() })) },
      },
      config: open,
    },
    (request) => signInByLink(deps, request, request.body.token),
  );

  identityRoutes(app, deps);
}

function identityRoutes(app: App, deps: Pick<Deps, 'db' | 'log' | 'secret' | 'now'>): void {
  app.get(
    '/account/identities',
    {
      schema: { summary: 'Who the caller is elsewhere; a plain array', tags, response: { 200: Identities } },
      config: own,
    },
    (request) => describeIdentities(deps.db, request.viewing.site, requireMember(request)),
  );

  app.post(
    '/account/identities',
    {
      schema: {
        summary: 'Joins somebody whom a provider vouched for to the account of the caller, for its password',
        tags,
        body: IdentityJoin,
        response: { 200: Identities },
      },
      config: own,
    },
    async (request) => {
      const userId = requireMember(request);
      await joinNewcomer(deps, request, userId, request.body);
      return describeIdentities(deps.db, request.viewing.site, userId);
    },
  );

  app.delete(
    '/account/identities/:id',
    {
      schema: {
        summary: 'Parts an identity from the account of the caller, for its password; never the last way in',
        tags,
        params: IdentityId,
        body: PasswordProof,
        response: { 200: Identities },
      },
      config: own,
    },
    async (request) => {
      const userId = requireMember(request);
      const { site } = request.viewing;
      await partIdentity(deps.db, site, userId, { id: request.params.id, password: request.body.password });
      return describeIdentities(deps.db, site, userId);
    },
  );
}
