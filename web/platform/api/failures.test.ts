// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import messages from '#messages/generated/en.json' with { type: 'json' };
import { ApiFailure } from './api.ts';
import { isChunkFailure, failureKind, reloadOnce, reportMissingChunk, failureTitle } from './failures.ts';
import { addMessages, translatorFor } from '#web/platform/i18n/i18n.tsx';
import { withTimeout } from './with-timeout.ts';

let server: Server;
let status = 200;
beforeAll(async () => {
  server = createServer((_request, reply) => {
    reply.writeHead(status).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/en`;
});
afterAll(() => {
  server.close();
});

it('tells failures apart by their status, and what has none of its own is our fault', () => {
  const kinds = [0, 401, 403, 404, 410, 429, 451, 500, 502, 503, 422].map((each) =>
    failureKind(new ApiFailure(each, '', null)),
  );
  expect(kinds).toEqual(['offline', 403, 403, 404, 410, 429, 451, 500, 503, 503, 500]);
  expect(failureKind(new TypeError('x is undefined'))).toBe(500);
});

it('calls what was removed so in the title, too, as in the heading', () => {
  addMessages('en', messages as never);
  const removed = new ApiFailure(451, '', { title: 'Quiet garden', reason: '', removed_at: '2026-01-01T00:00:00Z' });
  expect(failureTitle(translatorFor('en'), removed)).toBe('This comic was removed');
  expect(failureTitle(translatorFor('en'), new ApiFailure(451, '', null))).not.toBe('This comic was removed');
});

it('knows a part of the code that did not come, in every browser', () => {
  const said = [
    'Failed to fetch dynamically imported module: http://a/b.js',
    'error loading dynamically imported module: b.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/b.css',
  ];
  expect(said.map((message) => failureKind(new TypeError(message)))).toEqual(['chunk', 'chunk', 'chunk', 'chunk']);
  expect(isChunkFailure(null)).toBe(false);
});

it('calls code that did not come for want of a network what it is', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const kinds = [
    failureKind(new TypeError('Importing a module script failed.')),
    failureKind(new TypeError('x is undefined')),
  ];
  onLine.mockRestore();
  expect(kinds).toEqual(['offline', 500]);
});

it('says that a part is missing where a press needed it, and nothing of other faults', () => {
  const said: unknown[] = [];
  document.documentElement.lang = 'en';
  addMessages('en', messages as never);
  window.alert = (text) => {
    said.push(text);
  };
  reportMissingChunk();
  const reject = (reason: unknown) =>
    window.dispatchEvent(Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason }));
  expect(reject(new TypeError('x is undefined'))).toBe(true);
  expect(said).toEqual([]);
  expect(reject(new TypeError('Importing a module script failed.')), 'the console is told, too').toBe(false);
  expect(said).toEqual([expect.stringMatching(/^It couldn’t be loaded/)]);
});

it('gives a part of the code 120 seconds to come', async () => {
  vi.useFakeTimers();
  const late = withTimeout(new Promise(() => {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(119_999);
  const early = await Promise.race([late, Promise.resolve('still waiting')]);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  expect([early, isChunkFailure(await late)]).toEqual(['still waiting', true]);
});

it('loads the page anew once for each build, and only if the site answers', async () => {
  let reloads = 0;
  Object.defineProperty(window.location, 'reload', {
    value: () => {
      reloads += 1;
    },
  });
  status = 503;
  await reloadOnce('one');
  status = 200;
  await reloadOnce('one');
  await reloadOnce('one');
  expect(reloads).toBe(1);
  await reloadOnce('two');
  expect(reloads).toBe(2);
});
