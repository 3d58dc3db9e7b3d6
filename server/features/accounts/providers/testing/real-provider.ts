import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';

/** Somebody who has an account at the provider; `groups` is a claim of the scope `profile`. */
export interface Person {
  sub: string;
  preferred_username?: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
}

/** A provider of OpenID Connect on this machine, its people, and what it knows this site by. */
export interface RealProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  people: Map<string, Person>;
  /**
   * Makes this site known to it: the addresses it may send browsers back to; `back`, those after logging out; `told`, the one that it
   * tells when somebody has, and what takes that there.
   */
  register(redirects: string[], back: string[], told?: { url: string; take: typeof fetch }): void;
  close(): Promise<void>;
}

/**
 * Starts `oidc-provider`, which is certified by the OpenID Foundation, on a free port of this machine. It has one client,
 * asks by its own pages who somebody is and whether they agree, and takes every password. Discovery works at once, signing in
 * once the site is registered, whose own address may depend on it.
 */
export async function startProvider(): Promise<RealProvider> {
  const people = new Map<string, Person>();
  let answer: (request: Parameters<ReturnType<Provider['callback']>>[0], reply: never) => unknown = () => {};
  const server = createServer((request, reply) => void answer(request as never, reply as never));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const client = { id: 'comics', secret: 'a secret of the tests, long enough' };
  const make = (redirects: string[], back: string[], told?: { url: string; take: typeof fetch }) =>
    new Provider(issuer, {
      jwks: { keys: [{ ...key, use: 'sig', alg: 'ES256', kid: 'one' } as never] },
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: redirects,
          post_logout_redirect_uris: back,
          id_token_signed_response_alg: 'ES256',
          ...(told && { backchannel_logout_uri: told.url, backchannel_logout_session_required: true }),
        },
      ],
      claims: {
        openid: ['sub'],
        profile: ['preferred_username', 'groups'],
        email: ['email', 'email_verified'],
      },
      cookies: { keys: ['a key of the tests'] },
      features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: told !== undefined } },
      ...(told && { fetch: told.take as never }),
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ ...people.get(sub), sub }) as never,
      }),
    });
  const register: RealProvider['register'] = (...known) => {
    answer = make(...known).callback() as never;
  };
  register(['https://comics.invalid/'], []);
  return {
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    people,
    register,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
