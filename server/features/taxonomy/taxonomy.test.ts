import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KIND_PATHS, TERM_KINDS } from '#contract/taxonomy.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import { editComic } from '#server/features/comics/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { statementsDuring } from '#server/testing/counting/counted-statements.ts';
import { describeTerm, findOrCreateTerms, type NewTerm } from './public/queries-writing.ts';

let site: TestApp;
let image: string;
const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => withTransaction(site.deps.db, work);
const make = (terms: NewTerm[]) => inTx((tx) => findOrCreateTerms(tx, terms));
const tag = (name: string): NewTerm => ({ kind: 'tag', name });
const names = async (query: string) =>
  (await site.get(`/api/tags?nsfw=true&${query}`)).body.data.map((term: { name: string }) => term.name);

beforeAll(async () => {
  site = await testApp();
  image = await plantPicture(site.deps.db, site.deps.blobs);
  const ids = await make(
    [
      'Love',
      'Love Story',
      'True Love',
      'Glove',
      'Café',
      'ネコ',
      '長い髪',
      'أخبار',
      'Ёлка',
      'Adventure',
      'Shōnen',
      'C++',
    ].map(tag),
  );
  await inTx(async (tx) => {
    const [love, , , glove, , cat] = ids as [number, number, number, number, number, number];
    await describeTerm(tx, love, { translations: { fr: 'Amour', ar: 'حب' }, aliases: ['Romance'], color: '#ff00aa' });
    await describeTerm(tx, cat, { translations: { en: 'Cat' } });
    for (const [at, id] of ids.entries()) {
      await plantComic(tx, { title: `Comic ${at}`, terms: [id], rating: id === glove ? 'explicit' : 'safe' }, image);
    }
    await plantComic(tx, { title: 'More gloves', terms: [glove], rating: 'explicit' }, image);
  });
});
afterAll(() => site.close());

it('terms that are made at once of the same words, in other orders, do not wait for each other', async () => {
  const pairs = Array.from({ length: 12 }, (_, at) => [`Moth${at}`, `Wasp${at}`] as const);
  const made = await Promise.all(
    pairs.flatMap(([one, other]) =>
      [
        [one, other],
        [other, one],
      ].map(([artist = '', tagged = '']) => make([{ kind: 'artist', name: artist }, tag(tagged)])),
    ),
  );
  expect(new Set(made.flat()).size).toBe(pairs.length * 4);
});

describe('searching terms', () => {
  it('puts the exact name first, then names that begin with it, then words, then the rest', async () => {
    expect(await names('q=love')).toEqual(['Love', 'Love Story', 'True Love', 'Glove']);
    expect(await names('q=LOVE&sort=comics_count')).toEqual(['Glove', 'Love', 'Love Story', 'True Love']);
  });

  it.each([
    ['cafe', ['Café']],
    ['ねこ', ['Cat']],
    ['ﾈｺ', ['Cat']],
    ['猫', []],
    ['髪', ['長い髪']],
    ['長い', ['長い髪']],
    ['اخبار', ['أخبار']],
    ['елка', ['Ёлка']],
    ['amour', ['Love']],
    ['حب', ['Love']],
    ['romance', ['Love']],
    ['story love', ['Love Story']],
    ['shonen', ['Shōnen']],
    ['adv', ['Adventure']],
    ['c', ['C++', 'Café', 'Cat']],
    ['adventrue', ['Adventure']],
    ['romanse', ['Love']],
    ['qqqq', []],
    ['!!!', []],
  ])('finds by %s %j', async (q, found) =>
    expect((await names(`q=${encodeURIComponent(q)}`)).toSorted()).toEqual(found.toSorted()),
  );

  it('reads what is nearly so written of all kinds that are asked for at once by one statement', async () => {
    const paths = ['tags', 'artists', 'groups', 'characters'];
    const statements = await statementsDuring(() =>
      Promise.all(paths.map((path) => site.get(`/api/${path}?q=adventrue`))),
    );
    expect(statements.filter((text) => text.includes('word_similarity'))).toHaveLength(1);
  });

  it('shows names in the language of the reader', async () => {
    expect(await names('q=love&lang=fr&per_page=1')).toEqual(['Amour']);
    expect((await site.get('/api/tags/love?lang=fr')).body).toMatchObject({
      name: 'Amour',
      name_original: 'Love',
      slug: 'love',
      color: '#ff00aa',
      aliases: ['Romance'],
      translations: [
        { locale: 'ar', name: 'حب' },
        { locale: 'fr', name: 'Amour' },
      ],
    });
  });
});

