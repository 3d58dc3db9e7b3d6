import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, expectTypeOf, it } from 'vitest';
import { API_VERSION } from '../../contract/api-version.ts';
import { withTransaction } from '../../server/db/database.ts';
import { drawPage, writeArchive } from '../../server/features/imports/testing/archives.ts';
import { plantKey } from '../../server/testing/api-key.ts';
import { testApp, type TestApp } from '../../server/testing/app.ts';
import { plantComic, plantPicture } from '../../server/testing/catalogue.ts';
import { member, type Member } from '../../server/testing/member.ts';
import { buildWorker, type Worker } from '../../server/worker.ts';
import { ApiProblem, createClient, type Item, type KomawariClient } from './src/client.ts';

const run = promisify(execFile);
let site: TestApp;
let worker: Worker;
let uploader: Member;
let baseUrl: string;
let guest: KomawariClient;
let own: KomawariClient;

beforeAll(async () => {
  site = await testApp();
  worker = buildWorker(site.deps);
  worker.start();
  uploader = await member(site.deps.db, { role: 'uploader' });
  const image = await plantPicture(site.deps.db, site.deps.blobs);
  await withTransaction(site.deps.db, async (tx) => {
    for (let number = 1; number <= 7; number += 1) {
      await plantComic(tx, { title: `Harbour ${number}` }, image);
    }
  });
  baseUrl = await site.app.listen({ port: 0, host: '127.0.0.1' });
  const apiKey = await plantKey(site.deps.db, uploader.id, ['read', 'library', 'uploads']);
  guest = createClient({ baseUrl: `${baseUrl}/`, language: 'fr' });
  own = createClient({ baseUrl, apiKey });
});
afterAll(async () => {
  await worker?.close();
  await site?.close();
});

it('lists what a guest sees, with types from the description of the API', async () => {
  const list = await guest.get('/api/comics', { params: { query: { per_page: 3, sort: 'title', order: 'asc' } } });
  expect([list.total, list.data.map(({ title }) => title)]).toEqual([7, ['Harbour 1', 'Harbour 2', 'Harbour 3']]);
  expectTypeOf(list.total).toEqualTypeOf<number>();
  expectTypeOf(list.data[0]!.rating).toEqualTypeOf<'safe' | 'suggestive' | 'explicit'>();
  // @ts-expect-error no such path
  await guest.get('/api/comix').catch(() => undefined);
  // @ts-expect-error no such order
  await guest.get('/api/comics', { params: { query: { order: 'sideways' } } }).catch(() => undefined);
  // @ts-expect-error it needs a slug
  await guest.get('/api/comics/{slug}', {}).catch(() => undefined);
});

it('goes through a list page by page, as far as it is wanted', async () => {
  const titles: string[] = [];
  const params = { query: { per_page: 2, sort: 'title', order: 'asc' } } as const;
  for await (const comic of guest.each('/api/comics', { params })) {
    expectTypeOf(comic).toEqualTypeOf<Item<'/api/comics'>>();
    titles.push(comic.title);
  }
  expect(titles).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `Harbour ${number}`));
  const asked: string[] = [];
  const counting = createClient({
    baseUrl,
    fetch: (request) => {
      asked.push(new URL(request.url).searchParams.get('page') ?? '');
      return fetch(request);
    },
  });
  for await (const { title } of counting.each('/api/comics', { params })) {
    if (title === 'Harbour 3') break;
  }
  expect(asked).toEqual(['1', '2']);
});

it('acts for the member whose key it has', async () => {
  const { data } = await own.get('/api/comics');
  const { slug } = data[0]!;
  expect(await own.post('/api/comics/{slug}/favorite', { params: { path: { slug } } })).toEqual({
    favorited: true,
    favorites: 1,
  });
  const favorites = await own.get('/api/account/favorites');
  expect(favorites.data.map((comic) => comic.slug)).toEqual([slug]);
  await own.delete('/api/comics/{slug}/favorite', { params: { path: { slug } } });
});

