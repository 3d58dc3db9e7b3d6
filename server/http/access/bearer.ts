import type { FastifyRequest } from 'fastify';
import { problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { findKeySession, findSession, type Session } from '#server/db/queries/sessions.ts';

const SENT = /^bearer +([\w-]+)$/i;
/** Letters of 256 bits in base64url: an access token as we give it out. */
const TOKEN_LETTERS = 43;
/** The letters that an API key begins with; as many letters follow. */
const KEY_START = 'kmw_';

/**
 * The member whose token or API key came with a request; null where none came.
 *
 * @throws Problem `token-invalid` for an `Authorization` header that is not a good token or key of ours, in whatever form: a
 * caller that sends one must never take the answer for its own (api-contract, "Every request").
 */
export async function findRequestSession(
  db: Db,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<Session | null> {
  const { authorization } = headers;
  if (authorization === undefined) return null;
  const sent = SENT.exec(authorization)?.[1] ?? '';
  const isKey = sent.startsWith(KEY_START) && sent.length === KEY_START.length + TOKEN_LETTERS;
  const session = isKey
    ? await findKeySession(db, sent)
    : sent.length === TOKEN_LETTERS
      ? await findSession(db, sent)
      : null;
  if (session === null) throw problem('token-invalid');
  return session;
}