describe('listing terms', () => {
  it('counts what this reader sees, and leaves out what has no comic for them', async () => {
    expect(await names('per_page=1')).toEqual(['Glove']);
    expect((await site.get('/api/tags/glove?nsfw=true')).body.comics_count).toBe(2);
    expect((await site.get('/api/tags/glove?nsfw=false')).body.comics_count).toBe(0);
    const safe = (await site.get('/api/tags?nsfw=false&per_page=100')).body;
    expect([safe.total, safe.data.some((term: { name: string }) => term.name === 'Glove')]).toEqual([11, false]);
  });

  it('sorts by name as a person does, in the reader’s language, both ways', async () => {
    const sorted = [
      'Adventure',
      'C++',
      'Café',
      'Cat',
      'Glove',
      'Love',
      'Love Story',
      'Shōnen',
      'True Love',
      'Ёлка',
      'أخبار',
      '長い髪',
    ];
    expect(await names('sort=name&per_page=100')).toEqual(sorted);
    expect(await names('sort=name&order=desc&per_page=100')).toEqual(sorted.toReversed());
    expect(await names('sort=name&per_page=2&lang=fr')).toEqual(['Adventure', 'Amour']);
    expect(await names('sort=name&per_page=2&lang=ru')).toEqual(['Ёлка', 'Adventure']);
    expect(await names('sort=name&per_page=2&lang=ar')).toEqual(['أخبار', 'حب']);
    expect(await names('sort=name&per_page=1&lang=zh')).toEqual(['長い髪']);
    const found = await names('q=love&sort=name&lang=ar&per_page=100');
    expect(found).toEqual(['حب', ...sorted.filter((name: string) => found.includes(name))]);
  });

  it('keeps the order when names change and come, quotes before them do not count, and ñ is a letter of its own in Spanish', async () => {
    const [nz, quoted, accented] = (await make([tag('Nzinga'), tag('“Nut”'), tag('Ñandú')])) as [
      number,
      number,
      number,
    ];
    await inTx((tx) => plantComic(tx, { title: 'Of them', terms: [nz, quoted, accented] }, image));
    const some = async (lang: string) =>
      (await names(`sort=name&per_page=100&lang=${lang}`)).filter((name: string) => /N|Ñ/.test(name));
    expect([await some('en'), await some('es')]).toEqual([
      ['Ñandú', '“Nut”', 'Nzinga'],
      ['“Nut”', 'Nzinga', 'Ñandú'],
    ]);
    const letters = (await site.get('/api/tags?sort=name&letters=true')).body.letters.map(
      ({ letter }: { letter: string }) => letter,
    );
    expect([letters.filter((letter: string) => letter === 'N').length, letters.includes('#')]).toEqual([1, false]);
    await inTx((tx) => describeTerm(tx, nz, { name: 'Nano' }));
    expect(await some('en')).toEqual(['Ñandú', 'Nano', '“Nut”']);
    await inTx((tx) => describeTerm(tx, nz, { name: 'Nzinga' }));
    await sql`delete from comics where title = 'Of them'`.execute(site.deps.db);
  });

  it('says where each letter begins, in the reader’s language, of a whole list by name alone', async () => {
    const letters = async (query: string) =>
      (await site.get(`/api/tags?nsfw=true&per_page=2&letters=true&${query}`)).body.letters;
    expect(await letters('sort=name')).toEqual(
      Object.entries({ A: 1, C: 2, G: 5, L: 6, S: 8, T: 9, Е: 10, ا: 11, 漢: 12 }).map(([letter, from]) => ({
        letter,
        from,
      })),
    );
    expect((await letters('sort=name&lang=fr&page=3'))[1]).toEqual({ letter: 'C', from: 3 });
    expect([await letters('sort=name&q=love'), await letters('sort=comics_count')]).toEqual([[], []]);
    expect((await site.get('/api/tags?sort=name')).body).not.toHaveProperty('letters');
  });

  it('leaves out what the reader hides, and counts what is left', async () => {
    const [seen, unseen] = (await make([tag('Seen thing'), tag('Unseen thing')])) as [number, number];
    await inTx(async (tx) => {
      await plantComic(tx, { title: 'Only seen', terms: [seen] }, image);
      await plantComic(tx, { title: 'Both', terms: [seen, unseen] }, image);
    });
    await site.deps.catalogue.build();
    const hidden = async (path: string, ids = String(unseen)) =>
      (await site.get(`${path}${path.includes('?') ? '&' : '?'}nsfw=true`, { cookie: `hidden=${ids}` })).body;
    const found = async (path: string) => {
      const body = await hidden(path);
      return ('data' in body ? body.data : body).map((term: { name: string; comics_count: number }) => [
        term.name,
        term.comics_count,
      ]);
    };
    expect(await found('/api/tags?q=thing')).toEqual([['Seen thing', 1]]);
    expect((await found('/api/tags?per_page=100')).filter(([name]: [string]) => name.endsWith('thing'))).toEqual([
      ['Seen thing', 1],
    ]);
    expect((await found('/api/tags?landing=true&per_page=100')).map(([name]: [string]) => name)).not.toContain(
      'Unseen thing',
    );
    expect((await hidden('/api/tags')).total).toBe((await site.get('/api/tags?nsfw=true')).body.total - 1);
    // Its own page still counts its comics; another term's page counts what is left.
    expect([
      (await hidden('/api/tags/unseen-thing')).comics_count,
      (await hidden('/api/tags/seen-thing')).comics_count,
    ]).toEqual([1, 1]);
    expect((await hidden('/api/tags/seen-thing', 'x.-1.0.99999999999')).comics_count).toBe(2);
  });

  it('follows a comic at once when its terms change', async () => {
    const [fresh, other] = await make([tag('Fresh'), tag('Other')]);
    const comic = await inTx((tx) => plantComic(tx, { title: 'Changing', terms: [fresh as number] }, image));
    expect(await names('q=fresh')).toEqual(['Fresh']);
    const before = (await site.get('/api/tags?nsfw=true')).body.total;
    await inTx((tx) => editComic(tx, comic.id, { terms: [other as number] }));
    expect([
      await names('q=fresh'),
      await names('q=other'),
      (await site.get('/api/tags?nsfw=true')).body.total,
    ]).toEqual([[], ['Other'], before]);
    await inTx((tx) => describeTerm(tx, other as number, { name: 'Renamed' }));
    expect(await names('q=renamed')).toEqual(['Renamed']);
    expect((await site.get(`/api/comics/${comic.id}`)).body.tags[0].name).toBe('Renamed');
  });
});

