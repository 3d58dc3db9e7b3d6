import { NO_LIMIT, NOBODY } from '#server/db/visible.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TermKind } from '#contract/taxonomy.ts';
import { STATUSES } from '#contract/comics.ts';
import { matches, type CatalogueRow } from '#server/catalogue/index/catalogue-row.ts';
import { withTransaction } from '#server/db/database.ts';
import type { VisibilityScope } from '#server/db/visible.ts';
import { describeTerm, findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { TRAITS } from '#server/search/condition.ts';
import { parseQuery } from '#server/search/query-language.ts';
import { member } from '#server/testing/member.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { statementsDuring } from '#server/testing/counting/counted-statements.ts';
import type { ComicDraft } from './public/queries-writing.ts';
import { correctedQuery } from './queries-corrections.ts';
import { resolveQuery } from './public/queries-resolve.ts';

const DAY = 86_400_000;
const NOW = new Date('2026-11-21T15:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY);

let site: TestApp;
let rows: CatalogueRow[];
const keys = new Map<number, string>();
const ids: Record<string, number> = {};
const termIds: Record<string, number> = {};

/** The library: a short name for each comic, its terms as `kind:name`, and what else matters. */
const LIBRARY: Record<
  string,
  { title: string; terms?: string[]; pages?: number; days?: number } & Omit<Partial<ComicDraft>, 'terms'>
> = {
  hat: { title: 'Summer', terms: ['tag:Big Hat', 'artist:a'], pages: 20, days: 5 },
  short: { title: 'Autumn', terms: ['tag:Big Hat', 'artist:b'], pages: 8, days: 25 },
  glasses: { title: 'A Big Hat Story', terms: ['tag:Glasses', 'artist:b'], pages: 30, days: 20 },
  scattered: { title: 'Hat so big', terms: ['artist:Bo'], pages: 16, days: 29 },
  railgun: { title: 'Sparks', terms: ['parody:Railgun', 'language:en'], pages: 16, days: 30 },
  railgunHat: { title: 'Sparks Again', terms: ['parody:Railgun', 'tag:Big Hat', 'language:zh'], pages: 15, days: 31 },
  cat: { title: 'Purr', terms: ['tag:Cat', 'artist:Bella'], pages: 30, days: 40 },
  catLong: { title: 'Purrrr', terms: ['tag:Cat', 'artist:Bella'], pages: 31, days: 41 },
  caterpillar: { title: 'Leaf', terms: ['tag:Caterpillar', 'artist:Zoe'], pages: 3, days: 42 },
  maid: { title: 'The Maid', terms: ['language:en'], status: 'complete', days: 50 },
  witch: { title: 'Night', terms: ['tag:Witchcraft', 'language:en'], status: 'complete', days: 51 },
  school: { title: 'Witch School', terms: ['language:en'], status: 'complete', days: 52 },
  maidJa: { title: 'Maid in Osaka', terms: ['language:ja'], status: 'complete', days: 53 },
  maidOn: { title: 'Maiden', terms: ['language:en'], status: 'ongoing', days: 54 },
  titan: {
    title: '進撃の巨人外伝',
    alternativeTitle: 'Shingeki no Kyojin',
    translations: { ru: { title: 'Атака титанов' }, en: { title: 'Attack on Titan' }, ar: { title: 'هجوم العمالقة' } },
    terms: ['language:ja'],
    days: 60,
  },
  korean: { title: '고양이 카페', days: 61 },
  hindi: { title: 'हिन्दी कहानी', days: 62 },
  chinese: { title: '红楼梦', days: 63 },
  arabic: { title: 'أخبار القطة', days: 64 },
  cafe: { title: 'Café Crème', alternativeTitle: 'ﾈｺカフェ', days: 65 },
  smith: { title: 'Untitled', terms: ['artist:John Smith', 'tag:Glasses'], premium: true, days: 66 },
  numbered: { title: 'Volume 7', oneshot: false, days: 67 },
  silent: {
    title: 'Quiet',
    speechless: true,
    direction: 'vertical',
    terms: ['tag:Uncensored', 'tag:Full Color', 'character:Saber (Fate)'],
    days: 68,
    releasedOn: '2021-03-04',
  },
  dangerous: { title: "Robert'); drop table comics;--", terms: ["tag:O'Hara % _ \\"], days: 69 },
};

beforeAll(async () => {
  site = await testApp({}, () => NOW);
  const image = await plantPicture(site.deps.db, site.deps.blobs);
  await withTransaction(site.deps.db, async (tx) => {
    for (const [key, { terms = [], days = 0, pages = 2, ...draft }] of Object.entries(LIBRARY)) {
      const wanted = terms.map((term) => {
        const [kind = '', name = ''] = term.split(/:(.*)/s);
        return { kind: kind as TermKind, name, ...(kind === 'language' ? { code: name } : {}) };
      });
      const found = await findOrCreateTerms(tx, wanted);
      terms.forEach((term, at) => {
        termIds[term] = found[at] as number;
      });
      const comic = await plantComic(tx, { ...draft, terms: found, uploadedAt: daysAgo(days) }, image, pages);
      ids[key] = comic.id;
      keys.set(comic.id, key);
    }
    await describeTerm(tx, termIds['tag:Big Hat'] as number, {
      translations: { de: 'Großer Hut', zh: '大帽子' },
      aliases: ['Sombrero'],
    });
  });
  rows = await catalogueRows();
});
afterAll(() => site.close());

async function catalogueRows(): Promise<CatalogueRow[]> {
  const { rows: comics } = await sql<
    Record<string, never> & {
      id: number;
      status: string | null;
      terms: number[];
      search: string;
      pages: number;
      chapters_count: number;
      at: number;
      year: number | null;
    }
  >`
    select c.*, c.direction = 'vertical' as webtoon, extract(epoch from c.uploaded_at)::float8 * 1000000 as at,
    extract(year from c.released_on)::int as year from comics c`.execute(site.deps.db);
  return comics.map((comic) => ({
    id: comic.id,
    rating: 0,
    status: comic.status === null ? 0 : STATUSES.findIndex((status) => status === comic.status) + 1,
    traits: TRAITS.reduce((bits, trait, at) => (comic[trait] ? bits | (1 << at) : bits), 0),
    pages: comic.pages,
    chapters: comic.chapters_count,
    year: comic.year ?? 0,
    uploadedAt: comic.at,
    latestAt: comic.at,
    updatedDay: Math.floor(NOW.getTime() / DAY),
    score: 0,
    comments: 0,
    relations: 0,
    shuffle: 0,
    terms: comic.terms,
    title: '',
    search: comic.search,
  }));
}

const seeing = (changes: Partial<VisibilityScope> = {}): VisibilityScope => ({
  site: site.deps.config.site,
  viewer: { id: null, role: 'guest' },
  rating: 'all',
  hidden: [],
  blocked: NOBODY,
  limit: NO_LIMIT,
  ...changes,
});
const resolved = (q: string, changes: Partial<VisibilityScope> = {}) =>
  resolveQuery(site.deps, seeing(changes), parseQuery(q), NOW);
async function find(q: string, changes: Partial<VisibilityScope> = {}): Promise<string[]> {
  const { condition } = await resolved(q, changes);
  return rows
    .filter((row) => matches(row, condition))
    .map((row) => keys.get(row.id) as string)
    .toSorted();
}
const hints = async (q: string, changes: Partial<VisibilityScope> = {}) =>
  (await resolved(q, changes)).hints.map(({ code, params }) =>
    params.value === '' ? code : `${code} ${params.value}`,
  );

describe('the fixture table of the query language', () => {
  it.each<[string, string[]]>([
    ['"big hat" pages:>15 -glasses', ['hat']],
    ['parodies:railgun -tag:"big hat"', ['railgun']],
    ['uploaded:>20d uploaded:<30d', ['short', 'scattered']],
    ['f:"big hat$" ~artist:a ~artist:b', ['hat', 'short']],
    ['tag:cat, artist:b*, pages:<=30', ['cat']],
    ['(maid OR witch) -school language:en is:complete', ['maid', 'witch']],
    ['shingeki', ['titan']],
    ['進撃', ['titan']],
    ['атака', ['titan']],
  ])('%s', async (q, found) => expect(await find(q)).toEqual(found.toSorted()));

  it('-language:chinese', async () => {
    expect(await find('-language:chinese')).toEqual(
      [...keys.values()].filter((key) => key !== 'railgunHat').toSorted(),
    );
  });

  it('#number and number', async () => {
    expect(await find(`#${ids.cat}`)).toEqual(['cat']);
    expect(parseQuery(`#${ids.cat}`).jump).toBe(ids.cat);
    expect(await find('7')).toEqual([...new Set(['numbered', keys.get(7) as string])].toSorted());
    expect(parseQuery('7').jump).toBe(7);
  });
});

describe('what a search finds', () => {
  it.each<[string, string, string[]]>([
    ['a word of a title, or the beginning of a tag', 'witch', ['school', 'witch']],
    ['the beginning of a word within a title', 'sto', ['glasses']],
    [
      'words apart, in any order, in titles and names',
      'hat big',
      ['glasses', 'hat', 'railgunHat', 'scattered', 'short'],
    ],
    ['words that are one name together', 'big hat', ['glasses', 'hat', 'railgunHat', 'scattered', 'short']],
    ['a name among other words', 'sparks big hat', ['railgunHat']],
    ['the whole name of an artist', 'john smith', ['smith']],
    ['a phrase in order only, or a tag of this name', '"big hat"', ['glasses', 'hat', 'railgunHat', 'short']],
    ['a phrase that is nobody’s', '"hat big"', []],
    ['a phrase beginning within a word: not', '"ig hat"', []],
    ['a phrase of a script without spaces, anywhere', '「巨人」', ['titan']],
    ['a translated name', 'tag:"großer hut"', ['hat', 'railgunHat', 'short']],
    ['a translated name, folded', 'GROSSER', ['hat', 'railgunHat', 'short']],
    ['an alias', 'tag:sombrero', ['hat', 'railgunHat', 'short']],
    ['a slug', 'tag:big-hat', ['hat', 'railgunHat', 'short']],
    ['a name with underscores', 'tag:big_hat', ['hat', 'railgunHat', 'short']],
    ['one sign of a translated name', 'tag:大', ['hat', 'railgunHat', 'short']],
    ['the exact name before longer ones', 'tag:cat', ['cat', 'catLong']],
    ['longer names where none is exact', 'tag:cate', ['caterpillar']],
    ['a later word of a name where none begins so', 'tag:hat', ['hat', 'railgunHat', 'short']],
    ['exact: no longer names', 'tag:cate$', []],
    ['a wildcard in a name', 'tag:c*r', ['caterpillar']],
    ['one letter of a name', 'tag:c?t', ['cat', 'catLong']],
    ['a wildcard in a title', 's*mmer', ['hat']],
    ['one letter in a title', 'autu?n', ['short']],
    ['an exact word with a wildcard', 'su*er$', ['hat']],
    ['any of', 'tag:glasses | tag:caterpillar', ['caterpillar', 'glasses', 'smith']],
    ['not any of', 'big -(tag:glasses OR artist:bo)', ['hat', 'railgunHat', 'short']],
    ['a language by its code', 'language:ja', ['maidJa', 'titan']],
    ['a language by its name in any locale', 'lang:японский', ['maidJa', 'titan']],
    ['a language by its name in another one', 'l:Japanisch', ['maidJa', 'titan']],
    ['a title only', 'title:witch', ['school']],
    ['a whole title', 'title:"sparks"', ['railgun']],
    ['a phrase where no title is so', 'title:"hat story"', ['glasses']],
    ['pages', 'pages:30..31', ['cat', 'catLong', 'glasses']],
    ['pages in other digits and widths', 'ｐａｇｅｓ：＞＝٣١', ['catLong']],
    ['a year', 'year:2021', ['silent']],
    ['traits', 'is:speechless is:webtoon', ['silent']],
    ['premium', 'is:premium', ['smith']],
    ['what is no one-shot', '-is:oneshot', ['numbered']],
    ['tags by a fact', 'is:uncensored is:color', ['silent']],
    ['what nobody has commented', 'has:comments', []],
    ['a name with a parenthesis', 'character:saber_(fate)', ['silent']],
    ['within today', 'uploaded:<=5d', ['hat']],
    ['hours as days', 'uploaded:<=120h', ['hat']],
    ['contradictions', 'pages:>10 pages:<5', []],
    ['everything', '', Object.keys(LIBRARY)],
    ['nothing for signs alone', '!!! ???', []],
    ['an uploader as text', 'uploader:summer', ['hat']],
    ['kinds in the reader’s language', 'художник:bella', ['cat', 'catLong']],
  ])('%s: %s', async (_what, q, found) => expect(await find(q)).toEqual(found.toSorted()));

  it('is the same for a query and its canonical form', async () => {
    for (const q of [
      '"big hat" pages:>15 -glasses',
      '~artist:a ~artist:b big',
      'TAG：「Big Hat」　OR　cat',
      'big hat -(cat | leaf)',
      '(((maid',
    ]) {
      expect(await find(parseQuery(q).canonical)).toEqual(await find(q));
    }
  });
});

describe('the lists of the API', () => {
  const list = async (q: string) =>
    (await site.get(`/api/comics?nsfw=true&per_page=100&q=${encodeURIComponent(q)}`)).body;

  it.each(['database', 'memory'])('find the same from %s', async (from) => {
    if (from === 'memory') {
      await site.deps.catalogue.build();
    }
    expect(site.deps.catalogue.ready() === null).toBe(from === 'database');
    for (const q of [
      '"big hat" pages:>15 -glasses',
      'parodies:railgun -tag:"big hat"',
      'uploaded:>20d uploaded:<30d',
      'f:"big hat$" ~artist:a ~artist:b',
      '-language:chinese',
      'tag:cat, artist:b*, pages:<=30',
      '(maid OR witch) -school language:en is:complete',
      `#${ids.cat}`,
      'shingeki',
      '進撃',
      'атака',
      'big hat',
      '「巨人」',
      's*mmer',
      'title:"sparks"',
      'is:webtoon',
      '-is:oneshot',
      'year:2021',
      '!!!',
      "Robert'); drop table comics;--",
    ]) {
      const { data, total, search } = await list(q);
      expect([q, data.map((comic: { id: number }) => keys.get(comic.id)).toSorted(), total]).toEqual([
        q,
        await find(q),
        (await find(q)).length,
      ]);
      expect(search).toMatchObject({ canonical: parseQuery(q).canonical, corrected: null });
    }
  });

  it('keep hidden what a viewer hides, but what they ask for by its name', async () => {
    const found = async (q: string) =>
      (
        await site.get(`/api/comics?nsfw=true&q=${encodeURIComponent(q)}`, { cookie: `hidden=${termIds['tag:Cat']}` })
      ).body.data
        .map(({ id }: { id: number }) => keys.get(id))
        .toSorted();
    expect([await found('purr'), await found('cat'), await found('-artist:bo title:purr')]).toEqual([
      [],
      ['caterpillar'],
      [],
    ]);
    expect([await found('tag:cat'), await found('"cat"')]).toEqual([
      ['cat', 'catLong'],
      ['cat', 'catLong'],
    ]);
  });

  it('say what was looked for instead, what was not understood, and where a number leads', async () => {
    expect((await list('sumer')).search).toEqual({ canonical: 'sumer', corrected: 'summer', hints: [], jump: null });
    expect((await list('"hat')).search).toMatchObject({
      canonical: 'hat',
      hints: [expect.stringContaining('quotation')],
    });
    expect((await list(`#${ids.cat}`)).search.jump).toMatchObject({ id: ids.cat });
    expect((await list('tag:nonsense')).search.hints).toEqual([expect.stringContaining('tag:nonsense')]);
  });
});

describe('the lists of terms', () => {
  const names = async (path: string, q: string) =>
    (await site.get(`/api/${path}?nsfw=true&q=${encodeURIComponent(q)}`)).body.data
      .map(({ name }: { name: string }) => name)
      .toSorted();

  it('take from a search what is about their kind', async () => {
    expect(await names('artists', 'artist:b* pages:>3')).toEqual(['b', 'Bella', 'Bo'].toSorted());
    expect(await names('artists', 'artist:b* pages:>3')).toEqual(await names('artists', 'b'));
    expect(await names('tags', 'tag:cat artist:b')).toEqual(await names('tags', 'cat'));
    expect(await names('tags', 'big -glasses')).toEqual(['Big Hat']);
    expect([await names('artists', 'tag:cat'), await names('tags', '-cat')]).toEqual([[], []]);
  });
});

describe('every script', () => {
  it.each<[string, string]>([
    ['進', 'titan'],
    ['巨人', 'titan'],
    ['の巨人', 'titan'],
    ['進撃の', 'titan'],
    ['红', 'chinese'],
    ['楼梦', 'chinese'],
    ['红楼梦', 'chinese'],
    ['고', 'korean'],
    ['양이', 'korean'],
    ['고양이', 'korean'],
    ['카페', 'korean'],
    ['ا', 'arabic'],
    ['أخ', 'arabic'],
    ['اخبار', 'arabic'],
    ['القطه', 'arabic'],
    ['हि', 'hindi'],
    ['हिन्दी', 'hindi'],
    ['कहा', 'hindi'],
    ['а', 'titan'],
    ['ат', 'titan'],
    ['ТИТ', 'titan'],
    ['cafe creme', 'cafe'],
    ['CAFÉ', 'cafe'],
    ['ｃａｆｅ', 'cafe'],
    ['ねこかふぇ', 'cafe'],
    ['ネコ', 'cafe'],
    ['ﾈｺ', 'cafe'],
    ['ねこ', 'cafe'],
  ])('%s finds %s', async (q, found) => expect(await find(q)).toContain(found));
});

describe('hints and what is asked for', () => {
  it('tells what nobody has, who must sign in and what is off', async () => {
    expect(await hints('tag:nonsense -artist:nobody')).toEqual(['unknown tag:nonsense', 'unknown artist:nobody']);
    expect(await find('tag:nonsense')).toEqual([]);
    for (const q of ['is:favorite', 'is:read', 'is:unread', 'read:>10']) {
      expect([await find(q), await hints(q)]).toEqual([[], ['sign-in']]);
    }
    expect(await find('has:download')).toHaveLength(
      site.deps.config.site.features.includes('downloads') ? rows.length : 0,
    );
    expect(await hints('uploader:summer')).toEqual(['uploader']);
  });

  it('lists terms that were asked for by their own name, not those of words, of excluded or of longer names', async () => {
    const asked = async (q: string) => (await resolved(q)).asked;
    expect(await asked('tag:"big hat" artist:b')).toEqual(
      [termIds['tag:Big Hat'], termIds['artist:b']].toSorted((a, b) => (a as number) - (b as number)),
    );
    expect(await asked('"big hat"')).toEqual([termIds['tag:Big Hat']]);
    expect([
      await asked('big'),
      await asked('cat'),
      await asked('-tag:cat'),
      await asked('-(tag:cat OR x)'),
      await asked('tag:cate'),
    ]).toEqual([[], [], [], [], []]);
    expect(await asked('--tag:cat')).toEqual([termIds['tag:Cat']]);
  });

  it.each([
    ['favorites', 'is:favorite', 'unknown is:favorite'],
    ['favorites', 'favorites:>0', 'unknown favorites:>0'],
    ['comments', 'has:comments', 'unknown has:comments'],
    ['comments', 'comments:>0', 'unknown comments:>0'],
    ['premium', 'is:premium', 'unknown is:premium'],
    ['downloads', 'has:download', 'download'],
  ])('without %s finds nothing by %s, and says so', async (off, q, hint) => {
    const { features } = site.deps.config.site;
    const without = { site: { features: features.filter((feature) => feature !== off) } };
    expect([await find(q, without), await hints(q, without)]).toEqual([[], [hint]]);
  });

  it('finds no term of a kind that the site has switched off', async () => {
    const without = { site: { features: site.deps.config.site.features.filter((feature) => feature !== 'tags') } };
    expect([await find('tag:cat', without), await find('caterp', without), await find('is:color', without)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await find('caterp')).toEqual(['caterpillar']);
  });

  it('shows a viewer their own: favorites, what they read, how much of it', async () => {
    const viewer = { viewer: { id: (await member(site.deps.db)).id, role: 'user' } };
    await sql`insert into favorites (user_id, comic_id) values (${viewer.viewer.id}, ${ids.cat})`.execute(site.deps.db);
    await sql`
      insert into progress (user_id, comic_id, chapter_id, page, max_page, completed_at)
      select ${viewer.viewer.id}, comic_id, id, 2, 20, case when comic_id = ${ids.cat} then now() end from chapters
      where comic_id in (${ids.cat}, ${ids.hat})`.execute(site.deps.db);
    expect([
      await find('is:favorite', viewer),
      await find('is:read', viewer),
      await find('read:>10', viewer),
      await find('read:<10', viewer),
    ]).toEqual([['cat'], ['cat'], ['cat', 'hat'], []]);
    expect(await find('is:unread purr', viewer)).toEqual(['catLong']);
  });

  it('takes what would do harm as text', async () => {
    expect(await find("Robert'); drop table comics;--")).toEqual(['dangerous']);
    expect(await find(`tag:"O'Hara % _ \\"`)).toEqual(['dangerous']);
    for (const q of [
      "'; drop table comics; --",
      "tag:'--",
      'title:"\' or 1=1"',
      'artist:%',
      'a%_\\',
      'pages:>1;select',
      "is:'",
      'tag:"\\"',
      "%' or '1'='1*x",
      '\0\u0007',
      'tag:\0',
      '\ud800',
      'language:../../x',
      "~tag:' ~'",
    ]) {
      expect(Array.isArray(await find(q))).toBe(true);
    }
  });
});

describe('a search that finds nothing', () => {
  const corrected = (q: string) => correctedQuery(site.deps, parseQuery(q));

  it.each<[string, string]>([
    ['summre', 'summer'],
    ['sumer', 'summer'],
    ['summmer', 'summer'],
    ['sunmer', 'summer'],
    ['autunm', 'autumn'],
    ['vitch', 'witch'],
    ['catrepilar', 'caterpillar'],
    ['shingkei', 'shingeki'],
    ['shimgekki', 'shingeki'],
    ['атаак', 'атака'],
    ['進激の巨人', '進撃の巨人'],
    ['红搂梦', '红楼梦'],
    ['고앙이', '고양이'],
    ['اخباز', 'اخبار'],
    ['हिन्दि', 'हिन्दी'],
    ['sumer -glasses pages:>3', 'summer -glasses pages:>3'],
    ['(sumer OR x) "sumer"', '(summer OR x) "sumer"'],
    ['title:sumer', 'title:summer'],
    ['glases', 'glasses'],
    ['creme cafee', 'creme cafe'],
  ])('%s → %s', async (q, better) => expect(await corrected(q)).toBe(better));

  it.each(['summer', 'summ', 'xqzv', 'ab', '12345', 'tag:glases', '"sumer"', '-sumer', '!!!', '', 's*mer'])(
    'leaves %j as it is',
    async (q) => expect(await corrected(q)).toBeNull(),
  );

  it('looks a long word up in one statement, without a transaction for it', async () => {
    const statements = await statementsDuring(() => corrected('catrepilar'));
    expect(statements.map((text) => /select|begin|commit/i.exec(text)?.[0])).toEqual(statements.map(() => 'select'));
    expect(statements.filter((text) => text.includes('similarity_threshold'))).toHaveLength(1);
  });

  it('takes the word that more titles have, of those that are as near', async () => {
    const image = await plantPicture(site.deps.db, site.deps.blobs);
    await withTransaction(site.deps.db, async (tx) => {
      for (const title of ['Lantern', 'Lanteri', 'Green Lantern', 'Lantern Light']) {
        await plantComic(tx, { title }, image);
      }
    });
    expect(await corrected('lanterm')).toBe('lantern');
  });

  it('takes the one that more titles have of words without spaces, too, wherever it stands in them', async () => {
    const image = await plantPicture(site.deps.db, site.deps.blobs);
    await withTransaction(site.deps.db, async (tx) => {
      for (const title of ['月下佳人', '月下美人', '月下美人の庭']) {
        await plantComic(tx, { title }, image);
      }
    });
    expect(await corrected('月下麗人')).toBe('月下美人');
  });

  it('knows the words of a comic as soon as it is written', async () => {
    const image = await plantPicture(site.deps.db, site.deps.blobs);
    await withTransaction(site.deps.db, (tx) => plantComic(tx, { title: 'Zephyrously' }, image));
    expect(await corrected('zephirusly')).toBe('zephyrously');
  });
});
