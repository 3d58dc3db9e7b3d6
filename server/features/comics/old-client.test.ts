import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ComicDetail, ComicPage, SORTS } from '#contract/comics.ts';
import { Chapter, ChapterImages } from '#contract/chapters.ts';
import { KIND_PATHS, Term, TERM_KINDS, TermDetail, TermPage } from '#contract/taxonomy.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantCatalogue } from '#server/testing/catalogue.ts';

/** Speaks as programs do that were written for other sites of this family: no cookies, no browser's headers, their own query forms. */
let site: TestApp;
let terms: Map<string, number[]>;
// Stands still: what is popular today and the random order of the hour are the same from the first page of a list to its last.
const now = new Date();
beforeAll(async () => {
  site = await testApp({}, () => now);
  ({ terms } = await plantCatalogue(site.deps.db, site.deps.blobs, {
    seed: 5,
    comics: 60,
    today: now.toISOString().slice(0, 10),
  }));
});
afterAll(() => site.close());

const first = (path: string) => (terms.get(path) ?? [])[0] as number;
const ids = (body: { data: { id: number }[] }) => body.data.map((comic) => comic.id);

async function whole(path: string): Promise<any[]> {
  const items = [];
  let last: any;
  for (let url: string | null = `http://comics.test${path}`; url !== null;) {
    const { status, body }: { status: number; body: any } = await site.get(url.replace('http://comics.test', ''));
    expect(status).toBe(200);
    expect(body.data.length).toBe(body.to === null ? 0 : body.to - body.from + 1);
    items.push(...body.data);
    last = body;
    url = body.next_page_url;
  }
  expect([last.current_page, items.length]).toEqual([last.last_page, last.total]);
  return items;
}