it('throws what the site refuses: a code for programs, a sentence in the language asked for, the fields', async () => {
  const missing = await guest
    .get('/api/comics/{slug}', { params: { path: { slug: 'nowhere' } } })
    .catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(ApiProblem);
  expect(missing).toMatchObject({ name: 'ApiProblem', status: 404, code: 'comic-not-found', retryAfter: null });
  expect((missing as ApiProblem).message).toMatch(/introuvable|n’existe|n’avons/i);
  const wrong = await guest
    .get('/api/comics', { params: { query: { per_page: 1000 } } })
    .catch((error: unknown) => error as ApiProblem);
  expect(wrong).toMatchObject({ status: 422, errors: { per_page: [expect.any(String)] } });
  const unknownKey = createClient({ baseUrl, apiKey: `kmw_${'x'.repeat(43)}` });
  await expect(unknownKey.get('/api/comics')).rejects.toMatchObject({ status: 401, code: 'token-invalid' });
  await expect(createClient({ baseUrl: 'http://127.0.0.1:1' }).get('/api/comics')).rejects.toThrow(TypeError);
});

it('tells of a proxy that answers by itself, and how long to wait', async () => {
  const proxy: Server = createServer((_request, reply) => {
    reply.writeHead(503, { 'content-type': 'text/html', 'retry-after': '7' }).end('<h1>Busy</h1>');
  });
  await new Promise<void>((ready) => {
    proxy.listen(0, '127.0.0.1', ready);
  });
  const away = createClient({ baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
  await expect(away.get('/api/comics')).rejects.toMatchObject({
    status: 503,
    code: null,
    retryAfter: 7,
    message: 'HTTP 503',
  });
  proxy.close();
});

it('uploads an archive in parts, goes on where it was cut off, and commits it', async () => {
  const pages = { '001.png': await drawPage(7001), '002.png': await drawPage(7002) };
  const archive = readFileSync(await writeArchive(join(site.deps.config.dataDir, 'upload.cbz'), pages));
  let cuts = 0;
  const apiKey = await plantKey(site.deps.db, uploader.id, ['uploads']);
  const shaky = createClient({
    baseUrl,
    apiKey,
    fetch: async (request) => {
      if (request.method === 'PATCH' && cuts === 0) {
        cuts += 1;
        throw new TypeError('cut off');
      }
      return fetch(request);
    },
  });
  const told: number[] = [];
  const upload = await shaky.upload([{ name: 'Ünterwegs [Author].cbz', data: new Blob([new Uint8Array(archive)]) }], {
    publish: 'now',
    rights: true,
    onProgress: (sent, total) => told.push(sent / total),
  });
  expect(cuts).toBe(1);
  expect(told.at(-1)).toBe(1);
  expect(upload).toMatchObject({ state: 'committed', error: null });
  expect(upload.works.map(({ title, became }) => [title, became === null])).toEqual([['Ünterwegs', false]]);
  await expect(own.upload([], { publish: 'draft', rights: true })).rejects.toBeInstanceOf(ApiProblem);
});

it('is what its package says: for the version of the API, with types that a program finds, and runs there', async () => {
  const { name, version, dependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'),
  ) as {
    name: string;
    version: string;
    dependencies: object;
  };
  expect(version.split('.').slice(0, 2)).toEqual(API_VERSION.split('.').slice(0, 2));
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
  // As a program has it that has installed the package.
  const folder = mkdtempSync(join(import.meta.dirname, 'node_modules', 'program-'));
  try {
    const { stdout: tarball } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: import.meta.dirname,
    });
    const [{ filename, files }] = JSON.parse(tarball) as [{ filename: string; files: { path: string }[] }];
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist/client.js', 'dist/client.d.ts', 'dist/generated/api.d.ts']),
    );
    const installed = join(folder, 'node_modules', name);
    mkdirSync(installed, { recursive: true });
    await run('tar', ['xzf', join(folder, filename), '--strip-components=1', '-C', installed]);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const compilerOptions = { strict: true, module: 'nodenext', target: 'es2022', types: [], skipLibCheck: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    writeFileSync(
      join(folder, 'program.ts'),
      `import { createClient } from '${name}';
const site = createClient({ baseUrl: process.argv[2]! });
const { total }: { total: number } = await site.get('/api/comics');
// @ts-expect-error its types are there
await site.get('/api/comix').catch(() => undefined);
console.log(total);
declare const process: { argv: string[] };`,
    );
    const tsc = join(import.meta.dirname, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, '-p', folder]);
    const { stdout } = await run(process.execPath, ['program.js', baseUrl], { cwd: folder });
    const { total } = await guest.get('/api/comics');
    expect(Number(stdout)).toBe(total);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
