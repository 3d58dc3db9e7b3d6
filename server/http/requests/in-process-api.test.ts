import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { callApi } from './in-process-api.ts';

let site: TestApp;
const config = { permission: 'site.read' } as const;
const kept = { names: ['a'] };
let answer: unknown;
beforeAll(async () => {
  site = await testApp({ url: '' }, undefined, async (app) => {
    const Answer = z.object({ name: z.string().optional(), at: z.string().optional() });
    app.get('/odd', { schema: { response: { 200: Answer } }, config }, () => answer as never);
    app.get('/kept', { config }, () => kept);
    app.get('/nothing', { config }, () => null);
    app.get('/logging', { config }, ({ log }) => {
      logs.push(log);
      return null;
    });
    app.get('/stream', { config }, (_request, reply) => reply.type('text/plain').send(Readable.from(['some', 'more'])));
  });
});
afterAll(() => site.close());

const logs: unknown[] = [];

const call = (path: string, headers?: Record<string, string>) =>
  callApi(site.app, { origin: 'https://pages.test', rating: 'safe', log: site.deps.log }, path, headers);

it('answers pages with objects, and absolute addresses begin as that of the page does', async () => {
  const { status, body } = await call('/api/comics?per_page=1');
  expect([status, body]).toEqual([200, expect.objectContaining({ data: [], path: 'https://pages.test/api/comics' })]);
  expect(await call('/nothing')).toEqual({ status: 200, body: null });
});

it('refuses pages what it refuses programs, in the words that those read', async () => {
  for (const path of [
    '/api/comics?per_page=x&lang=de',
    '/api/comics/none',
    '/api/nowhere',
    `/api/comics/${'x'.repeat(400)}`,
  ]) {
    const { status, body } = await site.get(path);
    expect(await call(path), path).toEqual({ status, body });
  }
  expect(await call('/api/admin/pages')).toMatchObject({ status: 401, body: { code: 'sign-in-required' } });
  expect(await call('/api/comics', { Authorization: 'Bearer none' })).toMatchObject({ status: 401 });
});

it('is asked by this process alone: nothing that a caller from outside can send makes a call an inner one', async () => {
  const outside = { 'x-inner-call': 'x', 'x-inner-origin': 'https://pages.test', 'x-inner-rating': 'all' };
  expect((await site.get('/api/comics', outside)).body.path).toBe('http://comics.test/api/comics');
});

it.each([
  ['a field that the contract does not name', { name: 'a', secret: 'b' }],
  ['a moment that JSON would write as text', { at: new Date(0) }],
  ['a field that JSON would leave out', { name: undefined }],
  ['an object that JSON would ask how it is written', { at: 'now', toJSON: () => ({ at: 'then' }) }],
])('fails in development and in tests where a page would get %s', async (_what, odd) => {
  answer = odd;
  expect(await call('/odd')).toMatchObject({ status: 500 });
  answer = { name: 'a' };
  expect(await call('/odd')).toEqual({ status: 200, body: { name: 'a' } });
});

it('does not let a page change what it was given', async () => {
  const { body } = (await call('/kept')) as { body: typeof kept };
  expect(() => body.names.push('b')).toThrow(TypeError);
  expect(kept).toEqual({ names: ['a'] });
});

it('is no way to what is answered in pieces', async () => {
  await expect(call('/stream')).rejects.toThrow('/stream is answered with a stream');
});

it('logs what happens to a call as of the request for its page', async () => {
  await call('/logging');
  await site.app.inject('/logging');
  expect(logs.map((log) => log === site.deps.log)).toEqual([true, false]);
});