describe('a list', () => {
  it('has the envelope of the contract and nothing of its items missing', async () => {
    const { body, headers } = await site.get('/api/comics?nsfw=true');
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['set-cookie']).toBeUndefined();
    ComicPage.parse(body);
    expect(body).toMatchObject({
      current_page: 1,
      per_page: 18,
      from: 1,
      to: 18,
      prev_page_url: null,
      path: 'http://comics.test/api/comics',
    });
    expect(body.next_page_url).toBe('http://comics.test/api/comics?nsfw=true&page=2');
    expect(body.data[0].uploaded_at).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('is read from the first to the last page without a comic twice or missing', async () => {
    for (const sort of SORTS) {
      const comics = await whole(`/api/comics?nsfw=true&sort=${sort}&per_page=7`);
      expect(new Set(comics.map((comic) => comic.id)).size).toBe(comics.length);
      expect(comics.length).toBeGreaterThan(20);
    }
  });

  it('takes ids in every form clients write them', async () => {
    const wanted = ids((await site.get(`/api/comics?nsfw=true&per_page=100&tags=${first('tags')}`)).body);
    expect(wanted.length).toBeGreaterThan(0);
    for (const form of ['tags[]', 'tags[0]', 'tags%5B0%5D', 'tags[-1]', 'tags[7]']) {
      expect(ids((await site.get(`/api/comics?nsfw=true&per_page=100&${form}=${first('tags')}`)).body), form).toEqual(
        wanted,
      );
    }
    const [, second = 0] = terms.get('tags') ?? [];
    const both = ids((await site.get(`/api/comics?nsfw=true&per_page=100&tags=${first('tags')}&tags=${second}`)).body);
    expect(
      ids((await site.get(`/api/comics?nsfw=true&per_page=100&tags[0]=${first('tags')}&tags[1]=${second}`)).body),
    ).toEqual(both);
    expect(both.every((id) => wanted.includes(id))).toBe(true);
    const language = ids(
      (await site.get(`/api/comics?nsfw=true&per_page=100&languages[-1]=${first('languages')}`)).body,
    );
    expect(language.length).toBeGreaterThan(0);
  });

  it('takes 0, nothing and empty values for no filter', async () => {
    const all = (await site.get('/api/comics?nsfw=true')).body.total;
    for (const query of [
      'tags=0',
      'tags=',
      'tags[]=',
      'languages[-1]=0',
      'q=',
      'sort=',
      'order=&duration=',
      'page=&per_page=',
      'attributes[]=&statuses=',
      'unknown=1',
    ]) {
      expect((await site.get(`/api/comics?nsfw=true&${query}`)).body.total, query).toBe(all);
    }
  });

  it('accepts a duration with any sort, and counts only popularity over it', async () => {
    const all = (await site.get('/api/comics?nsfw=true&sort=uploaded_at')).body;
    expect((await site.get('/api/comics?nsfw=true&sort=uploaded_at&duration=day')).body.data).toEqual(all.data);
    expect((await site.get('/api/comics?nsfw=true&sort=popularity&duration=day')).body.total).toBeLessThan(all.total);
  });

  it('is empty beyond its last page, and says which that is', async () => {
    const { body } = await site.get('/api/comics?nsfw=true&page=500');
    expect(body).toMatchObject({ data: [], from: null, to: null, current_page: 500, next_page_url: null });
    expect(body.last_page).toBe(Math.ceil(body.total / 18));
    expect((await site.get('/api/comics?tags=2147483647')).body).toMatchObject({
      data: [],
      total: 0,
      last_page: 1,
      from: null,
    });
  });

  it.each([
    'per_page=101',
    'per_page=0',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'sort=upload',
    'order=down',
    'duration=hour',
    'tags=x',
    'tags=-5',
    'tags=99999999999',
    'attributes=blue',
    'statuses=done',
    `q=${'a'.repeat(102_400)}`,
  ])('refuses %.40s with the field that is wrong', async (query) => {
    const { status, body } = await site.get(`/api/comics?${query}`);
    expect(status).toBe(422);
    expect(typeof body.message).toBe('string');
    expect(body.errors[query.split('=')[0] as string]).toEqual([expect.any(String)]);
  });
});

describe('a comic', () => {
  it('is found by the slug of its item, with its chapters, and every picture of it is fetched with no header', async () => {
    const comics = (await whole('/api/comics?nsfw=true&per_page=50')).slice(0, 12);
    for (const { slug, thumb_url: thumb, image_url: large } of comics) {
      const { body } = await site.get(`/api/comics/${encodeURIComponent(slug)}?nsfw=true`);
      ComicDetail.parse(body);
      (await site.get(`/api/comics/${encodeURIComponent(slug)}/chapters`)).body.forEach((chapter: unknown) =>
        Chapter.parse(chapter),
      );
      const { body: pages } = await site.get(`/api/comics/${encodeURIComponent(slug)}/images?nsfw=true`);
      ChapterImages.parse(pages);
      expect(pages.images.map((page: { page: number }) => page.page)).toEqual(
        pages.images.map((_: unknown, at: number) => at + 1),
      );
      expect(pages.images).toHaveLength(body.pages);
      for (const url of [
        thumb,
        large,
        ...pages.images.flatMap((page: { source_url: string; thumbnail_url: string }) => [
          page.source_url,
          page.thumbnail_url,
        ]),
      ]) {
        const picture = await site.app.inject({ url: url.replace('http://comics.test', '') });
        expect([picture.statusCode, String(picture.headers['content-type']).split('/')[0]]).toEqual([200, 'image']);
        expect(picture.rawPayload.length).toBeGreaterThan(0);
      }
    }
  });
});

describe('a taxonomy', () => {
  it.each(TERM_KINDS.map((kind) => KIND_PATHS[kind]))(
    '%s is a list, a plain array on the landing page, and one by one',
    async (path) => {
      const { status, body } = await site.get(`/api/${path}?nsfw=true`);
      expect(status).toBe(200);
      TermPage.parse(body);
      const landing = (await site.get(`/api/${path}?landing=true&sort=comics_count&per_page=12&nsfw=true`)).body;
      expect(landing).toEqual(body.data.slice(0, 12));
      for (const term of landing) {
        Term.parse(term);
        const one = TermDetail.parse((await site.get(`/api/${path}/${encodeURIComponent(term.slug)}?nsfw=true`)).body);
        expect(one).toMatchObject(term);
        expect((await site.get(`/api/${path}/${term.id}?nsfw=true`)).body).toEqual(one);
      }
      for (const term of terms.has(path) ? landing : []) {
        expect((await site.get(`/api/comics?${path}=${term.id}&nsfw=true`)).body.total).toBe(term.comics_count);
      }
      expect((await site.get(`/api/${path}/none-such`)).status).toBe(404);
    },
  );
});

it('answers an unknown address with the error body', async () => {
  const { status, body } = await site.get('/api/nothing');
  expect([status, typeof body.message]).toEqual([404, 'string']);
});
