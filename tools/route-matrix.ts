// Writes docs/permissions.md from the server's own routes: `node tools/route-matrix.ts`. A test compares the two.
import { writeFileSync } from 'node:fs';
import { FEATURES } from '#contract/site.ts';
import { can, PERMISSIONS, ROLES, type Permission } from '#server/http/access/permissions.ts';
import type { App } from '#server/http/app-type.ts';
import { testApp } from '#server/testing/app.ts';

/** Every route once, sorted by its address; what Fastify adds by itself (`HEAD` beside `GET`) and the last resort are left out. */
export function collectRoutes({ routeTable }: Pick<App, 'routeTable'>): App['routeTable'] {
  return routeTable
    .filter(({ method, url }) => method !== 'HEAD' && method !== 'OPTIONS' && !url.endsWith('*'))
    .toSorted((a, b) => (a.url === b.url ? order(a.method) - order(b.method) : a.url < b.url ? -1 : 1));
}

function order(method: string): number {
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method);
}

/** The text of docs/permissions.md. */
export function matrixText(app: Pick<App, 'routeTable'>): string {
  const marks = (permission: Permission) => ROLES.map((role) => (can(role, permission) ? '✓' : '–')).join(' | ');
  const table = (heads: string[], rows: string[]) => [
    `| ${heads.join(' | ')} |`,
    `|${heads.map((_head, at) => (at < heads.length - ROLES.length ? '---' : ':-:')).join('|')}|`,
    ...rows,
  ];
  return [
    '# Who may do what',
    '',
    'Written by `node tools/route-matrix.ts`; a test compares it with the server and calls every route as every role.',
    'A row says which roles may try. Whose thing it is, and whether it is there for this caller, is decided where it is',
    'looked up: what belongs to someone else is not found. Banned and deleted members have no session. Members whose address is',
    'not verified can do everything their role allows, except write comments, found groups and invite others to them.',
    '',
    '## Permissions',
    '',
    ...table(
      ['permission', ...ROLES],
      Object.keys(PERMISSIONS).map((permission) => `| \`${permission}\` | ${marks(permission as Permission)} |`),
    ),
    '',
    '## Routes',
    '',
    ...table(
      ['route', 'permission', ...ROLES],
      collectRoutes(app).map(
        ({ method, url, permission }) => `| \`${method} ${url}\` | \`${permission}\` | ${marks(permission)} |`,
      ),
    ),
    '',
  ].join('\n');
}

/** A site with every feature, so that every route is there. */
export function fullApp() {
  return testApp({ features: [...FEATURES] });
}

if (import.meta.main) {
  const site = await fullApp();
  writeFileSync(new URL('../docs/permissions.md', import.meta.url), matrixText(site.app));
  await site.close();
}
