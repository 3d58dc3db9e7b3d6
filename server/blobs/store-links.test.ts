import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startS3Endpoint, type S3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';
import { openS3Blobs } from './s3.ts';
import { openStoreLinks } from './store-links.ts';

const bucket = { region: 'local', bucket: 'pages', key: 'AKOFTHETESTS', secret: 'secret' };
let folder: string;
let endpoint: S3Endpoint;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'links-'));
  await mkdir(join(folder, 'bucket'));
  endpoint = await startS3Endpoint(join(folder, 'bucket'), 'pages');
});
afterAll(async () => {
  await endpoint.close();
  await rm(folder, { recursive: true });
});

it('a link gives the object as a picture that never changes, is the same for five minutes, and is dead after ten', async () => {
  const blobs = await openS3Blobs({ ...bucket, endpoint: endpoint.url });
  const key = await blobs.put(Buffer.from('page'));
  await blobs.close();
  const at = async (now: number) => (await openStoreLinks(bucket, endpoint.url, () => now)).link(key, 'image/webp');
  const answer = await fetch(await at(Date.now()));
  expect(await answer.text()).toBe('page');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
  });
  const minute = 60_000;
  const span = Math.floor(Date.now() / (5 * minute)) * 5 * minute;
  expect(await at(span)).toBe(await at(span + 5 * minute - 1));
  expect(await at(span)).not.toBe(await at(span + 5 * minute));
  expect((await fetch(await at(span - 10 * minute))).status).toBe(403);
});

it.each([
  ['https://s3.example', /^https:\/\/s3\.example\/pages\/abc\?/],
  ['https://s3.example:9000/store', /^https:\/\/s3\.example:9000\/store\/pages\/abc\?/],
  ['https://pages.s3.example', /^https:\/\/pages\.s3\.example\/abc\?/],
])('a link begins with the address that browsers are to use: %s', async (address, link) => {
  const links = await openStoreLinks(bucket, address, Date.now);
  expect(await links.link('abc', 'image/png')).toMatch(link);
});

it('without a key the role of the container signs, for objects and for links', async () => {
  const role = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        AccessKeyId: 'ROLE',
        SecretAccessKey: 'secret',
        Token: 'session',
        Expiration: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    );
  });
  await new Promise<void>((resolve) => {
    role.listen(0, '127.0.0.1', resolve);
  });
  // A process of its own has the variables by which a role is found.
  const script = `
    const { openS3Blobs } = await import('./server/blobs/s3.ts');
    const { openStoreLinks } = await import('./server/blobs/store-links.ts');
    const options = { endpoint: process.env.STORE, region: 'local', bucket: 'pages' };
    const blobs = await openS3Blobs(options);
    const key = await blobs.put(Buffer.from('of a role'));
    const links = await openStoreLinks(options, options.endpoint, Date.now);
    console.log(await (await fetch(await links.link(key, 'image/png'))).text());
    await blobs.close();`;
  try {
    endpoint.keys.clear();
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        PATH: process.env.PATH,
        STORE: endpoint.url,
        AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${(role.address() as AddressInfo).port}/role`,
      },
    });
    expect(stdout).toBe('of a role\n');
    expect([...endpoint.keys]).toEqual(['ROLE session']);
  } finally {
    role.closeAllConnections();
    await promisify(role.close.bind(role))();
  }
});
