import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';

const now = new Date('2026-03-10T12:00:00Z');
let site: TestApp;
let plain: { id: number; slug: string };
let adult: { id: number; slug: string };

beforeAll(async () => {
  site = await testApp({ features: ['slides', 'nsfw'] }, () => now);
  const { db, blobs } = site.deps;
  const [first, second, own] = [
    await plantPicture(db, blobs, 10),
    await plantPicture(db, blobs, 20),
    await plantPicture(db, blobs, 30),
  ];
  [plain, adult] = await withTransaction(db, async (tx) => [
    await plantComic(tx, { title: 'Lighthouse', translations: { fr: { title: 'Le phare' } } }, first),
    await plantComic(tx, { title: 'Night shift', rating: 'explicit' }, second),
  ]);
  await sql`
    insert into slides (comic_id, image, url, title, language, position, starts_at, ends_at) values
      (${plain.id}, null, null, '', null, 2, null, null),
      (${adult.id}, null, null, '', null, 3, null, null),
      (null, ${own}, 'https://example.com/festival', 'Festival', null, 1, null, '2026-03-11T00:00:00Z'),
      (null, ${own}, 'javascript:alert(1)', 'Odd', null, 4, null, null),
      (null, ${own}, '/fr/latest', 'En français', 'fr', 5, null, null),
      (null, ${own}, null, 'Tomorrow', null, 6, '2026-03-11T00:00:00Z', null),
      (null, ${own}, null, 'Over', null, 7, null, '2026-03-10T12:00:00Z'),
      (null, null, null, 'No picture', null, 8, null, null)`.execute(db);
});
afterAll(() => site.close());

const titles = async (query: string) =>
  (await site.get(`/api/slides?${query}`)).body.map(({ title }: { title: string }) => title);

describe('GET /api/slides', () => {
  it('gives the slides whose time it is, in their order, in the language asked for', async () => {
    expect(await titles('lang=en')).toEqual(['Festival', 'Lighthouse', 'Odd']);
    expect(await titles('lang=fr')).toEqual(['Festival', 'Le phare', 'Odd', 'En français']);
  });

  it('shows the slide of an explicit comic to those alone who list such, with a signed picture', async () => {
    const { body } = await site.get('/api/slides?lang=en&nsfw=true');
    expect(body.map(({ title }: { title: string }) => title)).toEqual(['Festival', 'Lighthouse', 'Night shift', 'Odd']);
    expect(body[2].image_url).toContain('signature=');
    expect(body[2].comic).toEqual({ id: adult.id, slug: adult.slug });
  });

  it('leads to its own address, to the comic, or nowhere; never to code', async () => {
    const { body } = await site.get('/api/slides?lang=en');
    expect(body.map(({ url }: { url: string | null }) => url)).toEqual(['https://example.com/festival', null, null]);
    expect(body[1].comic.slug).toBe(plain.slug);
  });

  it('has pictures that anyone may fetch', async () => {
    const { body } = await site.get('/api/slides?lang=en');
    for (const { image_url: url, width, height } of body) {
      expect([width, height]).toEqual([200, 300]);
      expect((await site.get(new URL(url).pathname)).status).toBe(200);
    }
  });

  it('is not there on a site without the feature', async () => {
    const other = await testApp({ features: ['tags'] });
    expect((await other.get('/api/slides')).status).toBe(404);
    await other.close();
  });
});
