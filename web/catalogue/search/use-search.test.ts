// @vitest-environment happy-dom
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import '#web/testing/patience.ts';
import { useSearch } from './use-search.ts';

let server: Server;
/** The requests, as `path text`; those kept waiting; the paths that fail. */
let asked: string[] = [];
let waiting: ServerResponse[] = [];
let failing = new Set<string>();

beforeAll(async () => {
  setMessages('en', { 'site.error.status': 'Not now', 'site.error.network': 'Offline' });
  server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://comics.test');
    const path = pathname.slice('/api/'.length);
    const text = searchParams.get('q') ?? '';
    asked.push(`${path} ${text}`);
    if (failing.has(path)) {
      reply.writeHead(500).end('{}');
      return;
    }
    if (text.startsWith('slow')) {
      waiting.push(reply);
      return;
    }
    const body = path === 'suggest' ? [] : { data: [], total: text.length, search: null };
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/en/latest`;
  document.documentElement.lang = 'en';
});
beforeEach(() => {
  asked = [];
  waiting = [];
  failing = new Set();
});
afterEach(cleanup);
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Props {
  text: string;
  held?: boolean;
  attempt?: number;
}

const show = (typed: string) =>
  renderHook(({ text, held = false, attempt = 0 }: Props) => useSearch(text, ['comics', 'tags'], held, attempt), {
    initialProps: { text: typed } as Props,
  });
const done = async ({ result }: ReturnType<typeof show>, text: string) => {
  await waitFor(() => {
    expect(result.current).toMatchObject({ status: 'done', shown: text });
  });
};

it('asks every category at once, and only for what was typed last', async () => {
  const search = show('r');
  search.rerender({ text: 'ro' });
  search.rerender({ text: ' rob ' });
  await done(search, 'rob');
  expect(asked.toSorted()).toEqual(['comics rob', 'suggest rob', 'tags rob']);
  expect(search.result.current.answers).toMatchObject({ comics: { total: 3 }, tags: { total: 3 } });
});

it('asks for nothing while nothing is typed, and forgets what was found', async () => {
  const search = show('one');
  await done(search, 'one');
  search.rerender({ text: '  ' });
  expect(search.result.current).toMatchObject({ status: 'empty', answers: {}, text: '' });
});

it('never asks twice for the same text in a visit', async () => {
  const search = show('again');
  await done(search, 'again');
  search.rerender({ text: 'other' });
  await done(search, 'other');
  search.rerender({ text: 'again' });
  await done(search, 'again');
  expect(asked.filter((each) => each === 'comics again')).toHaveLength(1);
});

it('gives up an older text: its answer never takes the place of a newer one, and is asked for anew', async () => {
  const search = show('slow');
  await waitFor(() => {
    expect(waiting).toHaveLength(3);
  });
  const gone = Promise.all(
    waiting.map(
      (reply) =>
        new Promise((resolve) => {
          reply.once('close', resolve);
        }),
    ),
  );
  search.rerender({ text: 'fast' });
  await gone;
  await done(search, 'fast');
  expect(search.result.current.answers.comics?.total).toBe(4);
  search.rerender({ text: 'slow' });
  await waitFor(() => {
    expect(asked.filter((each) => each === 'comics slow')).toHaveLength(2);
  });
});

it('shows what came, says what failed, and asks for that alone when tried again', async () => {
  failing = new Set(['tags']);
  const search = show('half');
  await waitFor(() => {
    expect(search.result.current.status).toBe('error');
  });
  expect(search.result.current.answers).toMatchObject({ comics: { total: 4 } });
  expect(search.result.current.failures.tags?.status).toBe(500);
  failing = new Set();
  search.rerender({ text: 'half', attempt: 1 });
  await done(search, 'half');
  expect(search.result.current.failures).toEqual({});
  expect(asked.toSorted()).toEqual(['comics half', 'suggest half', 'tags half', 'tags half']);
});

it('waits while letters are being composed', async () => {
  const search = show('');
  act(() => search.rerender({ text: 'ｎ', held: true }));
  act(() => search.rerender({ text: 'ねｋ', held: true }));
  act(() => search.rerender({ text: 'ねこ', held: false }));
  await done(search, 'ねこ');
  expect(asked.toSorted()).toEqual(['comics ねこ', 'suggest ねこ', 'tags ねこ']);
});

it('looks for a text longer than any name in comics alone', async () => {
  const text = 'long '.repeat(50).trim();
  const search = show(text);
  await done(search, text);
  expect(asked.toSorted()).toEqual([`comics ${text}`, `suggest ${text}`]);
});
