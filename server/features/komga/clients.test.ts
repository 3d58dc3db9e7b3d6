import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member } from '#server/testing/member.ts';
import { describedFaults, isDescribed } from './testing/description.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

type Need = string | [call: string, body: object];
const { clients } = JSON.parse(readFileSync(new URL('testing/client-needs.json', import.meta.url), 'utf8')) as {
  clients: { name: string; repository: string; needs: Record<string, Need[]> }[];
};

let site: TestApp;
let reader: { headers: { authorization: string } };
const ids: Record<string, string> = { library: 'en', collection: 'favorites' };

beforeAll(async () => {
  site = await testApp({
    url: 'https://comics.example',
    features: ['tags', 'genres', 'artists', 'languages', 'favorites', 'downloads', 'komga'],
    limits: { readsPerMinute: 0 },
  });
  const { db, blobs } = site.deps;
  const { id: own, username } = await member(db);
  const password = 'a good: long pässword';
  await sql`update users set password = ${await hashPassword(password)} where id = ${own}`.execute(db);
  reader = { headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` } };
  const picture = await plantPicture(db, blobs);
  await withTransaction(db, async (tx) => {
    const [en, genre] = (await findOrCreateTerms(tx, [
      { kind: 'language', name: 'en', code: 'en' },
      { kind: 'genre', name: 'Adventure' },
    ])) as [number, number];
    const { id, chapters } = await plantSeries(
      tx,
      { title: 'Star fishers', rating: 'safe', cover: picture, terms: [en, genre], status: 'ongoing' },
      picture,
      { numbers: ['1', '2', '3'], pages: 3 },
    );
    const other = await plantComic(tx, { title: 'Ōre', rating: 'safe', terms: [en] }, picture);
    await sql`insert into favorites (user_id, comic_id) values (${own}, ${id})`.execute(tx);
    const { rows } = await sql<{
      id: number;
    }>`insert into lists (user_id, name) values (${own}, 'To read') returning id`.execute(tx);
    const [list] = rows;
    await sql`insert into list_comics (list_id, comic_id, position) values (${list!.id}, ${id}, 1), (${list!.id}, ${other.id}, 2)`.execute(
      tx,
    );
    Object.assign(ids, { series: String(id), book: String(chapters[0]), readlist: String(list!.id) });
  });
});
afterAll(() => site.close());

const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);

async function play(call: string, body?: object) {
  const [, status, method, path] = /^(\d{3} )?(\w+) (.*)$/.exec(call)!;
  const answer = await site.app.inject({
    method: method as 'GET',
    url: `/komga${filled(path!)}`,
    headers: { ...reader.headers, host: 'comics.example', accept: '*/*' },
    ...(body === undefined ? {} : { payload: JSON.parse(filled(JSON.stringify(body))) as object }),
  });
  return { wanted: Number(status ?? 200), method: method!, path: filled(path!).split('?', 1)[0]!, answer };
}

it.each(clients)('answers all that $name asks, as Komga describes it', async ({ needs }) => {
  const wrong: string[] = [];
  for (const [file, calls] of Object.entries(needs)) {
    for (const need of calls) {
      const [call, body] = typeof need === 'string' ? [need] : need;
      const { wanted, method, path, answer } = await play(call, body);
      const got = answer.statusCode === 204 ? 200 : answer.statusCode;
      const isJson = answer.headers['content-type']?.toString().includes('json') === true;
      if (got !== wanted) wrong.push(`${call} (${file}): ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      if (got >= 400 && answer.json().path !== `/komga${path}`) wrong.push(`${call}: not told as Komga does`);
      if (got === 200 && isJson && isDescribed(method, path)) {
        wrong.push(...describedFaults(method, path, answer.json()).faults.map((fault) => `${call}: ${fault}`));
      }
    }
  }
  expect(wrong).toEqual([]);
});

it('gives a book as a manifest whose pages can be fetched', async () => {
  const manifest = await play('GET /api/v1/books/{book}/manifest');
  expect(manifest.answer.headers['content-type']).toContain('application/divina+json');
  const { readingOrder, metadata } = manifest.answer.json() as {
    readingOrder: { href: string; type: string }[];
    metadata: object;
  };
  expect(metadata).toMatchObject({ title: 'Chapter 1', numberOfPages: 3, readingProgression: 'ltr' });
  for (const { href, type } of readingOrder) {
    const page = await site.app.inject({ url: href, headers: { ...reader.headers, host: 'comics.example' } });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, type]);
  }
});

it('counts the letters that series begin with', async () => {
  const all = await play('GET /api/v1/series/alphabetical-groups');
  expect(all.answer.json()).toEqual([
    { group: 'o', count: 1 },
    { group: 's', count: 1 },
  ]);
  const some = await play('POST /api/v1/series/list/alphabetical-groups', {
    condition: { genre: { operator: 'is', value: 'Adventure' } },
  });
  expect(some.answer.json()).toEqual([{ group: 's', count: 1 }]);
});

it('refuses what administers a server before it reads what was sent, and gives a series as one file', async () => {
  const upload = await site.app.inject({
    method: 'POST',
    url: `/komga/api/v1/series/${ids.series}/thumbnails`,
    headers: { ...reader.headers, host: 'comics.example', 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--',
  });
  expect(upload.statusCode).toBe(403);
  const guest = await site.app.inject({ url: '/komga/api/v1/settings', headers: { host: 'comics.example' } });
  expect(guest.statusCode).toBe(401);
  const file = (await play('GET /api/v1/series/{series}/file')).answer;
  expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});
