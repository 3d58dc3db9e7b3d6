import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction, type Tx } from '#server/db/database.ts';
import { createChapter, setPages } from '#server/features/chapters/public/queries-writing.ts';
import { describeTerm, findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { createComic, editComic, publishComic, slugFor, type ComicDraft } from './public/queries-writing.ts';

let site: TestApp;
let image: string;
const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => withTransaction(site.deps.db, work);
const plant = (draft: ComicDraft, pages?: number) => inTx((tx) => plantComic(tx, draft, image, pages));
const setState = (id: number, state: string) =>
  sql`update comics set state = ${state}, removed_at = '2026-05-04T12:00:00Z', removed_reason = 'a claim' where id = ${id}`.execute(
    site.deps.db,
  );

beforeAll(async () => {
  site = await testApp({ premium: { previewPages: 2 } });
  image = await plantPicture(site.deps.db, site.deps.blobs);
});
afterAll(() => site.close());

describe('one comic', () => {
  it('answers every field of the contract, by slug and by id, in the language of the reader', async () => {
    const terms = await inTx(async (tx) => {
      const ids = await findOrCreateTerms(tx, [
        { kind: 'tag', name: 'Long Hair' },
        { kind: 'artist', name: 'Ana' },
        { kind: 'language', name: 'ja', code: 'ja' },
        { kind: 'category', name: 'Manga' },
      ]);
      await describeTerm(tx, ids[0] as number, { color: '#aabbcc', translations: { fr: 'Cheveux longs' } });
      return ids;
    });
    const { id, slug } = await plant({
      title: '月の川',
      alternativeTitle: 'Tsuki no Kawa',
      description: '説明',
      status: 'complete',
      translated: true,
      terms,
      linkcode: '671554',
      uploadedAt: new Date('2026-08-09T23:30:00Z'),
      releasedOn: '2020-02-29',
      translations: { fr: { title: 'La rivière', description: null } },
    });
    expect(slug).toBe('月の川');
    const { status, body } = await site.get(`/api/comics/${encodeURIComponent(slug)}?lang=fr`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      slug,
      linkcode: '671554',
      title: 'La rivière',
      title_original: '月の川',
      alternative_title: 'Tsuki no Kawa',
      description: '説明',
      rewritten: false,
      translated: true,
      speechless: false,
      uploaded_at: '2026-08-09',
      released_on: '2020-02-29',
      pages: 3,
      favorites: 0,
      status: 'complete',
      chapters_count: 0,
      short_url: `http://comics.test/g/${id}`,
      premium: false,
      premium_until: null,
      withheld: false,
      closed: false,
      preview_images: [],
      category: { name: 'Manga', slug: 'manga' },
      language: { name: 'Japonais', slug: 'japanese', code: 'ja', icon: 'ja' },
      tags: [{ name: 'Cheveux longs', slug: 'long-hair', color: '#aabbcc', comics_count: 1 }],
      artists: [{ name: 'Ana', slug: 'ana' }],
      authors: [],
      groups: [],
      characters: [],
      parodies: [],
      relationships: [],
      translations: [{ locale: 'fr', title: 'La rivière', description: null }],
    });
    expect((await site.get(`/api/comics/${id}`)).body.title).toBe('月の川');
    for (const url of [body.thumb_url, body.image_url]) {
      expect((await site.get(url)).headers['content-type']).toBe('image/webp');
    }
  });

  it.each(['nothing-here', '0', '999999999', '99999999999999999999', '%00', '%ED%A0%80', 'a'.repeat(299)])(
    'answers 404 to %s',
    async (address) => {
      for (const path of ['', '/chapters', '/images', '/translations', '/one/images']) {
        const { status, body } = await site.get(`/api/comics/${address}${path}`);
        expect([404, 400]).toContain(status);
        expect(typeof body.message).toBe('string');
      }
    },
  );

  it('shows drafts and scheduled ones to nobody, unlisted ones by address only, and removed ones as a tombstone', async () => {
    const { id, slug } = await plant({ title: 'Secret plan' });
    const answers = async () =>
      Promise.all(
        ['', '/chapters', '/images', '/translations'].map(
          async (path) => (await site.get(`/api/comics/${slug}${path}`)).status,
        ),
      );
    const listed = async () => (await site.get('/api/comics?q=secret')).body.total;
    expect([await answers(), await listed()]).toEqual([[200, 200, 200, 200], 1]);
    for (const state of ['draft', 'scheduled']) {
      await setState(id, state);
      expect([await answers(), await listed()]).toEqual([[404, 404, 404, 404], 0]);
    }
    await setState(id, 'unlisted');
    expect([await answers(), await listed()]).toEqual([[200, 200, 200, 200], 0]);
    await setState(id, 'removed');
    expect([await answers(), await listed()]).toEqual([[451, 451, 451, 451], 0]);
    expect((await site.get(`/api/comics/${id}`)).body).toMatchObject({
      title: 'Secret plan',
      reason: 'a claim',
      removed_at: '2026-05-04',
    });
  });

  it('gives an explicit comic without pictures to those who did not choose to see such', async () => {
    const { id, slug } = await plant({ title: 'Night', rating: 'explicit' });
    const { body } = await site.get(`/api/comics/${slug}?nsfw=false`);
    expect(body).toMatchObject({
      withheld: true,
      cover: null,
      thumb_url: 'http://comics.test/images/default.jpg',
      preview_images: [],
    });
    const refused = await site.get(`/api/comics/${slug}/images?nsfw=false`);
    expect([refused.status, refused.body.gate_url]).toEqual([451, `http://comics.test/g/${id}`]);
    expect(
      JSON.stringify([body, refused.body, (await site.get('/api/comics?nsfw=false&per_page=100')).body]),
    ).not.toContain(`${image}/thumb`);
    const seen = await site.get(`/api/comics/${slug}/images?nsfw=true`);
    expect(seen.body.images[0].source_url).toMatch(/\?expires=\d+&signature=/);
    expect(seen.body.comic.thumb_url).toMatch(/signature=/);
  });

  it('gives the first pages of a premium comic to everyone and the rest to nobody who is not signed in', async () => {
    const { slug } = await plant({ title: 'Gold', premium: true }, 5);
    const { body } = await site.get(`/api/comics/${slug}`);
    expect(body.premium).toBe(true);
    expect(body.preview_images.map((page: { page: number }) => page.page)).toEqual([1, 2]);
    const refused = await site.get(`/api/comics/${slug}/images`);
    expect([refused.status, typeof refused.body.message, refused.body.images]).toEqual([401, 'string', undefined]);
  });

  it('names the same work in other languages', async () => {
    const [en, de] = await inTx((tx) =>
      findOrCreateTerms(tx, [
        { kind: 'language', name: 'en', code: 'en' },
        { kind: 'language', name: 'de', code: 'de' },
      ]),
    );
    const first = await plant({ title: 'The House', workKey: 'house', terms: [en as number] });
    const second = await plant({ title: 'Das Haus', workKey: 'house', terms: [de as number] });
    await plant({ title: 'Das andere Haus', workKey: 'house', terms: [de as number], rating: 'explicit' });
    const { body } = await site.get(`/api/comics/${first.slug}/translations?nsfw=false`);
    expect(body).toEqual([
      { slug: second.slug, title: 'Das Haus', language: expect.objectContaining({ code: 'de', name: 'German' }) },
    ]);
    expect((await site.get(`/api/comics/${second.id}?nsfw=false`)).body.editions).toHaveLength(1);
  });
});

