import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** The client that the site is here. */
export const LIAR_CLIENT = 'comics';

/** A provider that a test tells what to say, right or wrong. */
export interface LyingProvider {
  issuer: string;
  /** The claims of the next ID token, over those of an honest one; for `undefined` the claim is left out. */
  claims: Record<string, unknown>;
  /** The acts of its endpoints instead of answering; `path` is `token`, `keys` or `discovery`. */
  instead: Partial<Record<'token' | 'keys' | 'discovery', (reply: ServerResponse) => void>>;
  /** Signs with other keys from now on; with `told: false` it goes on showing the old ones. */
  rotate(options?: { told?: boolean }): void;
  /** A token that says that somebody has logged out, honest but for these claims, and parts of its head. */
  logoutToken(claims?: Record<string, unknown>, head?: Record<string, unknown>): string;
  close(): Promise<void>;
}

/**
 * Starts a provider that gives a token for every code, on a free port of this machine. The code is the nonce that its
 * honest token has.
 *
 * @param secure the name it has by https, and its certificate; without, it is asked by http at the address of this machine.
 */
export async function startLiar(secure?: {
  host: string;
  certificate: { key: string; cert: string };
}): Promise<LyingProvider> {
  let [signing, shown] = [newKey('1'), newKey('0')];
  shown = signing;
  let number = 1;
  const answer: RequestListener = (request, reply) => {
    const path = new URL(request.url ?? '/', liar.issuer).pathname;
    const name = path === '/token' ? 'token' : path === '/keys' ? 'keys' : 'discovery';
    const instead = liar.instead[name];
    if (instead !== undefined) return instead(reply);
    const send = (body: object) => void reply.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (name === 'keys') return send({ keys: [{ ...shown.publicJwk, kid: shown.kid, alg: 'ES256', use: 'sig' }] });
    if (name === 'discovery') {
      return send({
        issuer: liar.issuer,
        authorization_endpoint: `${liar.issuer}/authorize`,
        token_endpoint: `${liar.issuer}/token`,
        jwks_uri: `${liar.issuer}/keys`,
        id_token_signing_alg_values_supported: ['ES256'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
      });
    }
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => {
      const now = Math.floor(Date.now() / 1000);
      const honest = {
        iss: liar.issuer,
        sub: 'mika-1',
        aud: LIAR_CLIENT,
        iat: now,
        exp: now + 300,
        nonce: new URLSearchParams(text).get('code'),
        preferred_username: 'mika',
      };
      send({
        access_token: 'of no use here',
        token_type: 'bearer',
        id_token: token(signing, { ...honest, ...liar.claims }),
      });
    });
  };
  const server = secure === undefined ? createServer(answer) : createSecureServer(secure.certificate, answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const liar: LyingProvider = {
    issuer: `${secure === undefined ? 'http://127.0.0.1' : `https://${secure.host}`}:${(server.address() as AddressInfo).port}`,
    claims: {},
    instead: {},
    rotate({ told = true } = {}) {
      number += 1;
      signing = newKey(told ? String(number) : signing.kid);
      if (told) {
        shown = signing;
      }
    },
    logoutToken(claims = {}, head = {}) {
      const now = Math.floor(Date.now() / 1000);
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const [iss, jti] = [liar.issuer, randomUUID()];
      const honest = { iss, aud: LIAR_CLIENT, iat: now, exp: now + 120, jti, events, sub: 'mika-1' };
      return token(signing, { ...honest, ...claims }, { typ: 'logout+jwt', ...head });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return liar;
}

interface Key {
  kid: string;
  privateKey: KeyObject;
  publicJwk: object;
}

function newKey(kid: string): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid, privateKey, publicJwk: publicKey.export({ format: 'jwk' }) };
}

function token({ kid, privateKey }: Key, claims: object, head: object = {}): string {
  const encoded = [{ alg: 'ES256', kid, typ: 'JWT', ...head }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signed = encoded.join('.');
  return `${signed}.${sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
