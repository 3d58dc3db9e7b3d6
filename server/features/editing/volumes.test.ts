import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComicVolume } from '#contract/comics.ts';
import type { AdminComic, Revision } from '#contract/editing.ts';
import { withTransaction } from '#server/db/database.ts';
import { imageRecord } from '#server/db/queries/image-access.ts';
import { withdrawPictures } from '#server/features/blocklist/queries-quarantine.ts';
import { forgetPictures } from '#server/features/picture-upkeep/queries-orphans.ts';
import { moveReferences } from '#server/features/picture-upkeep/queries-cleaning.ts';
import { pathsOfComic } from '#server/features/purging/queries.ts';
import { returnPages, withholdPages } from '#server/features/takedowns/queries.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { statementsDuring, stopClock } from '#server/testing/counting/counted-statements.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let admin: Member, uploader: Member;
let pictures: string[];

beforeAll(async () => {
  site = await testApp();
  const { db, blobs } = site.deps;
  [admin, uploader] = [await member(db, { role: 'admin' }), await member(db, { role: 'uploader' })];
  pictures = await Promise.all([10, 50, 90, 130].map((shade) => plantPicture(db, blobs, shade)));
  await sql`insert into blocklist (kind, value) values ('prohibited', 'unspeakable')`.execute(db);
});
afterAll(() => site?.close());

let shade = 0;
/** Bytes of a picture that nobody has sent yet. */
const png = () =>
  sharp({ create: { width: 300, height: 450, channels: 3, background: { r: (shade += 1), g: 10, b: 200 } } })
    .png()
    .toBuffer();

