import { KOMGA_ROOT } from '#contract/addresses.ts';
import { z } from 'zod';
import { logOut } from '#server/features/accounts/public/logout.ts';
import { mayUse } from '#server/features/opds/public/open-pages.ts';
import type { App } from '#server/http/app-type.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import { pageable, springPage } from './paging.ts';
import { ownName } from './queries.ts';
import { forEveryone, forMembers, hidden } from './scope.ts';
import type { KomgaDeps } from './series.ts';
import { clearCookies, giveSession } from './sessions.ts';

const Paged = z.object(pageable);

/** Who asks, and what clients ask before they sign in. Accounts, their roles and the server's settings are the site's own to change. */
export function memberRoutes(scope: App, deps: KomgaDeps): void {
  for (const version of ['v1', 'v2']) {
    scope.get(
      `${KOMGA_ROOT}/api/${version}/users/me`,
      { schema: hidden, config: forMembers },
      async (request, reply) => {
        const id = requireMember(request);
        await giveSession(deps, request, reply, false);
        return {
          id: String(id),
          email: await ownName(deps.db, id),
          roles: ['USER', 'PAGE_STREAMING', ...(mayUse(request.viewing, 'comics.download') ? ['FILE_DOWNLOAD'] : [])],
          sharedAllLibraries: true,
          sharedLibrariesIds: [],
          labelsAllow: [],
          labelsExclude: [],
          ageRestriction: null,
        };
      },
    );
  }

  scope.get(`${KOMGA_ROOT}/api/v2/users/me/api-keys`, { schema: hidden, config: forMembers }, async () => []);
  scope.get(
    `${KOMGA_ROOT}/api/v2/users/me/authentication-activity`,
    { schema: { querystring: Paged, ...hidden }, config: forMembers },
    async ({ query }) => springPage([], 0, query),
  );

  scope.get(`${KOMGA_ROOT}/api/v1/claim`, { schema: hidden, config: forEveryone }, async () => ({ isClaimed: true }));
  scope.get(`${KOMGA_ROOT}/api/v1/oauth2/providers`, { schema: hidden, config: forEveryone }, async () => []);
  for (const owner of ['global', 'user']) {
    scope.get(
      `${KOMGA_ROOT}/api/v1/client-settings/${owner}/list`,
      { schema: hidden, config: owner === 'global' ? forEveryone : forMembers },
      async () => ({}),
    );
  }
  scope.get(`${KOMGA_ROOT}/api/v1/login/set-cookie`, { schema: hidden, config: forMembers }, async (request, reply) => {
    await giveSession(deps, request, reply, true);
    return reply.code(204).send();
  });
  scope.post(`${KOMGA_ROOT}/api/logout`, { schema: hidden, config: forEveryone }, async ({ viewing }, reply) => {
    const { token } = viewing.viewer;
    if (token !== null) await logOut(deps, viewing, token);
    clearCookies(reply);
    return reply.code(204).send();
  });
}
