import { KOMGA_ROOT } from '#contract/addresses.ts';
import { problem } from '#contract/problems.ts';
import type { App } from '#server/http/app-type.ts';
import { forMembers, hidden } from './scope.ts';

/** Where Komga's own pages look after a server: what it tells admins alone. */
const ADMINISTERING = new Set([
  'actuator',
  'announcements',
  'filesystem',
  'history',
  'page-hashes',
  'releases',
  'settings',
  'tasks',
  'transient-books',
  'users',
]);

/**
 * Everything else that clients ask: 403 for what administers a server, as Komga tells it to members who may not, whatever they sent;
 * what a book of pictures has not is not there.
 */
export function refusedRoutes(scope: App): void {
  const duplicates = { permission: 'comics.manage', features: ['komga'] } as const;
  scope.get(`${KOMGA_ROOT}/api/v1/books/duplicates`, { schema: hidden, config: duplicates }, async () => {
    throw problem('route-not-found');
  });
  scope.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${KOMGA_ROOT}/*`,
    schema: hidden,
    config: forMembers,
    exposeHeadRoute: false,
    // Before a body is read, of whatever type it is.
    preParsing: async ({ method, params }) => {
      const path = (params as { '*': string })['*'].replace(/^api\/v[12]\//, '');
      const isRead = method === 'GET' && !ADMINISTERING.has(path.split('/', 1)[0]!);
      throw problem(isRead ? 'route-not-found' : 'not-allowed');
    },
    handler: async () => {
      throw problem('route-not-found');
    },
  });
}
