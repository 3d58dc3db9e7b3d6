import type { FastifyRequest } from 'fastify';
import { problem } from '#contract/problems.ts';
import type { Db } from '../db/database.ts';
import { findKeySession, findSession, type Session } from '../db/sessions.ts';

/** An access token as we give it out: 256 bits in base64url. */
const TOKEN = /^bearer +([\w-]{43})$/i;
/** An API key: what it is, and 256 bits in base64url. */
const KEY = /^bearer +(kmw_[\w-]{43})$/i;

/**
 * The member whose token or API key came with a request; null where none came.
 *
 * @throws Problem `token-invalid` for an `Authorization` header that is not a good token or key of ours, in whatever form: a
 * caller that sends one must never take the answer for its own (api-contract, "Every request").
 */
export async function sessionOf(db: Db, { headers }: Pick<FastifyRequest, 'headers'>): Promise<Session | null> {
  const { authorization } = headers;
  if (authorization === undefined) { return null; }
  const [token, key] = [TOKEN.exec(authorization)?.[1], KEY.exec(authorization)?.[1]];
  const session = token !== undefined ? await findSession(db, token) : key !== undefined ? await findKeySession(db, key) : null;
  if (session === null) { throw problem('token-invalid'); }
  return session;
}
