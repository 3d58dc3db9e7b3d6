import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { isAway, KEPT_WHILE_AWAY } from '#server/db/remembered.ts';
import { growingTo } from '#server/concurrency/growing-cache.ts';
import { findKeySession, findSession, hashSecret, type Session } from '#server/db/queries/sessions.ts';

const SENT = /^bearer +([\w-]+)$/i;
/** Letters of 256 bits in base64url: an access token as we give it out. */
const TOKEN_LETTERS = 43;
/** The letters that an API key begins with; as many letters follow. */
const KEY_START = 'kmw_';

/** Whether an `Authorization` header brings an API key, good or not: no browser sends one by itself. */
export function isKey(authorization: string | undefined): boolean {
  return SENT.exec(authorization ?? '')?.[1]?.startsWith(KEY_START) ?? false;
}

/** Sessions that are remembered for while the database is away. */
const MAX_SESSIONS = 5_000;
const lastSeen = perDatabase(() => new LRUCache<string, Session>({ ...growingTo(MAX_SESSIONS), ttl: KEPT_WHILE_AWAY }));

/**
 * The session that `find` answers. While the primary is away, and so nobody can be signed out, banned or given another role, it is that of
 * at most five minutes ago: members go on reading what replicas and memory have. What writes fails by itself.
 */
async function whileAway(db: Db, secret: string, find: () => Promise<Session | null>): Promise<Session | null> {
  const sessions = lastSeen(db);
  const key = hashSecret(secret);
  try {
    const session = await find();
    if (session === null) {
      sessions.delete(key);
    } else {
      sessions.set(key, session);
    }
    return session;
  } catch (error) {
    const former = isAway(error) ? sessions.get(key) : undefined;
    if (former === undefined) throw error;
    return { ...former, wrote: null };
  }
}

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
  const session = await whileAway(db, sent, () =>
    isKey ? findKeySession(db, sent) : sent.length === TOKEN_LETTERS ? findSession(db, sent) : Promise.resolve(null),
  );
  if (session === null) throw problem('token-invalid');
  return session;
}
