import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import type { ComicChanges } from '#contract/editing.ts';
import { LOCALES } from '#contract/locales.ts';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import { signMessage } from '#server/security/standard-webhooks.ts';
import type { BlockState } from './block-state.ts';

/** Something that is more than one call of the description: what is measured of it is `work`, which answers a status. */
export interface Flow {
  name: string;
  input: string;
  /** Made before each try, and not measured. */
  prepare?(): Promise<void>;
  work(): Promise<number>;
}

const MiB = 1024 ** 2;
/** Signs the seller's reports; the server that is measured is given it. */
export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 'block').toString('base64')}`;
/** Listeners that one process takes, and those of one address. */
const LISTENERS = { process: 1000, address: 8 } as const;

/** Bodies that no schema describes, as large as the server takes them; streams, downloads, and what a member has stored. */
export async function blockFlows(url: string, { admins, reader, known }: BlockState): Promise<Flow[]> {
  const call = async (
    method: string,
    path: string,
    body?: Buffer | string,
    headers: Record<string, string> = {},
    token = admins.at(-1)!,
  ) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
  };
  const sent = (
    name: string,
    input: string,
    method: string,
    path: string,
    body: Buffer | string,
    type = 'application/octet-stream',
    headers: Record<string, string> = {},
  ): Flow => ({
    name,
    input,
    work: async () => (await call(method, path, body, { 'content-type': type, ...headers })).status,
  });
  const [small, middle, large] = [await noise(4), await noise(9), await noise(94)];
  const junk = (bytes: number) => Buffer.alloc(bytes, 'junk that is nothing ');
  const json = { 'content-type': 'application/json' };
  const hashes = Array.from({ length: 100_000 }, () => ({
    value: randomBytes(32).toString('hex'),
    note: 'x'.repeat(90),
  }));
  const term = known['tags/slug'] ?? '1';
  let version = 0;
  let picture = '';
  const readVersion = async () => {
    const { bytes } = await call('GET', `/api/admin/comics/${known.slug}`);
    ({ version } = JSON.parse(bytes.toString()) as { version: number });
  };
  const flows: Flow[] = [
    sent('PUT /api/account/avatar', 'a picture of 4 MiB', 'PUT', '/api/account/avatar', small, 'image/png'),
    {
      name: 'PATCH /api/admin/comics/:slug',
      input: '500 new terms of each kind, ten languages',
      prepare: readVersion,
      work: async () =>
        (
          await call(
            'PATCH',
            `/api/admin/comics/${known.slug}`,
            JSON.stringify({ version, changes: largestChanges() }),
            json,
          )
        ).status,
    },
    {
      name: 'POST /api/admin/comics/:slug/cover',
      input: 'a picture of 94 MiB',
      prepare: readVersion,
      work: async () =>
        (
          await call('POST', `/api/admin/comics/${known.slug}/cover?version=${version}`, large, {
            'content-type': 'image/png',
          })
        ).status,
    },
    sent(
      'POST /api/admin/chapters/:id/pages',
      'a picture of 94 MiB',
      'POST',
      `/api/admin/chapters/${known['chapters/id']}/pages`,
      large,
      'image/png',
    ),
    sent(
      'POST /api/admin/chapters/:id/pages',
      'junk of 100 MiB',
      'POST',
      `/api/admin/chapters/${known['chapters/id']}/pages`,
      junk(100 * MiB),
      'image/png',
    ),
    sent(
      'PUT /api/admin/tags/:slug/image',
      'a picture of 9 MiB',
      'PUT',
      `/api/admin/tags/${term}/image`,
      middle,
      'image/png',
    ),
    sent(
      'POST /api/admin/blocklists/file',
      'JSON of 100,000 entries, 17 MB',
      'POST',
      '/api/admin/blocklists/file',
      JSON.stringify(hashes),
    ),
    sent(
      'POST /api/admin/blocklists/file',
      'CSV of 100,000 entries, 16 MB',
      'POST',
      '/api/admin/blocklists/file',
      hashes.map(({ value, note }) => `phash,${value},${note}`).join('\n'),
      'text/csv',
    ),
    sent(
      'POST /api/admin/blocklists/file',
      'lines of nothing, 20 MiB',
      'POST',
      '/api/admin/blocklists/file',
      Buffer.alloc(20 * MiB, ',\n'),
      'text/csv',
    ),
    sent(
      'POST /api/admin/blocklists/file',
      'lists in lists, 20 MiB',
      'POST',
      '/api/admin/blocklists/file',
      `[${'[],'.repeat(6 * MiB)}[]]`,
    ),
    sent(
      'POST /api/admin/imports/wordpress',
      '100,000 works, 88 MB',
      'POST',
      '/api/admin/imports/wordpress?name=block',
      wordpressFile(100_000),
      'application/xml',
    ),
    sent(
      'POST /api/admin/imports/wordpress',
      'junk of 64 MiB',
      'POST',
      '/api/admin/imports/wordpress?name=block',
      junk(64 * MiB),
      'application/xml',
    ),
    {
      name: 'POST /api/webhooks/entitlements',
      input: 'a signed report of 1 MB',
      work: async () => {
        const id = `block-${randomBytes(8).toString('hex')}`;
        const body = Buffer.from(
          JSON.stringify({
            type: 'entitlement.granted',
            data: { username: known.username, reference: id, note: 'x'.repeat(1_000_000) },
          }),
        );
        return (
          await call('POST', '/api/webhooks/entitlements', body, {
            ...json,
            ...signMessage(id, body, WEBHOOK_SECRET, new Date()),
          })
        ).status;
      },
    },
  ];
  // Each member may have few files read in an hour.
  let owner = '';
  const readFile = async (body: string) => {
    owner = admins.pop()!;
    return call('POST', '/api/account/import', body, json, owner);
  };
  const mine = library(5000);
  const input = 'our own export of 5,000 comics';
  let review: { id: string; choices: { key: string; comic_id: number }[] } = { id: 'none', choices: [] };
  const prepare = async () => {
    const { status, bytes } = await readFile(mine);
    review = { id: 'none', choices: [] };
    // A machine that is too busy has it refused; the call is then made all the same, and its status says so.
    if (status !== 200) return;
    const { id, items } = JSON.parse(bytes.toString()) as { id: string; items: { key: string }[] };
    review = { id, choices: items.map(({ key }, at) => ({ key, comic_id: at + 1 })) };
  };
  flows.push(
    { name: 'POST /api/account/import', input, work: async () => (await readFile(mine)).status },
    {
      name: 'POST /api/account/import',
      input: 'lists in lists, 20 MiB',
      work: async () => (await readFile(`[${'[],'.repeat(6 * MiB)}[]]`)).status,
    },
    {
      name: 'GET /api/account/import/:id',
      input,
      prepare,
      work: async () => (await call('GET', `/api/account/import/${review.id}`, undefined, {}, owner)).status,
    },
    {
      name: 'POST /api/account/import/:id',
      input,
      prepare,
      work: async () => {
        const body = JSON.stringify({ choices: review.choices });
        return (await call('POST', `/api/account/import/${review.id}`, body, json, owner)).status;
      },
    },
  );
  for (const format of ['json', 'csv', 'mal']) {
    flows.push({
      name: 'GET /api/account/export',
      input: `${format} of a member with much of everything`,
      work: async () => (await call('GET', `/api/account/export?format=${format}`, undefined, {}, reader)).status,
    });
  }
  flows.push({
    name: 'POST and PATCH /api/admin/uploads/:id/tus',
    input: 'a file of 64 MiB with its hash',
    work: async () => {
      const body = randomBytes(64 * MiB);
      const upload = JSON.parse((await call('POST', '/api/admin/uploads')).bytes.toString()) as { id: number };
      const tus = { 'tus-resumable': '1.0.0' };
      const made = await call('POST', `/api/admin/uploads/${upload.id}/tus`, undefined, {
        ...tus,
        'upload-length': String(body.length),
        'upload-metadata': `filename ${Buffer.from('large.cbz').toString('base64')}`,
      });
      const { status } = await call('PATCH', made.headers.get('location') ?? '', body, {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'upload-checksum': `sha256 ${createHash('sha256').update(body).digest('base64')}`,
      });
      await call('DELETE', `/api/admin/uploads/${upload.id}`);
      return status;
    },
  });
  flows.push({
    name: 'POST and GET /api/downloads/:token',
    input: 'a chapter of 2,000 pages',
    work: async () => {
      const { status, bytes } = await call('POST', `/api/comics/${known.slug}/download?chapter=chapter-1`, undefined);
      if (status !== 200) return status;
      const link = new URL((JSON.parse(bytes.toString()) as { url: string }).url);
      return (await call('GET', link.pathname)).status;
    },
  });
  flows.push({
    name: 'GET /images/:hash/:file',
    input: 'a picture, 200 times at once',
    async prepare() {
      const { bytes } = await call('GET', `/api/comics/${known.slug}/${known.chapter}/images`);
      [picture = ''] = /\/images\/[^"]+/.exec(bytes.toString()) ?? [];
    },
    work: async () =>
      Math.max(...(await Promise.all(Array.from({ length: 200 }, async () => (await call('GET', picture)).status)))),
  });
  flows.push({
    name: 'GET /api/comics/:slug/comments/live',
    input: `${LISTENERS.process} listeners, and a comment`,
    work: async () => {
      const streams = Array.from({ length: LISTENERS.process }, (_, at) =>
        listen(
          `${url}/api/comics/${known.slug}/comments/live`,
          `10.0.${Math.floor(at / LISTENERS.address / 250)}.${1 + (Math.floor(at / LISTENERS.address) % 250)}`,
        ),
      );
      const statuses = await Promise.all(streams.map(({ opened }) => opened));
      const { status } = await call(
        'POST',
        `/api/comics/${known.slug}/comments`,
        JSON.stringify({ text: `I liked this ${randomBytes(4).toString('hex')}` }),
        json,
        admins.pop(),
      );
      await wait(1500);
      for (const { close } of streams) {
        close();
      }
      return status === 201 ? Math.max(...statuses) : status;
    },
  });
  return flows;
}

/** A PNG of about so many MiB that nothing can make smaller. */
function noise(megabytes: number): Promise<Buffer> {
  const side = Math.floor(Math.sqrt((megabytes * MiB) / 3));
  return sharp(randomBytes(side * side * 3), {
    raw: { width: side, height: side, channels: 3 },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** The content of our own export of so many comics, each with chapters that were read. */
function library(comics: number): string {
  const at = '2026-01-01T00:00:00Z';
  const chapters = Array.from({ length: 20 }, (_, number) => ({
    number: String(number),
    name: 'A chapter',
    slug: `chapter-${number}`,
    page: 1,
    completed_at: at,
    updated_at: at,
  }));
  return JSON.stringify({
    format: 'komawari',
    comics: Array.from({ length: comics }, (_, one) => ({
      slug: `c${one}`,
      title: `Comic ${one}`,
      favorited_at: at,
      score: 7,
      lists: ['one', 'two'],
      chapters,
    })),
  });
}

/** Changes of a comic with as many new terms as they may have, and long texts. */
function largestChanges(): ComicChanges {
  const terms = Object.values(KIND_PATHS).map((path) => [
    path,
    Array.from({ length: 500 }, () => ({ name: `Term ${randomBytes(12).toString('hex')}` })),
  ]);
  const words = LOCALES.map((locale) => [locale, { title: `A title in ${locale}`, description: 'word '.repeat(990) }]);
  return {
    description: 'word '.repeat(990),
    terms: Object.fromEntries(terms),
    translations: Object.fromEntries(words),
  };
}

/** The file of a WordPress site with so many works. */
function wordpressFile(works: number): string {
  const item = (at: number) => `
    <item><title>Work ${at}</title><content:encoded><![CDATA[${'<p>What a work.</p> '.repeat(20)}]]></content:encoded>
    <wp:post_id>${at}</wp:post_id><wp:post_name>work-${at}</wp:post_name><wp:status>publish</wp:status>
    <wp:post_type>wp-manga</wp:post_type><wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt>
    <category domain="wp-manga-genre" nicename="genre"><![CDATA[Genre ${at % 50}]]></category>
    <wp:postmeta><wp:meta_key>_wp_manga_status</wp:meta_key><wp:meta_value>end</wp:meta_value></wp:postmeta></item>`;
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="c" xmlns:wp="w"><channel>${Array.from(
    { length: works },
    (_, at) => item(at + 1),
  ).join('')}</channel></rss>`;
}

function listen(url: string, address: string): { opened: Promise<number>; close(): void } {
  const call = request(url, { agent: false, headers: { 'x-forwarded-for': address } });
  const opened = new Promise<number>((resolve) => {
    call
      .on('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
      .on('error', () => resolve(0));
  });
  call.end();
  return {
    opened,
    close: () => {
      call.destroy();
    },
  };
}