describe('one term', () => {
  it('is found by an alias too, and says its own slug', async () => {
    expect((await site.get('/api/tags/romance')).body.slug).toBe('love');
    expect((await site.get('/api/artists/love')).status).toBe(404);
  });

  it('has the fields of its kind', async () => {
    const [hero] = await make([{ kind: 'character', name: 'Hero' }]);
    await inTx(async (tx) => {
      await describeTerm(tx, hero as number, { gender: 'female', hair: 'red', image });
      await plantComic(
        tx,
        {
          title: 'Hero comic',
          terms: [hero as number, ...(await findOrCreateTerms(tx, [{ kind: 'language', name: 'ko', code: 'ko' }]))],
        },
        image,
      );
    });
    const { body } = await site.get('/api/characters/hero');
    expect(body).toMatchObject({ gender: 'female', hair: 'red', comics_count: 1 });
    expect((await site.get(body.image_url)).status).toBe(200);
    expect((await site.get('/api/languages/korean?lang=de')).body).toMatchObject({
      name: 'Koreanisch',
      name_original: 'Korean',
      code: 'ko',
      icon: 'ko',
    });
  });
});

describe('an address of a term', () => {
  it.each([
    ['tags/LOVE', 200],
    ['tags/Caf%C3%A9', 200],
    ['tags/ROMANCE', 200],
    ['tags/%F0%9F%98%80', 404],
    ['tags/%E7%8C%AB%00', 404],
    ['tags/99999999999', 404],
    ['tags/love%20story', 200],
    ['tags/..%2f..%2fx', 404],
    ['tags/%00', 404],
  ])('%s answers %i', async (path, status) => {
    expect((await site.get(`/api/${path}`)).status).toBe(status);
  });

  it('may be an id, and of a name in any script', async () => {
    const { id, slug } = (await site.get('/api/tags?q=%E9%95%B7%E3%81%84%E9%AB%AA')).body.data[0];
    expect((await site.get(`/api/tags/${id}`)).body.slug).toBe(slug);
    expect((await site.get(`/api/tags/${encodeURIComponent(slug)}`)).body.id).toBe(id);
  });
});

describe('a kind that is switched off', () => {
  it('has no list and no pages, and its terms are on no comic', async () => {
    const without = await testApp({ features: ['nsfw'] });
    for (const kind of TERM_KINDS) {
      for (const path of ['', '/x', '?landing=true']) {
        expect((await without.get(`/api/${KIND_PATHS[kind]}${path}`)).status).toBe(404);
      }
    }
    await without.close();
  });
});

describe('finding or making terms', () => {
  it('gives one id to names that are one name, in the order they were asked for', async () => {
    const [a, b, c, d, e] = await make([
      tag('Big City'),
      tag('big city'),
      tag(' BIG  CITY '),
      { kind: 'artist', name: 'Big City' },
      tag('1984'),
    ]);
    expect([b, c]).toEqual([a, a]);
    expect(new Set([a, d, e]).size).toBe(3);
    expect(await make([tag('Big City'), tag('Romance')])).toEqual([a, (await site.get('/api/tags/love')).body.id]);
  });

  it('finds a language by code and by name', async () => {
    const [first, ...others] = await make([
      { kind: 'language', name: 'pt-BR', code: 'pt-BR' },
      { kind: 'language', name: 'Portuguese' },
      { kind: 'language', name: 'português' },
      { kind: 'language', name: 'pt', code: 'pt' },
    ]);
    expect(others).toEqual([first, first, first]);
  });

  it('makes each term once when several writers ask for it at once', async () => {
    const wanted = ['One', 'Two', 'Three'].map((name) => tag(`Race ${name}`));
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, at) => make(at % 2 === 0 ? wanted : wanted.toReversed())),
    );
    expect(new Set(all.map((ids) => ids.toSorted().join())).size).toBe(1);
  });

  it('keeps names that would do harm as plain text', async () => {
    const [id] = await make([tag(`\0<b>\ud800 ${'x'.repeat(5000)}`)]);
    expect(id).toBeGreaterThan(0);
    await make([tag(''), tag('★')]);
  });
});
