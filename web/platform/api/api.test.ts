// @vitest-environment happy-dom
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import compile from 'icu-minify/compile';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ApiFailure, apiGet, apiPost, bindServer, callsInFlight, onCallsInFlight } from './api.ts';

let server: Server;
let answer = { status: 200, body: '{"total":1}' };
let asked: IncomingMessage;

beforeAll(async () => {
  setMessages('fr', {
    'site.error.status': compile('Statut {status}'),
    'site.error.network': 'Hors ligne',
    'site.error.aborted': 'Abandon',
    'site.error.timeout': 'Trop long',
  });
  server = createServer((request, reply) => {
    asked = request;
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fr/latest`;
});
afterAll(() => {
  server.close();
  delete document.documentElement.dataset.nsfw;
});
beforeEach(() => {
  answer = { status: 200, body: '{"total":1}' };
  document.documentElement.lang = 'fr';
  document.documentElement.dataset.nsfw = 'true';
  document.head.innerHTML = '<meta name="csrf-token" content="1.abc">';
  localStorage.clear();
});

it('sends language, rating and the marks of a browser with every call', async () => {
  await expect(apiGet('/comics', { params: { tags: [5, 7], q: undefined } })).resolves.toEqual({ total: 1 });
  expect(asked.url).toBe('/api/comics?tags=5&tags=7&lang=fr&nsfw=true');
  expect(asked.headers).toMatchObject({
    'accept-language': 'fr',
    'x-requested-with': 'XMLHttpRequest',
    'x-xsrf-token': '1.abc',
  });
  expect(asked.headers.authorization).toBeUndefined();
});

it('sends what happened with the token that proves whose page it was', async () => {
  answer = { status: 204, body: '' };
  await expect(apiPost('/comics/moon/view')).resolves.toBeNull();
  expect(asked.method).toBe('POST');
  expect(asked.url).toBe('/api/comics/moon/view?lang=fr&nsfw=true');
  expect(asked.headers).toMatchObject({
    'accept-language': 'fr',
    'x-requested-with': 'XMLHttpRequest',
    'x-xsrf-token': '1.abc',
  });
});

it('says who is signed in', async () => {
  localStorage.setItem('token', 'opaque');
  await apiGet('/comics');
  expect(asked.headers.authorization).toBe('Bearer opaque');
});

it('counts a call while it is in flight', async () => {
  const counts: number[] = [];
  const stop = onCallsInFlight(() => counts.push(callsInFlight()));
  await apiGet('/comics');
  stop();
  expect(counts).toEqual([1, 0]);
});

it('fails with the status and the sentence of the API', async () => {
  answer = { status: 404, body: '{"message":"Introuvable"}' };
  const failure = await apiGet('/comics/x').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({ status: 404, message: 'Introuvable', body: { message: 'Introuvable' } });
});

it('fails with all that is wrong, one a line, or with a plain text', async () => {
  answer = { status: 422, body: '{"message":"Faux","errors":{"name":["Vide"],"text":["Long","Laid"]}}' };
  await expect(apiPost('/lists')).rejects.toMatchObject({ status: 422, message: 'Vide\nLong\nLaid' });
  for (const body of ['"Occupé"', 'Occupé']) {
    answer = { status: 409, body };
    await expect(apiPost('/lists')).rejects.toMatchObject({ status: 409, message: 'Occupé' });
  }
});

it('fails with its status outside 200–299 even when a proxy answers a page', async () => {
  answer = { status: 502, body: '<html>' };
  await expect(apiGet('/comics')).rejects.toMatchObject({ status: 502, message: 'Statut 502' });
  answer = { status: 300, body: '' };
  await expect(apiGet('/comics')).rejects.toMatchObject({ status: 300, message: 'Statut 300' });
});

it('says so when it was ended, or took too long', async () => {
  const ended = AbortSignal.abort();
  await expect(apiGet('/comics', { signal: ended })).rejects.toMatchObject({ name: 'AbortError', message: 'Abandon' });
  const late = AbortSignal.abort(new DOMException('', 'TimeoutError'));
  await expect(apiGet('/comics', { signal: late })).rejects.toMatchObject({ status: 0, message: 'Trop long' });
});

it('fails with a sentence of its own when nothing answers', async () => {
  const home = window.location.href;
  window.location.href = 'http://127.0.0.1:9/fr';
  await expect(apiGet('/comics')).rejects.toMatchObject({ status: 0, message: 'Hors ligne' });
  window.location.href = home;
});

it('goes through the server, in process, where a page is made there', async () => {
  const request = new Request('http://comics.test/de/latest');
  const calls: string[] = [];
  bindServer(request, {
    site: {} as never,
    origin: 'http://comics.test',
    locale: 'de',
    nsfw: false,
    get: async (path, headers) => {
      calls.push(`${path} ${headers['Accept-Language']}`);
      return { status: 200, body: [] };
    },
  });
  await expect(apiGet('/tags', { request, params: { landing: true } })).resolves.toEqual([]);
  expect(calls).toEqual(['/api/tags?landing=true&lang=de&nsfw=false de']);
});
