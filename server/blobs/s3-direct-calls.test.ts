import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Blobs } from './blobs.ts';
import { openS3Blobs } from './s3.ts';

const SECRET = 'a secret of the store';
const KEY = 'ab'.repeat(32);
const CONTENT = Buffer.from('0123456789');

/** Answers of the store to the next requests instead of the object. */
let instead: ((response: ServerResponse) => void)[] = [];
let asked: { call: string; range: string | undefined; byClient: boolean; isSigned: boolean }[] = [];

const server = createServer((request, response) => {
  void answer(request, response);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const { method, url = '', headers } = request;
  const body = await buffer(request);
  asked.push({
    call: `${method} ${url.replace(/\?.*/, '')}`,
    range: headers.range,
    byClient: headers['amz-sdk-request'] !== undefined,
    isSigned: isSigned(request) && headers['x-amz-content-sha256'] === sha256(body),
  });
  const other = instead.shift();
  if (other !== undefined) return other(response);
  if (method === 'PUT') {
    return response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
  }
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const part = start === undefined ? CONTENT : CONTENT.subarray(Number(start), Number(end) + 1);
  return response
    .writeHead(start === undefined ? 200 : 206, {
      'content-length': part.length,
      ...(start !== undefined && { 'content-range': `bytes ${start}-${end}/${CONTENT.length}` }),
    })
    .end(part);
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Whether a request is signed as Amazon describes it (Signature Version 4), by whom knows the secret. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=key\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const { pathname, searchParams } = new URL(url, 'http://store');
  const canonical = [
    method,
    pathname,
    String(searchParams),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const [date = '', ...rest] = scope.split('/');
  const signing = rest.reduce((key, text) => hmac(key, text), hmac(`AWS4${SECRET}`, date));
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  return hmac(signing, text).toString('hex') === signature;
}

let blobs: Blobs;
beforeEach(async () => {
  [instead, asked] = [[], []];
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const options = { endpoint: `http://127.0.0.1:${port}`, region: 'eu-west-1', bucket: 'pages', prefix: 'evidence/' };
  blobs = await openS3Blobs({ ...options, key: 'key', secret: SECRET, settled: false });
  // The first, by which the address is learnt.
  await blobs.read(KEY);
});
afterEach(async () => {
  await blobs.close();
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

it('the client asks for the first object, the others are asked for past it, and each is signed', async () => {
  expect(await blobs.read(KEY)).toEqual(CONTENT);
  const { stream, size } = await blobs.stream(KEY, { start: 2, end: 4 });
  expect([(await buffer(stream)).toString(), size]).toEqual(['234', 10]);
  const key = await blobs.put(CONTENT);
  const [call, whole] = [`GET /pages/evidence/${KEY}`, { range: undefined, isSigned: true }];
  expect(asked).toEqual([
    { call, ...whole, byClient: true },
    { call, ...whole, byClient: false },
    { call, ...whole, range: 'bytes=2-4', byClient: false },
    { call: `PUT /pages/evidence/${key}`, ...whole, byClient: false },
  ]);
});

it('whatever is not simply sent is asked of the client: what is missing, what is refused, a connection that was closed', async () => {
  const refuse = (status: number) => (response: ServerResponse) => {
    const code = status === 404 ? 'NoSuchKey' : 'Refused';
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
  };
  instead = [refuse(404), refuse(404)];
  await expect(blobs.read(KEY)).rejects.toMatchObject({ code: 'storage-missing' });
  instead = [refuse(403)];
  expect(await blobs.read(KEY)).toEqual(CONTENT);
  instead = [(response) => response.destroy()];
  expect(await blobs.read(KEY)).toEqual(CONTENT);
  instead = [refuse(403)];
  expect(await blobs.put(CONTENT)).toBe(sha256(CONTENT));
  const once = [false, true];
  expect(asked.slice(1).map(({ byClient }) => byClient)).toEqual([once, once, once, once].flat());
  instead = [refuse(507), refuse(507)];
  await expect(blobs.put(CONTENT)).rejects.toMatchObject({ code: 'storage-full' });
  expect(instead).toEqual([]);
});
