import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { createChapter, setPages } from '#server/features/chapters/public/queries-writing.ts';
import { setDeclaredPages } from '#server/features/chapters/public/queries-missing.ts';
import { createComic } from '#server/features/comics/public/queries-writing.ts';
import { publishDue } from '#server/features/editing/public/publication.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { drawPage } from '#server/features/imports/testing/archives.ts';
import { decideReview } from '#server/features/editing/public/publication.ts';

let site: TestApp;
let admin: Member, uploader: Member;
let image: string;
let clock = new Date('2026-05-01T12:00:00Z');
beforeAll(async () => {
  site = await testApp({ uploads: { reviewFirst: 1 } }, () => clock);
  [admin, uploader] = [await member(site.deps.db, { role: 'admin' }), await member(site.deps.db, { role: 'uploader' })];
  image = await plantPicture(site.deps.db, site.deps.blobs);
});
afterAll(() => site?.close());

let planted = 0;
/** A draft of two pages, of which the second is missing. */
async function plant({ said = null as number | null, missing = true, state = 'draft' } = {}): Promise<{
  id: number;
  slug: string;
  chapter: number;
}> {
  return withTransaction(site.deps.db, async (tx) => {
    const { id, slug } = await createComic(tx, { title: `Hurt ${(planted += 1)}`, oneshot: true });
    const chapter = await createChapter(tx, id, {});
    const lost = { code: 'page-missing' as const, params: {}, accepted: false };
    await setPages(tx, chapter.id, [
      { image, name: '1.png' },
      { image, name: '2.png', missing: missing ? lost : null },
    ]);
    if (said !== null) {
      await setDeclaredPages(tx, chapter.id, said);
    }
    await sql`update comics set state = ${state}, uploader_id = ${uploader.id} where id = ${id}`.execute(tx);
    return { id, slug, chapter: chapter.id };
  });
}

