import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminComic, Revision } from '#contract/editing.ts';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { statementsDuring, stopClock } from '#server/testing/counting/counted-statements.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let admin: Member;
let image: string;

beforeAll(async () => {
  site = await testApp();
  const { db, blobs } = site.deps;
  admin = await member(db, { role: 'admin' });
  image = await plantPicture(db, blobs);
});
afterAll(() => site.close());

let planted = 0;
async function plant(): Promise<number> {
  const title = `Linked ${(planted += 1)}`;
  return (await withTransaction(site.deps.db, (tx) => plantComic(tx, { title }, image, 1))).id;
}

async function call(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, lang = 'en') {
  const answer = await site.app.inject({
    method,
    url: `/api/admin/comics/${path}?lang=${lang}`,
    headers: { host: 'comics.test', ...admin.headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const open = async (id: number): Promise<AdminComic> => (await call('GET', String(id))).body;
async function change(id: number, changes: object, lang = 'en') {
  const { version } = await open(id);
  return call('PATCH', String(id), { version, changes }, lang);
}
async function shown(id: number, lang = 'en') {
  const { status, body } = await site.get(`/api/comics/${id}?lang=${lang}`);
  expect(status).toBe(200);
  return { links: body.links, official: body.official_links };
}
const revisions = async (id: number): Promise<Revision[]> => (await call('GET', `${id}/revisions`)).body.data;

const STORE = { url: 'https://store.example/rain', language: 'ja', label: 'The store' } as const;

describe('the links of a comic', () => {
  it('are told with their addresses, official ones with the language in the viewer’s', async () => {
    const id = await plant();
    expect(await shown(id)).toEqual({ links: [], official: [] });
    const { status, body } = await change(id, {
      links: { kitsu: '38', anilist: 'https://anilist.co/manga/30013/RAIN/', mal: '' },
      official_links: [STORE, { url: 'https://Example.org', label: ' ' }],
    });
    expect([status, body.links]).toEqual([200, { kitsu: '38', anilist: '30013' }]);
    await site.deps.catalogue.follow();
    expect((await site.get('/api/comics?q=has:link')).body.data.map((comic: { id: number }) => comic.id)).toEqual([id]);
    expect(await shown(id, 'de')).toEqual({
      links: [
        { service: 'anilist', id: '30013', url: 'https://anilist.co/manga/30013' },
        { service: 'kitsu', id: '38', url: 'https://kitsu.app/manga/38' },
      ],
      official: [
        { url: STORE.url, label: 'The store', language: { code: 'ja', name: 'Japanisch' } },
        { url: 'https://example.org/', label: null, language: null },
      ],
    });
  });

  it('cost the comic’s page no statement', async () => {
    const [one, other] = [await plant(), await plant()];
    await change(other, { links: { mal: '7' }, official_links: [STORE] });
    stopClock();
    const cost = async (id: number) => (await statementsDuring(() => shown(id).then(() => {}))).length;
    await Promise.all([cost(one), cost(other)]);
    expect(await cost(other)).toBe(await cost(one));
  });

  it('that are none are refused in the language of the one who edits, by the field they stand in', async () => {
    const id = await plant();
    const { status, body } = await change(
      id,
      { links: { mal: 'Rain', anilist: '30013' }, official_links: [{ url: 'http://store.example/rain' }] },
      'de',
    );
    expect([status, body.errors]).toEqual([
      422,
      {
        'changes.links.mal': ['Das ist weder eine ID noch eine URL eines Werks auf dieser Website.'],
        'changes.official_links.url': ['Geben Sie eine vollständige URL ein, die mit https:// beginnt.'],
      },
    ]);
    const many = Array.from({ length: 11 }, (_, at) => ({ ...STORE, url: `https://store.example/${at}` }));
    for (const bad of [
      { official_links: many },
      { official_links: [{ ...STORE, language: 'xx' }] },
      { links: { mal: 7 } },
    ]) {
      expect((await change(id, bad)).status).toBe(422);
    }
    expect(await shown(id)).toEqual({ links: [], official: [] });
  });

  it('with a prohibited word are refused', async () => {
    const id = await plant();
    expect(await change(id, { official_links: [{ ...STORE, label: 'l0licon' }] })).toMatchObject({
      status: 422,
      body: { code: 'term-prohibited' },
    });
  });

  it('are in the comic’s history, and come back from it', async () => {
    const id = await plant();
    const { version } = await open(id);
    await change(id, { links: { mal: '7' }, official_links: [STORE] });
    expect((await open(id)).version).toBeGreaterThan(version);
    await change(id, { links: {}, official_links: [] });
    const [last, first] = await revisions(id);
    expect(first!.changes).toEqual(
      expect.arrayContaining([
        { field: 'links', before: {}, after: { mal: '7' } },
        { field: 'official_links', before: [], after: [STORE] },
      ]),
    );
    const now = await open(id);
    const restored = await call('POST', `${id}/revisions/${last!.id}/restore`, { version: now.version, to: 'before' });
    expect(restored.status).toBe(200);
    expect(await open(id)).toMatchObject({ links: { mal: '7' }, official_links: [STORE] });
    // The same again changes nothing, and is no revision.
    await change(id, { links: { mal: '7' } });
    expect(await revisions(id)).toHaveLength(3);
  });

  it('go over to the work that a comic is merged with, where that has none of the service, as far as they fit', async () => {
    const [from, to] = [await plant(), await plant()];
    const others = Array.from({ length: 9 }, (_, at) => ({ ...STORE, url: `https://other.example/${at}` }));
    await change(from, {
      links: { mal: '7', anilist: '8' },
      official_links: [STORE, others[0], { ...STORE, url: 'https://too.many.example/' }],
    });
    await change(to, { links: { mal: '9' }, official_links: others });
    expect((await call('POST', `${from}/merge`, { comic_id: to })).status).toBe(200);
    expect(await open(from)).toEqual(expect.objectContaining({ links: {}, official_links: [] }));
    expect(await open(to)).toMatchObject({ links: { mal: '9', anilist: '8' }, official_links: [...others, STORE] });
  });

  it('go with it', async () => {
    const id = await plant();
    await change(id, { links: { mal: '7' }, official_links: [STORE] });
    await sql`delete from comics where id = ${id}`.execute(site.deps.db);
    const { rows } = await sql`select comic_id from comic_links where comic_id = ${id}
      union all select comic_id from comic_official_links where comic_id = ${id}`.execute(site.deps.db);
    expect(rows).toEqual([]);
  });
});
