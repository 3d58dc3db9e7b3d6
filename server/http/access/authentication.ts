import type { FastifyRequest } from 'fastify';
import { problem } from '#contract/problems.ts';
import { hasSecondFactor, type Session } from '#server/db/queries/sessions.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { isInScope } from './api-scopes.ts';
import { findRequestSession } from './bearer.ts';
import { readOwnWrites } from './own-writes.ts';
import { can } from './permissions.ts';
import { withRecentSessions } from './recent-sessions.ts';
import { createRequestContext, type RequestContext } from './request-context.ts';

/**
 * Sets who asks, `request.viewing`, for every call of a scope. Tokens are looked up once the calls of an address were
 * counted, so that nobody can try tokens, or keep the database busy with them, beyond the limit.
 *
 * Members read at once what they have written themselves (`readOwnWrites`).
 *
 * @param who tells whose call it is; without it, whose token or API key came with it.
 */
export function authenticate(
  scope: App,
  deps: Pick<Deps, 'db' | 'database' | 'sites' | 'secret' | 'now'>,
  who: (request: FastifyRequest) => Promise<Session | null> = (request) => findRequestSession(deps.db, request),
): void {
  const find = withRecentSessions(who);
  scope.addHook('onRequest', (request, reply, done) => {
    // First as a guest, so that whatever fails is said in the caller's language.
    request.viewing = createRequestContext(deps, request, null);
    // The list depends on who asks: on their token, on the terms they hide, and on their language.
    void reply.headers({ 'cache-control': 'private, no-cache', vary: 'Authorization, Cookie, Accept-Language' });
    done();
  });
  // After every `onRequest`, that of the limit among them, and before a body is read.
  scope.addHook('preParsing', async (request, reply) => {
    const session = await find(request);
    if (session === null) return;
    request.viewing = createRequestContext(deps, request, session);
    void reply.header('cache-control', 'no-store');
  });
  readOwnWrites(scope, deps);
}

/**
 * Refuses what the site has switched off and what the route's permission does not allow a caller, before a body is read
 * and whatever is in it: Problem `route-not-found`, `sign-in-required`, `not-allowed`, `key-scope-missing`, `two-factor-owed`. Comes after `authenticate`.
 */
export function enforcePermissions(scope: App, { db }: Pick<Deps, 'db'>): void {
  scope.addHook('preParsing', async ({ routeOptions, viewing }) => {
    const { permission, features = [] } = routeOptions.config;
    if (!features.every((feature) => viewing.site.features.includes(feature))) throw problem('route-not-found');
    const { role, scopes } = viewing.viewer;
    if (permission === undefined) return;
    if (!can(role, permission)) throw problem(role === 'guest' ? 'sign-in-required' : 'not-allowed');
    if (scopes !== null && !isInScope(scopes, permission)) throw problem('key-scope-missing');
    if (!can('user', permission) && (await owesSecondFactor(db, viewing))) throw problem('two-factor-owed');
  });
}

/** Whether this is an admin of a site that wants a second factor of its admins, without one. */
async function owesSecondFactor(db: Deps['db'], { site, viewer }: RequestContext): Promise<boolean> {
  return (
    site.accounts.adminsNeedTwoFactor &&
    viewer.role === 'admin' &&
    viewer.id !== null &&
    !(await hasSecondFactor(db, viewer.id))
  );
}
