import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

/**
 * A small S3 endpoint for tests. While `corrupts` is true it keeps every object with one bit flipped, and says nothing; while `isFull`
 * is, or its disk, it takes none. It names objects by the MD5 of what it keeps, while `isSealing` by something else, as stores do
 * that encrypt. It takes every key, and notes in `keys` which came, with a role's session where there is one; a link that has run
 * out it refuses. `reads` counts the objects that were asked for, `lists` the lists.
 */
export interface S3Endpoint {
  url: string;
  corrupts: boolean;
  isFull: boolean;
  isSealing: boolean;
  reads: number;
  lists: number;
  keys: Set<string>;
  close(): Promise<void>;
}

function missing(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/xml' });
  response.end(request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
}

/** The headers that a link asks for. */
function saidOfIt(request: IncomingMessage): Record<string, string> {
  const { searchParams } = new URL(request.url ?? '/', 'http://endpoint');
  return Object.fromEntries(
    ['content-type', 'cache-control'].flatMap((name) => {
      const value = searchParams.get(`response-${name}`);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Whether a link's time is over: its date is written without marks, `20260501T120000Z`. */
function hasRunOut(link: URLSearchParams): boolean {
  const date = link.get('X-Amz-Date')?.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  return date !== undefined && Date.parse(date) + Number(link.get('X-Amz-Expires')) * 1000 < Date.now();
}

function send(
  path: string,
  { size, mtime: modified }: { size: number; mtime: Date },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const range =
    start === undefined ? { start: 0, end: size - 1 } : { start: Number(start), end: Math.min(Number(end), size - 1) };
  const partial = start === undefined ? {} : { 'content-range': `bytes ${range.start}-${range.end}/${size}` };
  response.writeHead(start === undefined ? 200 : 206, {
    'content-length': range.end - range.start + 1,
    'last-modified': modified.toUTCString(),
    ...saidOfIt(request),
    ...partial,
  });
  if (request.method === 'HEAD' || size === 0) {
    response.end();
  } else {
    createReadStream(path, range).pipe(response);
  }
}

/** Objects that are named in one answer. */
const LISTED = 1000;

/** Names objects that begin as is asked, in the order of their keys, where that is asked for. */
async function list(
  folder: string,
  asked: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET') return void response.end();
  const after = asked.get('continuation-token') ?? asked.get('start-after') ?? '';
  const keys = (await readdir(folder))
    .filter((name) => !name.endsWith('.part'))
    .map((name) => decodeURIComponent(name))
    .filter((key) => key.startsWith(asked.get('prefix') ?? '') && key > after)
    .sort();
  const contents = await Promise.all(
    keys.slice(0, LISTED).map(async (key) => {
      const found = await stat(join(folder, encodeURIComponent(key))).catch(() => null);
      return found === null
        ? ''
        : `<Contents><Key>${key}</Key><Size>${found.size}</Size><LastModified>${found.mtime.toISOString()}</LastModified></Contents>`;
    }),
  );
  response.writeHead(200, { 'content-type': 'application/xml' });
  const more = keys.length > LISTED ? `<NextContinuationToken>${keys[LISTED - 1]}</NextContinuationToken>` : '';
  response.end(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more !== ''}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`,
  );
}

/** Promises an endpoint on the loopback with one bucket, `bucket`, whose objects are the files of `folder`: PUT, GET with ranges, HEAD, DELETE and a list. */
export async function startS3Endpoint(folder: string, bucket: string): Promise<S3Endpoint> {
  const server = createServer((request, response) => {
    // Who asked may have gone.
    answer(request, response).catch(() => response.destroy());
  });
  const endpoint: S3Endpoint = {
    url: '',
    corrupts: false,
    isFull: false,
    isSealing: false,
    reads: 0,
    lists: 0,
    keys: new Set(),
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://endpoint');
    const signer =
      searchParams.get('X-Amz-Credential') ?? /Credential=([^,]+)/.exec(request.headers.authorization ?? '')?.[1];
    const session = searchParams.get('X-Amz-Security-Token') ?? request.headers['x-amz-security-token'];
    endpoint.keys.add([signer?.split('/')[0], session].filter(Boolean).join(' '));
    if (hasRunOut(searchParams)) return void response.writeHead(403).end();
    // A file each, whatever folders a key names.
    const path = join(folder, encodeURIComponent(decodeURIComponent(pathname.slice(bucket.length + 2))));
    if (!pathname.startsWith(`/${bucket}`)) {
      missing(request, response);
    } else if (pathname === `/${bucket}` || pathname === `/${bucket}/`) {
      endpoint.lists += 1;
      await list(folder, searchParams, request, response);
    } else if (request.method === 'PUT') {
      const bytes = await buffer(request);
      if (endpoint.corrupts) {
        bytes[0] = (bytes[0] ?? 0) ^ 1;
      }
      // As a store does: another request sees all of an object or nothing.
      const part = `${path}.${randomUUID()}.part`;
      try {
        if (endpoint.isFull) throw new Error('no room');
        await writeFile(part, bytes);
      } catch {
        await rm(part, { force: true });
        return void response.writeHead(507).end('<Error><Code>XMinioStorageFull</Code></Error>');
      }
      await rename(part, path);
      const etag = endpoint.isSealing ? randomUUID() : createHash('md5').update(bytes).digest('hex');
      response.writeHead(200, { 'last-modified': new Date().toUTCString(), etag: `"${etag}"` }).end();
    } else if (request.method === 'DELETE') {
      await rm(path, { force: true });
      response.writeHead(204).end();
    } else {
      endpoint.reads += request.method === 'GET' ? 1 : 0;
      const found = await stat(path).catch(() => null);
      if (found === null) {
        missing(request, response);
      } else {
        send(path, found, request, response);
      }
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return endpoint;
}
