import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isProblem } from '#contract/problems.ts';
import type { App } from '#server/http/app-type.ts';
import { requirePicture, acceptImages } from './whole-body.ts';

const LIMIT = 100_000;
const app = Fastify();

beforeAll(async () => {
  acceptImages(app as unknown as App, LIMIT);
  app.setErrorHandler((error, _request, reply) => reply.code(isProblem(error) ? error.status : 500).send({}));
  app.put('/', async (request) => ({ bytes: requirePicture(request.body).toString('latin1') }));
  await app.ready();
});
afterAll(() => app.close());

const put = (payload: Buffer | Readable, headers: Record<string, string> = {}) =>
  app.inject({ method: 'PUT', url: '/', payload, headers: { 'content-type': 'image/png', ...headers } });
const inParts = (parts: number) =>
  Readable.from(Array.from({ length: parts }, (_, at) => Buffer.alloc(10_000, String(at % 10))));

it('a picture is taken in the order of its parts, whether its length is told or not', async () => {
  expect((await put(Buffer.from('a picture'))).json()).toEqual({ bytes: 'a picture' });
  const { bytes } = (await put(inParts(10))).json<{ bytes: string }>();
  expect([bytes.length, bytes.startsWith('0000'), bytes.endsWith('9999')]).toEqual([LIMIT, true, true]);
});

it('more than may be sent is refused, and so is less than was told', async () => {
  expect((await put(Buffer.alloc(LIMIT + 1))).statusCode).toBe(413);
  expect((await put(inParts(11))).statusCode).toBe(413);
  expect((await put(inParts(2), { 'content-length': '20001' })).statusCode).toBe(400);
  expect((await put(inParts(2), { 'content-length': '19999' })).statusCode).toBe(413);
});
