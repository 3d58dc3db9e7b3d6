// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loader } from './profile-page.tsx';

let server: Server;
let asked: string[] = [];
let kept: number | null = null;

beforeAll(async () => {
  server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '', 'http://comics.test');
    asked.push(pathname);
    const body = pathname.endsWith('/favorites')
      ? { data: [], total: 0, last_page: 1 }
      : pathname.endsWith('/lists')
        ? []
        : { id: 1, username: 'mo', favorites_count: kept };
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/en/profile/mo`;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  server.close();
  delete document.documentElement.dataset.features;
});

it.each([
  { tab: 'favorites', features: 'tags favorites', count: 2, asks: ['/api/users/mo/favorites'] },
  { tab: 'favorites', features: 'tags favorites', count: null, asks: [] },
  { tab: 'lists', features: 'tags', count: 2, asks: ['/api/users/mo/lists'] },
])(
  'opens with its $tab where the site has $features and $count favorites are told, and asks for nothing that would be refused',
  async ({ tab, features, count, asks }) => {
    document.documentElement.dataset.features = features;
    kept = count;
    const shown = await loader({
      request: new Request(window.location.href),
      params: { username: 'mo' },
      route: 'profile',
    });
    expect(shown.tab).toBe(tab);
    expect(asked).toEqual(['/api/users/mo', ...asks]);
  },
);
