import { z } from 'zod';
import { PROVIDER_ID } from '#contract/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { endByProvider } from './provider-logout.ts';

/** Bytes of a form with a token. */
const MAX_BYTES = 16_384;

/** The address that providers call where somebody has logged out there (docs/operations/signing-in.md). A scope of its own: few other routes take forms. */
export async function providerLogoutRoutes(app: App, deps: Pick<Deps, 'db' | 'config' | 'log'>): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { bodyLimit: MAX_BYTES, parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );

  app.post(
    '/login/providers/:id/logout',
    {
      schema: {
        summary: 'Ends the sessions that a provider’s logout token names (OpenID Connect Back-Channel Logout); a form',
        tags: ['account'],
        params: z.object({ id: z.string().max(40).regex(PROVIDER_ID) }),
        body: z.object({ logout_token: z.string().min(1).max(MAX_BYTES) }),
        response: { 200: z.object({}) },
      },
      config: { permission: 'session.open' },
      bodyLimit: MAX_BYTES,
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      await endByProvider(deps, request, { id: request.params.id, token: request.body.logout_token });
      return {};
    },
  );
}
