import type { FastifyRequest } from 'fastify';
import { problem } from '#contract/problems.ts';
import type { Db } from '../db/database.ts';
import { findSession, type Session } from '../db/sessions.ts';

/** An access token as we give it out: 256 bits in base64url. */
const TOKEN = /^bearer +([\w-]{43})$/i;

/**
 * The member whose token came with a request; null where none came.
 *
 * @throws Problem `token-invalid` for an `Authorization` header that is not a good token of ours, in whatever form: a
 * caller that sends one must never take the answer for its own (api-contract, "Every request").
 */
export async function sessionOf(db: Db, { headers }: Pick<FastifyRequest, 'headers'>): Promise<Session | null> {
  const { authorization } = headers;
  if (authorization === undefined) { return null; }
  const token = TOKEN.exec(authorization)?.[1];
  const session = token === undefined ? null : await findSession(db, token);
  if (session === null) { throw problem('token-invalid'); }
  return session;
}