async function call(
  who: Member,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object | Buffer,
): Promise<{ status: number; body: any }> {
  const type = Buffer.isBuffer(payload) ? { 'content-type': 'application/octet-stream' } : {};
  const answer = await site.app.inject({
    method,
    url: `/api/admin/${path}`,
    headers: { ...who.headers, ...type },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const fetchComic = async (slug: string) => (await call(admin, 'GET', `comics/${slug}`)).body;
const move = async (who: Member, slug: string, change: object) =>
  call(who, 'POST', `comics/${slug}/state`, { version: (await fetchComic(slug)).version, ...change });

describe('a comic with missing pages', () => {
  it('is published, scheduled or unlisted only by who says that it may, which is asked once', async () => {
    const { slug } = await plant();
    const tomorrow = '2026-05-02T12:00:00Z';
    for (const change of [{ action: 'publish' }, { action: 'publish', at: tomorrow }, { action: 'unlist' }]) {
      expect(await move(admin, slug, change), JSON.stringify(change)).toMatchObject({
        status: 409,
        body: { code: 'comic-pages-missing', message: expect.stringContaining('2 (2.png)') },
      });
    }
    expect((await fetchComic(slug)).state).toBe('draft');
    expect(await move(admin, slug, { action: 'publish', incomplete: true })).toMatchObject({
      status: 200,
      body: { state: 'published', missing_pages: [{ page: 2, accepted: true }] },
    });
    await move(admin, slug, { action: 'draft' });
    expect((await move(admin, slug, { action: 'publish' })).body.state).toBe('published');
  });

  it('scheduled with that word comes out at its time; one that loses pages meanwhile is a draft again', async () => {
    const [one, other] = [await plant(), await plant({ missing: false })];
    const at = '2026-05-03T12:00:00Z';
    await move(admin, one.slug, { action: 'publish', at, incomplete: true });
    await move(admin, other.slug, { action: 'publish', at });
    await sql`update pages set missing = '{"code": "page-missing", "params": {}}' where chapter_id = ${other.chapter} and number = 1`.execute(
      site.deps.db,
    );
    clock = new Date('2026-05-03T12:01:00Z');
    await publishDue(site.deps)({ signal: new AbortController().signal } as never);
    expect([(await fetchComic(one.slug)).state, (await fetchComic(other.slug)).state]).toEqual(['published', 'draft']);
  });

  it('of an uploader is asked for before moderators look at it', async () => {
    const { id, slug } = await plant();
    expect((await move(uploader, slug, { action: 'publish' })).body.code).toBe('comic-pages-missing');
    expect((await move(uploader, slug, { action: 'publish', incomplete: true })).body.review).toBe('waiting');
    const { rows } = await sql<{ id: number }>`select id from reviews where comic_id = ${id}`.execute(site.deps.db);
    await withTransaction(site.deps.db, (tx) =>
      decideReview(tx, { reviewId: rows[0]!.id, by: admin.id, approve: true, note: '', now: clock }),
    );
    expect((await fetchComic(slug)).state).toBe('published');
  });

  it('is found in the table, and is held back by an edit of many, which says so', async () => {
    const [hurt, whole] = [await plant(), await plant({ missing: false })];
    expect(
      (await call(admin, 'GET', 'comics?missing=some_pages&per_page=100')).body.data.map(
        ({ id }: { id: number }) => id,
      ),
    ).toContain(hurt.id);
    expect(
      (await call(admin, 'GET', 'comics?missing=some_pages&per_page=100')).body.data.map(
        ({ id }: { id: number }) => id,
      ),
    ).not.toContain(whole.id);
    const selection = { ids: [hurt.id, whole.id] };
    expect(
      (await call(admin, 'POST', 'comics/bulk', { selection, changes: { state: 'published' }, preview: true })).body,
    ).toMatchObject({ selected: 2, changing: 1, held: 1, samples: [{ id: whole.id }] });
    expect(
      (await call(admin, 'POST', 'comics/bulk', { selection, changes: { state: 'draft' }, preview: true })).body,
    ).toMatchObject({ changing: 0, held: 0 });
  });

  it('is whole once each is replaced or deleted; what is undone is missing again', async () => {
    const { slug, chapter } = await plant();
    const { body: before } = await call(admin, 'GET', `chapters/${chapter}`);
    expect(before.images.map(({ missing }: { missing: string | null }) => missing)).toEqual([
      null,
      expect.stringContaining('missing'),
    ]);
    const { body: after } = await call(
      admin,
      'PUT',
      `chapters/${chapter}/pages/${before.images[1].id}/image`,
      await drawPage(77),
    );
    expect([after.missing, after.images[1].missing]).toEqual([0, null]);
    const {
      body: {
        data: [change],
      },
    } = await call(admin, 'GET', `comics/${slug}/revisions`);
    await call(admin, 'POST', `comics/${slug}/revisions/${change.id}/restore`, {
      version: (await fetchComic(slug)).version,
    });
    expect((await fetchComic(slug)).missing_pages).toMatchObject([{ page: 2, name: '2.png' }]);
    await call(admin, 'POST', `chapters/${chapter}/pages/delete`, {
      ids: [(await call(admin, 'GET', `chapters/${chapter}`)).body.images[1].id],
    });
    expect((await move(admin, slug, { action: 'publish' })).body.state).toBe('published');
  });

  it('does not join one that readers see by moving its chapter or pages', async () => {
    const [hurt, seen] = [await plant(), await plant({ missing: false, state: 'published' })];
    const {
      body: { images },
    } = await call(admin, 'GET', `chapters/${hurt.chapter}`);
    expect(
      (
        await call(admin, 'POST', `chapters/${hurt.chapter}/pages/move`, {
          ids: [images[1].id],
          chapter_id: seen.chapter,
        })
      ).body.code,
    ).toBe('comic-pages-missing');
    expect((await call(admin, 'POST', `chapters/${hurt.chapter}/move`, { comic_id: seen.id })).body.code).toBe(
      'comic-pages-missing',
    );
    expect((await call(admin, 'POST', `comics/${hurt.slug}/merge`, { comic_id: seen.id })).body.code).toBe(
      'comic-pages-missing',
    );
    expect((await fetchComic(seen.slug)).pages).toBe(2);
  });
});

it('a comic whose file says that it has more pages is shown by who says that it may, or once they are there', async () => {
  const [one, other] = [await plant({ missing: false, said: 4 }), await plant({ missing: false, said: 3 })];
  expect(await move(admin, one.slug, { action: 'publish' })).toMatchObject({
    status: 409,
    body: { code: 'comic-pages-fewer' },
  });
  expect((await move(admin, one.slug, { action: 'publish', incomplete: true })).body).toMatchObject({
    state: 'published',
    chapters: [{ pages_said: null }],
  });
  await call(admin, 'POST', `chapters/${other.chapter}/pages?name=3.png`, await drawPage(78));
  expect((await move(admin, other.slug, { action: 'publish' })).body.state).toBe('published');
});
