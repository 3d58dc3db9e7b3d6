import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';

let site: TestApp;
const ids = new Map<string, number>();
let term: Record<'popular' | 'rare' | 'artist' | 'english' | 'japanese', number>;

beforeAll(async () => {
  site = await testApp();
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  const [popular = 0, rare = 0, artist = 0, english = 0, japanese = 0] = await withTransaction(db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'tag', name: 'popular' },
      { kind: 'tag', name: 'rare' },
      { kind: 'artist', name: 'artist' },
      { kind: 'language', name: 'English', code: 'en' },
      { kind: 'language', name: 'Japanese', code: 'ja' },
    ]),
  );
  term = { popular, rare, artist, english, japanese };
  const plant = async (title: string, terms: number[], rating: 'safe' | 'explicit' = 'safe') => {
    ids.set(title, (await withTransaction(db, (tx) => plantComic(tx, { title, terms, rating }, image))).id);
  };
  await plant('one', [popular, rare, artist, english]);
  await plant('its translation', [popular, rare, artist, japanese]);
  await plant('same artist', [artist, english]);
  await plant('both tags', [popular, rare, english]);
  await plant('rare tag', [rare, english]);
  await plant('rare tag, Japanese', [rare, japanese]);
  await plant('explicit', [popular, rare, artist, english], 'explicit');
  for (let at = 0; at < 20; at += 1) {
    await plant(`popular ${at}`, [popular, english]);
  }
  await plant('nothing alike', [english]);
  await sql`update comics set work_key = 'w' where id in (${ids.get('one')!}, ${ids.get('its translation')!})`.execute(
    db,
  );
});
afterAll(() => site.close());

async function related(title: string, query = '', cookie = ''): Promise<string[]> {
  const { status, body } = await site.get(`/api/comics/${ids.get(title)!}/related?lang=en${query}`, { cookie });
  expect(status).toBe(200);
  return body.map((card: { title: string }) => card.title);
}

describe.each(['the database', 'the catalogue in memory'])('comics related to one, from %s', (engine) => {
  beforeAll(async () => {
    if (engine !== 'the database') {
      await site.deps.catalogue.build();
    }
  });

  it('are at most twelve, those first that share its artist and rare tags, without itself and the same work in another language', async () => {
    const titles = await related('one');
    expect(titles).toHaveLength(12);
    expect(titles.slice(0, 3)).toEqual(['same artist', 'both tags', 'rare tag']);
    expect(titles).not.toContain('one');
    expect(titles).not.toContain('its translation');
    expect(titles).not.toContain('explicit');
    expect(titles).not.toContain('nothing alike');
  });

  it('are what this reader may see and does not hide, in their language sooner', async () => {
    expect((await related('one', '&nsfw=true'))[0]).toBe('explicit');
    expect(await related('rare tag, Japanese')).toEqual([
      'rare tag',
      'both tags',
      expect.stringMatching(/^(one|its translation)$/),
    ]);
    const withoutRare = await related('one', '', `hidden=${term.rare}`);
    expect(withoutRare[0]).toBe('same artist');
    expect(withoutRare).not.toContain('both tags');
  });

  it('are none of a comic that shares nothing, and 404 for a comic that is none', async () => {
    expect(await related('nothing alike')).toEqual([]);
    expect((await site.get('/api/comics/999999/related')).status).toBe(404);
  });
});
