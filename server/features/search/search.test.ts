import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Suggestion } from '#contract/search.ts';
import { withTransaction } from '#server/db/database.ts';
import { describeTerm, findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { parseQuery } from '#server/search/query-language.ts';
import { RELATION_FACTS } from '#server/search/query.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { splitLastPart } from './rules.ts';

let site: TestApp;
let ids: number[];

beforeAll(async () => {
  site = await testApp();
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  await withTransaction(db, async (tx) => {
    ids = await findOrCreateTerms(tx, [
      { kind: 'tag', name: 'Big Hat' },
      { kind: 'tag', name: 'Bigfoot' },
      { kind: 'artist', name: 'Bigby' },
      { kind: 'tag', name: 'Cat' },
      { kind: 'language', name: 'en', code: 'en' },
      { kind: 'tag', name: 'Unused Bigness' },
      { kind: 'tag', name: 'Big Secret' },
      { kind: 'character', name: 'Saber "X" (Fate)' },
    ]);
    const [hat, foot, bigby, cat, en, , secret, saber] = ids as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    await describeTerm(tx, hat, { translations: { de: 'Großer Hut', zh: '大帽子' }, aliases: ['Sombrero'] });
    for (const terms of [[hat, en], [hat, bigby], [foot, hat], [cat], [saber]]) {
      await plantComic(tx, { title: 'A comic', terms }, image);
    }
    await plantComic(tx, { title: 'Explicit', terms: [secret], rating: 'explicit' }, image);
  });
});
afterAll(() => site.close());

const ask = async (q: string, also = '&nsfw=true', headers = {}): Promise<Suggestion[]> =>
  (await site.get(`/api/suggest?q=${encodeURIComponent(q)}${also}`, headers)).body;
const texts = async (q: string, also?: string) => (await ask(q, also)).map(({ text }) => text);

describe('GET /api/suggest', () => {
  it('completes a name of any kind, the most used first, with what it is and how many comics have it', async () => {
    expect(await ask('bi')).toEqual([
      { text: 'tag:"big hat"', kind: 'tag', name: 'Big Hat', name_original: 'Big Hat', count: 3 },
      { text: 'artist:"bigby"', kind: 'artist', name: 'Bigby', name_original: 'Bigby', count: 1 },
      { text: 'tag:"big secret"', kind: 'tag', name: 'Big Secret', name_original: 'Big Secret', count: 1 },
      { text: 'tag:"bigfoot"', kind: 'tag', name: 'Bigfoot', name_original: 'Bigfoot', count: 1 },
    ]);
  });

  it.each<[string, string[]]>([
    ['tag:bi', ['tag:"big hat"', 'tag:"big secret"', 'tag:"bigfoot"']],
    ['a:', ['artist:"bigby"']],
    ['cat -"big h', ['cat -tag:"big hat"']],
    ['(cat OR tag:"big s', ['(cat OR tag:"big secret"']],
    ['~artist:big_', ['~artist:"bigby"']],
    ['foo, artist:B', ['foo, artist:"bigby"']],
    ['hat', ['tag:"big hat"']],
    ['sombr', ['tag:"big hat"']],
    ['ｔａｇ：ｂｉｇｆ', ['tag:"bigfoot"']],
    ['character:saber_x_(f', ['character:"saber x (fate)"']],
    ['upl', ['uploaded:']],
    ['pages:', ['pages:>20']],
    ['fav', ['favorites:']],
    ['is:comp', ['is:complete']],
    [
      '-has:',
      [
        '-has:comments',
        '-has:download',
        '-has:link',
        '-has:related',
        ...RELATION_FACTS.slice(0, 6).map((fact) => `-has:${fact}`),
      ],
    ],
    ['has:s', ['has:sequel', 'has:side-story', 'has:spin-off', 'has:source', 'has:same-world']],
    ['par', ['parody:']],
    ['художник', ['artist:']],
    ['xqz', []],
    ['!!!', []],
    ['cat ', []],
    ['"big hat" ', []],
    ['tag:"big hat"', []],
    ['', []],
    ['cat OR', []],
    ['pages:>15', []],
    ['title:big', []],
    ['-', []],
    ['(', []],
  ])('%j goes on with %j', async (q, found) => expect(await texts(q)).toEqual(found));

  it('takes words before the last one for the beginning of a name too', async () => {
    expect((await texts('cat big ha'))[0]).toBe('cat tag:"big hat"');
    expect((await texts('big hat'))[0]).toBe('tag:"big hat"');
    expect(await texts('cat OR sec')).toEqual(['cat OR tag:"big secret"']);
  });

  it('shows and finds names in the reader’s language, beside the original ones', async () => {
    expect(await ask('gross', '&lang=de')).toEqual([
      { text: 'tag:"großer hut"', kind: 'tag', name: 'Großer Hut', name_original: 'Big Hat', count: 3 },
    ]);
    expect(await texts('tag:big_ha', '&lang=zh')).toEqual(['tag:"大帽子"']);
    expect(await texts('大')).toEqual(['tag:"big hat"']);
  });

  it('leaves out what this reader does not see or hides, and kinds that are switched off', async () => {
    expect(await texts('"big s', '&nsfw=false')).toEqual([]);
    expect((await ask('bi', '&nsfw=true', { cookie: `hidden=${ids[0]}` })).map(({ name }) => name)).toEqual([
      'Bigby',
      'Big Secret',
      'Bigfoot',
    ]);
    const without = await testApp({ features: ['tags'] });
    for (const q of ['art', 'fav', 'favorites:', 'comm', 'comments:', 'has:c', 'has:d', 'is:fav', 'is:prem']) {
      expect((await without.get(`/api/suggest?q=${q}`)).body, q).toEqual([]);
    }
    await without.close();
  });

  it('puts an exact name before the words of the language', async () => {
    expect(await texts('cat')).toEqual(['tag:"cat"', 'category:']);
  });

  it('gives texts that mean what they say', async () => {
    for (const q of ['bi', 'cat -bi', 'character:s']) {
      for (const { text } of await ask(q)) {
        const { canonical, hints } = parseQuery(text);
        expect([canonical, hints]).toEqual([text, []]);
      }
    }
  });

  it('answers anything at all', async () => {
    for (const q of [
      "'; drop table terms; --",
      '"',
      '"""',
      '\0',
      'tag:\0',
      '%',
      'tag:%',
      '\\',
      '('.repeat(500),
      'a:'.repeat(250),
      '"a '.repeat(160),
      'x'.repeat(500),
      'ﷺ'.repeat(400),
      '\u0627',
      "tag:'",
      '[a-z]+$',
    ]) {
      expect([q, (await site.get(`/api/suggest?q=${encodeURIComponent(q)}`)).status]).toEqual([q, 200]);
    }
    expect((await site.get(`/api/suggest?q=${'x'.repeat(501)}`)).status).toBe(422);
    expect((await site.get('/api/suggest')).body).toEqual([]);
  });
});

describe('the part that is being typed', () => {
  it.each<[string, string | null]>([
    ['cat', 'cat'],
    ['a b', 'b'],
    ['a ', null],
    ['a,b', 'b'],
    ['"a b', 'a b'],
    ['"a b"', null],
    ['x"y z', 'z'],
    ['tag:"a b', 'a b'],
    ['-a', 'a'],
    ['~-a', 'a'],
    ['(a', 'a'],
    ['(a|b', 'b'],
    ['「猫', '猫'],
    ['「猫」', null],
    ['“a “b', 'a “b'],
  ])('of %j is %j', (q, value) => expect(splitLastPart(q)?.value ?? null).toBe(value));
});