let planted = 0;
/** A series of four chapters with two pages each: two of volume 1, one of volume 2, one of none. */
async function plant(rating: 'safe' | 'explicit' = 'safe') {
  const title = `Volumes ${(planted += 1)}`;
  return withTransaction(site.deps.db, async (tx) => {
    const work = await plantSeries(tx, { title, rating, cover: pictures[3]! }, pictures[0]!, {
      numbers: ['1', '2', '3', '4'],
      pages: 2,
    });
    const [one, two, three] = work.chapters;
    await sql`update all_chapters set volume = '1' where id in (${one}, ${two})`.execute(tx);
    await sql`update all_chapters set volume = '2' where id = ${three}`.execute(tx);
    await sql`update pages set image = ${pictures[1]} where chapter_id = ${three} and number = 1`.execute(tx);
    return work;
  });
}

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object | Buffer,
  who: Member | null = admin,
): Promise<{ status: number; body: any }> {
  const type = Buffer.isBuffer(payload) ? { 'content-type': 'image/png' } : {};
  const answer = await site.app.inject({
    method,
    url: `/api/admin/${path}`,
    headers: { host: 'comics.test', ...who?.headers, ...type },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const open = async (id: number): Promise<AdminComic> => (await call('GET', `comics/${id}`)).body;
async function change(id: number, volume: string, changes: object) {
  const { version } = await open(id);
  return call('PATCH', `comics/${id}/volumes`, { version, volume, ...changes });
}
async function send(id: number, volume: string, more = '') {
  const { version } = await open(id);
  return call('POST', `comics/${id}/volumes/cover?version=${version}&volume=${volume}${more}`, await png());
}
const shown = async (id: number, query = ''): Promise<ComicVolume[]> =>
  (await site.get(`/api/comics/${id}?${query}`)).body.volumes;
const hashIn = (address: string | null | undefined) => /\/images\/([0-9a-f]{64})\//.exec(address ?? '')?.[1] ?? '';
const access = async (hash: string) => (await imageRecord(site.deps.db, hash))?.cover;
const stored = async (id: number) =>
  (
    await sql<{ volume: string; title: string | null; cover: string | null }>`
    select volume, title, cover from comic_volumes where comic_id = ${id} order by volume`.execute(site.deps.db)
  ).rows;

describe('a volume of a series', () => {
  it('has a title, and as its cover a page, a part of one, or a picture that was sent', async () => {
    const { id, chapters } = await plant();
    expect(await shown(id)).toEqual([]);
    expect((await open(id)).volumes).toMatchObject([
      { volume: '1', chapters: 2, title: null, cover: null },
      { volume: '2', chapters: 1, title: null, cover: null },
    ]);
    const titled = await change(id, '2', { title: ' The Tide ' });
    expect([titled.status, titled.body.volumes[1]]).toMatchObject([200, { volume: '2', title: 'The Tide' }]);

    const [page] = (await call('GET', `chapters/${chapters[2]}`)).body.images;
    await change(id, '2', { cover: { page_id: page.id } });
    const crop = { left: 0, top: 0, width: 200, height: 300 };
    await change(id, '1', { cover: { page_id: page.id, crop } });
    const [first, second] = await shown(id);
    expect(second).toMatchObject({ volume: '2', title: 'The Tide', cover: { width: 400, height: 600 } });
    expect([hashIn(second!.image_url), hashIn(first!.image_url) !== pictures[1], first!.title]).toEqual([
      pictures[1],
      true,
      null,
    ]);

    expect((await send(id, '1')).status).toBe(200);
    const [sent] = await shown(id);
    for (const address of [sent!.thumb_url, sent!.image_url]) {
      expect((await site.get(new URL(address!).pathname)).status).toBe(200);
    }
    await change(id, '1', { cover: null });
    await change(id, '2', { title: null });
    expect((await shown(id)).map(({ volume, title }) => [volume, title])).toEqual([['2', null]]);
  });

  it('costs the comic’s page no statement', async () => {
    const [one, other] = [await plant(), await plant()];
    await send(other.id, '1');
    stopClock();
    const cost = async (id: number) => (await statementsDuring(() => shown(id).then(() => {}))).length;
    await Promise.all([cost(one.id), cost(other.id)]);
    expect(await cost(other.id)).toBe(await cost(one.id));
  });

  it('is refused where no chapter is of it, where someone was faster, to who may not edit, and what is no cover', async () => {
    const { id } = await plant();
    const { id: foreign, chapters } = await plant();
    const [page] = (await call('GET', `chapters/${chapters[0]}`)).body.images;
    const { version } = await open(id);
    const codes = [];
    for (const body of [
      { version, volume: '9', title: 'Nowhere' },
      { version: version - 1, volume: '1', title: 'Late' },
      { version, volume: '1', cover: { page_id: page.id } },
      { version, volume: '1', title: 'unspeakable' },
      { version, volume: '', title: 'x' },
      { version, volume: '1', title: 'x'.repeat(201) },
    ]) {
      codes.push((await call('PATCH', `comics/${id}/volumes`, body)).body.code);
    }
    expect(codes).toEqual([
      'volume-not-found',
      'edit-conflict',
      'page-not-found',
      'term-prohibited',
      'request-invalid',
      'request-invalid',
    ]);
    const path = `comics/${foreign}/volumes`;
    expect((await call('PATCH', path, { version: 1, volume: '1', title: 'x' }, uploader)).status).toBe(404);
    expect((await call('PATCH', path, { version: 1, volume: '1', title: 'x' }, null)).status).toBe(401);
    expect((await call('POST', `${path}/cover?version=1&volume=1`, Buffer.from('no'), uploader)).status).toBe(404);
    expect((await call('POST', `${path}/cover?version=1&volume=1`, Buffer.from('no picture'))).body.code).toBe(
      'page-undecodable',
    );
    expect((await call('POST', `${path}/cover?version=1&volume=1&left=0`, await png())).body.code).toBe(
      'request-invalid',
    );
    expect([await stored(id), await stored(foreign)]).toEqual([[], []]);
  });

  it('is changed by one of two who change it at once; the other is told how it is now', async () => {
    const { id } = await plant();
    const { version } = await open(id);
    const both = await Promise.all(
      ['One', 'Two'].map((title) => call('PATCH', `comics/${id}/volumes`, { version, volume: '1', title })),
    );
    const lost = both.find(({ status }) => status === 409)!;
    const won = both.find(({ status }) => status === 200)!;
    expect(lost.body).toMatchObject({ code: 'edit-conflict', current: { volumes: won.body.volumes } });
    expect(await stored(id)).toMatchObject([{ title: won.body.volumes[0].title }]);
  });

  it('is in the history of its comic, which brings its title and cover back', async () => {
    const { id } = await plant();
    await change(id, '1', { title: 'Before' });
    await send(id, '1');
    const cover = (await stored(id))[0]!.cover!;
    await change(id, '1', { title: null, cover: null });
    expect(await stored(id)).toEqual([]);
    const revisions: Revision[] = (await call('GET', `comics/${id}/revisions`)).body.data;
    expect(revisions[0]).toMatchObject({
      restorable: true,
      changes: [{ field: 'volumes', before: [{ volume: '1', title: 'Before' }], after: [] }],
    });
    await sql`update images set created_at = now() - interval '1 year'`.execute(site.deps.db);
    await forgetPictures(site.deps.db, new Date(), 1_000);
    const { version } = await open(id);
    await call('POST', `comics/${id}/revisions/${revisions[0]!.id}/restore`, { version });
    expect(await stored(id)).toEqual([{ volume: '1', title: 'Before', cover }]);
  });
});

describe('the cover of a volume', () => {
  it('is seen while its comic and a chapter of the volume are, of explicit comics by who wants to', async () => {
    const { id, chapters } = await plant();
    await send(id, '2');
    const cover = (await stored(id))[0]!.cover!;
    expect([await access(cover), (await shown(id)).length]).toEqual(['public', 1]);
    const set = (table: 'comics' | 'all_chapters', row: number, state: string) =>
      sql`update ${sql.table(table)} set state = ${state} where id = ${row}`.execute(site.deps.db);
    for (const state of ['draft', 'removed']) {
      await set('all_chapters', chapters[2]!, state);
      expect([await access(cover), await shown(id)]).toEqual(['none', []]);
      await set('all_chapters', chapters[2]!, 'published');
      await set('comics', id, state);
      expect(await access(cover)).toBe('none');
      await set('comics', id, 'published');
    }
    await sql`update comics set rating = 'explicit' where id = ${id}`.execute(site.deps.db);
    expect(await access(cover)).toBe('signed');
    expect(await shown(id, 'nsfw=false')).toEqual([
      { volume: '2', title: null, thumb_url: null, image_url: null, cover: null },
    ]);
    const [open] = await shown(id, 'nsfw=true');
    const { pathname, search } = new URL(open!.image_url!);
    expect([(await site.get(pathname)).status, (await site.get(pathname + search)).status]).toEqual([404, 200]);
  });

  it('is withheld with the page that it is, and back with it', async () => {
    const { id, chapters } = await plant();
    const pages = (await call('GET', `chapters/${chapters[2]}`)).body.images;
    const picture = await plantPicture(site.deps.db, site.deps.blobs, 170);
    const plate = await plantPicture(site.deps.db, site.deps.blobs, 171);
    await sql`update pages set image = ${picture} where id = ${pages[0].id}`.execute(site.deps.db);
    await change(id, '2', { cover: { page_id: pages[0].id } });
    expect([hashIn((await shown(id))[0]!.thumb_url), await access(picture)]).toEqual([picture, 'public']);
    const { rows } = await sql<{ id: number }>`
      insert into takedowns (scope, comic_id, claimant, statement) values ('page', ${id}, '{}', '') returning id`.execute(
      site.deps.db,
    );
    const notice = rows[0]!.id;
    await withTransaction(site.deps.db, (tx) => withholdPages(tx, notice, { page: pages[0].id }, plate));
    expect([(await shown(id)).map(({ cover }) => cover), await access(picture)]).toEqual([[null], 'none']);
    await withTransaction(site.deps.db, (tx) => returnPages(tx, notice));
    expect([hashIn((await shown(id))[0]!.thumb_url), await access(picture)]).toEqual([picture, 'public']);
  });

  it('is nobody’s garbage, follows a picture that was cleaned, is told to a CDN, and takes its comic away where it is prohibited', async () => {
    const { db } = site.deps;
    const { id } = await plant();
    await send(id, '1');
    const cover = (await stored(id))[0]!.cover!;
    await sql`update images set created_at = now() - interval '1 year'`.execute(db);
    await forgetPictures(db, new Date(), 1_000);
    expect(await imageRecord(db, cover)).not.toBeNull();
    expect((await pathsOfComic(db, id)).some((path) => path.includes(cover))).toBe(true);
    const clean = await plantPicture(db, site.deps.blobs, 211);
    await withTransaction(db, (tx) => moveReferences(tx, cover, clean));
    expect(await stored(id)).toMatchObject([{ cover: clean }]);
    await withTransaction(db, (tx) => withdrawPictures(tx, [clean]));
    expect((await open(id)).state).toBe('removed');
  });

  it('goes with its comic, and with its chapters to another one', async () => {
    const [from, to, rest] = [await plant(), await plant(), await plant()];
    await change(from.id, '2', { title: 'Here' });
    await send(from.id, '1');
    const all = await stored(from.id);
    await call('POST', `chapters/${from.chapters[2]}/move`, { comic_id: to.id });
    expect([await stored(from.id), await stored(to.id)]).toEqual([[all[0]], [all[1]]]);
    await call('POST', `comics/${from.id}/merge`, { comic_id: rest.id });
    expect([await stored(from.id), await stored(rest.id)]).toEqual([[], [all[0]]]);
    expect((await call('DELETE', `comics/${from.id}`)).status).toBe(204);
  });

  it('stands at its chapters in feeds and catalogues of reading programs, where others have that of the comic', async () => {
    const { id, slug } = await plant();
    await send(id, '1');
    const cover = (await stored(id))[0]!.cover!;
    const pictured = (text: string) =>
      [...text.matchAll(/\/images\/([0-9a-f]{64})\/cover640/g)].map(([, hash]) => hash);
    const work = pictures[3];
    const feed = String((await site.get(`/en/comic/${slug}/feed.atom`)).body);
    const each = feed.split('<entry>').slice(1);
    expect(each.map((entry) => pictured(entry)[0])).toEqual([work, work, cover, cover]);
    const shelf = (await site.get(`/en/opds/v2/comics/${slug}`)).body.publications as { images: { href: string }[] }[];
    expect(shelf.map(({ images }) => pictured(images[0]!.href)[0])).toEqual([cover, cover, work, work]);
    await sql`update comics set rating = 'explicit' where id = ${id}`.execute(site.deps.db);
    const without = [`/en/comic/${slug}/feed.atom`, `/en/opds/v2/comics/${slug}`];
    for (const path of without) {
      expect(JSON.stringify((await site.get(path)).body)).not.toContain('cover640');
    }
  });
});