describe('chapters', () => {
  it('stand in the order of their numbers, whatever order they came in', async () => {
    const comic = await inTx(async (tx) => {
      const made = await createComic(tx, { title: 'Series', oneshot: false });
      for (const number of ['10', '2', '1.5', '1', 'extra']) {
        const chapter = await createChapter(tx, made.id, { number, name: `Part ${number}` });
        await setPages(tx, chapter.id, [{ image }, { image }]);
      }
      await publishComic(tx, made.id);
      return made;
    });
    const { body: chapters } = await site.get(`/api/comics/${comic.slug}/chapters`);
    expect(chapters.map((chapter: { number: string }) => chapter.number)).toEqual(['1', '1.5', '2', '10', 'extra']);
    expect((await site.get(`/api/comics/${comic.id}`)).body).toMatchObject({ pages: 10, chapters_count: 5 });
    const second = await site.get(`/api/comics/${comic.slug}/${chapters[1].slug}/images`);
    expect(second.body).toMatchObject({
      chapter: { slug: 'chapter-1-5' },
      prev_chapter: { number: '1' },
      next_chapter: { number: '2' },
    });
    expect(second.body.images.map((page: { page: number }) => page.page)).toEqual([1, 2]);
    expect((await site.get(`/api/comics/${comic.slug}/${chapters[4].id}/images`)).body).toMatchObject({
      chapter: { number: 'extra' },
      next_chapter: null,
    });
    expect((await site.get(`/api/comics/${comic.slug}/images`)).body).toMatchObject({
      chapter: { number: '1' },
      prev_chapter: null,
      next_chapter: { number: '1.5' },
    });
    expect((await site.get(`/api/comics/${comic.slug}/none/images`)).status).toBe(404);
  });

  it('are not shown of a one-shot, and a second one makes it a series', async () => {
    const { id, slug } = await plant({ title: 'Single' });
    expect((await site.get(`/api/comics/${slug}/chapters`)).body).toEqual([]);
    expect((await site.get(`/api/comics/${slug}/images`)).body).toMatchObject({
      chapter: null,
      prev_chapter: null,
      next_chapter: null,
      comic: { chapters_count: 0 },
    });
    await inTx((tx) => createChapter(tx, id, { number: '2' }));
    expect((await site.get(`/api/comics/${slug}/chapters`)).body).toHaveLength(2);
  });
});

describe('slugs', () => {
  it('are free, in letters of any script, and no word of a route', async () => {
    const slugs = [];
    for (const title of ['Twice', 'Twice', 'twice!', '1984', 'Random', 'ねこ', '!!!']) {
      slugs.push((await inTx((tx) => createComic(tx, { title }))).slug);
    }
    expect(slugs).toEqual(['twice', 'twice-2', 'twice-3', 'comic-1984', 'comic-random', 'ねこ', 'comic-u21-u21-u21']);
    expect(slugFor('Download')).toBe('comic-download');
  });

  it('are different for comics of one title that are made at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => inTx((tx) => createComic(tx, { title: 'At once' }))),
    );
    expect(new Set(made.map((comic) => comic.slug)).size).toBe(8);
  });
});

describe('editing', () => {
  it('moves a comic to where its new title and terms belong', async () => {
    const [red, blue] = await inTx((tx) =>
      findOrCreateTerms(tx, [
        { kind: 'tag', name: 'red' },
        { kind: 'tag', name: 'blue' },
      ]),
    );
    const { id } = await plant({ title: 'Before', terms: [red as number] });
    const totals = async () =>
      Promise.all(
        [`tags=${red}`, `tags=${blue}`, 'q=before', 'q=after'].map(
          async (query) => (await site.get(`/api/comics?${query}`)).body.total,
        ),
      );
    expect(await totals()).toEqual([1, 0, 1, 0]);
    await inTx((tx) => editComic(tx, id, { title: 'After', terms: [blue as number] }));
    expect(await totals()).toEqual([0, 1, 0, 1]);
  });
});
