import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStoreLinks } from '#server/blobs/store-links.ts';
import { startS3Endpoint } from '#server/blobs/testing/s3-endpoint.ts';
import { withTransaction } from '#server/db/database.ts';
import { replacePicture } from '#server/features/picture-upkeep/queries-cleaning.ts';
import { imagePath } from '#server/images/links.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { parseRange } from './images.ts';

it.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=50-5000', { start: 50, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=9-3', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=0-1,5-6', null],
  ['pages=0-1', null],
  ['bytes=-', null],
  [undefined, null],
])('reads the range %s of 100 bytes', (header, range) => {
  expect(parseRange(header, '"a"', '"a"', 100)).toEqual(range);
});

it('answers whole when the picture is another one by now', () => {
  expect(parseRange('bytes=0-9', '"old"', '"new"', 100)).toBe(null);
});

describe('a picture', () => {
  let site: TestApp;
  let shade = 0;
  let now = Date.UTC(2026, 4, 1);
  beforeAll(async () => {
    site = await testApp({}, () => new Date(now));
  });
  afterAll(() => site.close());

  /** A published comic with a picture of its own, and the paths of its cover and its page. */
  async function comic(columns: Record<string, string | boolean> = {}) {
    const hash = await plantPicture(site.deps.db, site.deps.blobs, (shade += 1));
    const { id } = await withTransaction(site.deps.db, (tx) => plantComic(tx, { title: `Shade ${shade}` }, hash));
    await change(id, { cover: hash, rating: 'safe', ...columns });
    return { id, hash, cover: `/images/${hash}/cover320.webp`, page: `/images/${hash}/original.png` };
  }

  async function change(id: number, columns: Record<string, string | boolean>) {
    for (const [name, value] of Object.entries(columns)) {
      await sql`update comics set ${sql.id(name)} = ${value} where id = ${id}`.execute(site.deps.db);
    }
  }

  function signed(hash: string) {
    return imagePath({ hash, variant: 'original', format: 'png' }, 'signed', {
      secret: site.deps.secret,
      now,
      hours: 12,
    });
  }

  it('comes whole, in part, or not again, and never as anything but a picture', async () => {
    const { page } = await comic();
    const whole = await site.get(page);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable'),
      'accept-ranges': 'bytes',
    });
    expect(whole.body.length).toBe(Number(whole.headers['content-length']));
    const part = await site.get(page, { range: 'bytes=10-19' });
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': `bytes 10-19/${whole.body.length}` } });
    expect(part.body).toEqual(whole.body.subarray(10, 20));
    expect((await site.get(page, { range: 'bytes=999999-' })).status).toBe(416);
    expect((await site.get(page, { 'if-none-match': String(whole.headers.etag) })).status).toBe(304);
  });

  it('of an open comic is for everyone, of an explicit one only by an address that was given out and has not run out', async () => {
    const open = await comic();
    expect([(await site.get(open.cover)).status, (await site.get(open.page)).status]).toEqual([200, 200]);
    const explicit = await comic({ rating: 'explicit' });
    expect([(await site.get(explicit.cover)).status, (await site.get(explicit.page)).status]).toEqual([404, 404]);
    const address = signed(explicit.hash);
    expect((await site.get(address)).status).toBe(200);
    expect((await site.get(address.replace('signature=', 'signature=x'))).status).toBe(404);
    now += 14 * 3_600_000;
    expect((await site.get(address)).status).toBe(410);
  });

  it('of a premium comic is a cover for everyone and a page for members', async () => {
    const premium = await comic({ premium: true });
    expect([(await site.get(premium.cover)).status, (await site.get(premium.page)).status]).toEqual([200, 404]);
    expect((await site.get(signed(premium.hash))).status).toBe(200);
  });

  it('that is tall has slices, for whoever may see the page', async () => {
    const slice = {
      hash: await site.deps.blobs.put(Buffer.from('the rows of a slice')),
      format: 'jpeg',
      bytes: 19,
      width: 9,
      height: 9,
    };
    const sliced = async (columns: Record<string, string>) => {
      const { id, hash } = await comic(columns);
      await sql`update images
        set variants = variants || ${JSON.stringify({ slice1: slice, slice2: slice, saver1: slice })}::jsonb
        where hash = ${hash}`.execute(site.deps.db);
      const { body } = await site.get(`/api/comics/${id}/images?nsfw=true`);
      return {
        hash,
        slices: body.images[0].slices as { source_url: string; saver_url: string; top: number; height: number }[],
      };
    };
    const open = await sliced({});
    expect(open.slices.map(({ top, height }) => [top, height])).toEqual([
      [0, 9],
      [9, 9],
    ]);
    expect(open.slices.map(({ saver_url: url }) => url.split('/').at(-1))).toEqual(['saver1.jpeg', 'slice2.jpeg']);
    expect((await site.get(`/images/${open.hash}/slice2.jpeg`)).status).toBe(200);
    expect((await site.get(`/images/${open.hash}/slice3.jpeg`)).status).toBe(404);
    const signedOnly = await sliced({ rating: 'explicit' });
    expect((await site.get(`/images/${signedOnly.hash}/slice1.jpeg`)).status).toBe(404);
    expect(
      (
        await site.get(
          new URL(signedOnly.slices[0]!.source_url).pathname + new URL(signedOnly.slices[0]!.source_url).search,
        )
      ).status,
    ).toBe(200);
  });

  it('of a draft, a scheduled or a removed comic is not there, in any form', async () => {
    for (const state of ['draft', 'scheduled', 'removed']) {
      const hidden = await comic({ state });
      expect([
        (await site.get(hidden.cover)).status,
        (await site.get(hidden.page)).status,
        (await site.get(signed(hidden.hash))).status,
      ]).toEqual([404, 404, 404]);
    }
  });

  it('that was cleaned since answers its clean bytes at the address it had, signed or not, and nothing else of its rights changes', async () => {
    const cleaned = async (columns: Record<string, string>) => {
      const { hash: old, page, cover } = await comic(columns);
      const clean = await site.deps.blobs.put(Buffer.from(`clean bytes ${old}`));
      await withTransaction(site.deps.db, (tx) => replacePicture(tx, old, { hash: clean, bytes: 76, crc32: 0 }));
      now += 10_000;
      return { old, clean, page, cover };
    };
    const open = await cleaned({});
    const before = await site.get(open.page);
    const after = await site.get(open.page.replace(open.old, open.clean));
    expect([before.status, String(before.body), before.headers.etag]).toEqual([
      200,
      `clean bytes ${open.old}`,
      `"${open.clean}"`,
    ]);
    expect([after.status, after.body.equals(before.body), after.headers.etag]).toEqual([
      200,
      true,
      before.headers.etag,
    ]);
    expect((await site.get(open.page, { 'if-none-match': `"${open.old}"` })).status).toBe(200);
    // Work begun on the bytes of before is not continued.
    expect((await site.get(open.page, { range: 'bytes=10-19', 'if-range': `"${open.old}"` })).status).toBe(200);
    expect((await site.get(open.cover)).status).toBe(200);
    const explicit = await cleaned({ rating: 'explicit' });
    expect([
      (await site.get(explicit.page)).status,
      (await site.get(signed(explicit.old))).status,
      (await site.get(signed(explicit.clean))).status,
    ]).toEqual([404, 200, 200]);
    const gone = await cleaned({ state: 'removed' });
    expect((await site.get(signed(gone.old))).status).toBe(404);
  });

  it('is fetched from the store where that is wished, by whoever may see it and by nobody else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
    const endpoint = await startS3Endpoint(folder, 'pages');
    try {
      const store = { region: 'local', bucket: 'pages', key: 'key', secret: 'secret' };
      const { hash, page } = await comic();
      await writeFile(join(folder, hash), await site.deps.blobs.read(hash));
      site.deps.storeLinks = await openStoreLinks(store, endpoint.url, Date.now);
      const { status, headers } = await site.get(page);
      expect(status).toBe(302);
      expect(headers['cache-control']).toBe('private, max-age=240');
      const picture = await fetch(String(headers.location), { headers: { range: 'bytes=1-3' } });
      expect([picture.status, picture.headers.get('content-type'), await picture.text()]).toEqual([
        206,
        'image/png',
        'PNG',
      ]);
      const [explicit, removed] = [await comic({ rating: 'explicit' }), await comic({ state: 'removed' })];
      expect((await site.get(explicit.page)).status).toBe(404);
      expect((await site.get(signed(explicit.hash))).status).toBe(302);
      expect((await site.get(signed(removed.hash))).status).toBe(404);
    } finally {
      site.deps.storeLinks = null;
      await endpoint.close();
      await rm(folder, { recursive: true });
    }
  });

  it('that does not exist, or is asked for in another form, is not found', async () => {
    const { hash } = await comic();
    for (const path of [
      `/images/${'0'.repeat(64)}/original.png`,
      `/images/${hash}/original.gif`,
      `/images/${hash}/huge.webp`,
      `/images/${hash}/../original.png`,
      '/images/short/original.png',
    ]) {
      expect([404, 422], path).toContain((await site.get(path)).status);
    }
  });
});
