// @vitest-environment node
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The interface that a browser gives its workers and Node does not: caches, by name and path. */
class MemoryCaches {
  readonly named = new Map<string, Map<string, Response>>();
  keys = async () => [...this.named.keys()];
  has = async (name: string) => this.named.has(name);
  delete = async (name: string) => this.named.delete(name);
  match = async (path: string, { cacheName }: { cacheName: string }) => this.named.get(cacheName)?.get(path)?.clone();
  open = async (name: string) => {
    const files = this.named.get(name) ?? new Map<string, Response>();
    this.named.set(name, files);
    return {
      keys: async () => [...files.keys()].map((path) => ({ url: site + path })),
      match: async (path: string) => files.get(path),
      add: async (path: string) => {
        files.set(path, await fetch(site + path));
      },
      put: async (path: string, answer: Response) => {
        files.set(path, answer);
      },
    };
  };
}

const server = createServer(({ url = '' }, answer) => {
  if (url === '/xx/offline') {
    answer.writeHead(302, { location: '/en/offline' }).end();
    return;
  }
  answer.end(`<script src="/assets/entry.js"></script>${url}`);
});
let site = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  site = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.close();
});

/** The worker as it is in the site, at work over these caches without a network; answers what it does at an event. */
function worker(caches: MemoryCaches) {
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    location: new URL(site),
    navigator: { onLine: false },
    skipWaiting: async () => {},
    addEventListener: (name: string, listener: (event: object) => void) => {
      listeners.set(name, listener);
    },
  };
  const reach = (what: string | Request, options?: RequestInit) =>
    fetch(typeof what === 'string' ? site + what : what, options);
  const code = readFileSync(join(import.meta.dirname, '../../../public/sw.js'), 'utf8');
  compileFunction(code, ['self', 'caches', 'fetch'])(self, caches, reach);
  return async (name: string, event: object = {}): Promise<unknown> => {
    let done: unknown;
    const keep = (what: unknown) => {
      done = what;
    };
    listeners.get(name)!({ ...event, waitUntil: keep, respondWith: keep });
    return done;
  };
}

it('a new worker takes over the languages that are kept, and leaves out those the site has no more', async () => {
  const caches = new MemoryCaches();
  caches.named.set(
    'shell before',
    new Map([
      ['/en/offline', new Response()],
      ['/xx/offline', new Response()],
    ]),
  );
  await worker(caches)('install');
  expect([...caches.named.get('shell development')!.keys()].sort()).toEqual(['/assets/entry.js', '/en/offline']);
});

it('a picture that was not saved is asked for all the same: the site may be on the same machine', async () => {
  const caches = new MemoryCaches();
  const picture = (hash: string) => `/images/${hash.repeat(64)}/page.webp`;
  caches.named.set(
    'saved 7 0',
    new Map([
      [
        '/saved/7/0/images',
        Response.json({
          images: [{ id: 12, source_url: picture('a'), saver_url: picture('a'), thumbnail_url: picture('a') }],
        }),
      ],
      ['/saved/7/0/12', new Response('saved')],
    ]),
  );
  const at = worker(caches);
  const shown = async (hash: string) =>
    ((await at('fetch', { request: new Request(site + picture(hash)) })) as Response).text();
  expect([await shown('a'), await shown('b')]).toEqual(['saved', expect.stringContaining(picture('b'))]);
});
