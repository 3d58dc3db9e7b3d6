import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { growingTo } from '#server/concurrency/growing-cache.ts';
import { hashSecret, type Session } from '#server/db/queries/sessions.ts';

/** How long who asks is remembered, in milliseconds: what ends a session is to be in force everywhere after two seconds. */
const REMEMBERED = 1_000;
const MAX_SESSIONS = 5_000;

/**
 * Answers whose call it is as `find` does; where the route says `recentSession`, by what `find` answered to the same credentials in the
 * second before. Calls with a cookie are always looked up: what they may do depends on more than their credentials.
 */
export function withRecentSessions(
  find: (request: FastifyRequest) => Promise<Session | null>,
): (request: FastifyRequest) => Promise<Session | null> {
  const recent = new LRUCache<string, Promise<Session | null>>({ ...growingTo(MAX_SESSIONS), ttl: REMEMBERED });
  return (request) => {
    const { authorization, cookie, 'x-api-key': key, 'x-auth-token': token } = request.headers;
    const credentials = [authorization, key, token];
    if (
      request.routeOptions.config.recentSession !== true ||
      cookie !== undefined ||
      credentials.every((each) => each === undefined)
    ) {
      return find(request);
    }
    const name = hashSecret(JSON.stringify([request.viewing.site.id, ...credentials]));
    const known = recent.get(name);
    if (known !== undefined) return known;
    const session = find(request);
    recent.set(name, session);
    session.catch(() => {
      if (recent.peek(name) === session) {
        recent.delete(name);
      }
    });
    return session;
  };
}
