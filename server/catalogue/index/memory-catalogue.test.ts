import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RATINGS, RELATION_KINDS, STATUSES } from '#contract/comics.ts';
import { LOCALES, type Locale } from '#contract/locales.ts';
import { CatalogueBuilder } from '#server/catalogue/build/catalogue-builder.ts';
import { EVERYTHING, NOTHING, RANGE_KEYS, TRAITS, type Condition } from '#server/search/condition.ts';
import { documentGrams, queryGrams } from '#server/search/grams.ts';
import { normalise, searchText } from '#server/search/normalise.ts';
import { fitOfText, rankedWords, relevance, viewLevel } from '#server/search/relevance.ts';
import { ComicIds } from './comic-ids.ts';
import { matches, type CatalogueRow } from './catalogue-row.ts';
import type { CatalogueData } from './catalogue-data.ts';
import { counterData, CounterReader } from './counter-data.ts';
import { MemoryCatalogue, type CatalogueQuery } from './memory-catalogue.ts';
import { MAX_CONSIDERED } from './ranking.ts';
import { COUNTER_FIELDS, ROW_FIELDS } from './row-text.ts';

/** A comic as the database knows it. */
interface Comic extends CatalogueRow {
  translations: Partial<Record<Locale, string>>;
  favorites: number;
  weighted: number;
  day: number;
  week: number;
  month: number;
  year_: number;
  total: number;
}

/** Few places, so that pages of a small catalogue are far from a landmark's point of view too. */
const APART = 50;

const WORDS = [
  'cat',
  'catalogue',
  'The',
  'a',
  'of',
  'ab',
  'Été',
  'naïve',
  'x1',
  '7',
  '2024',
  'кот',
  'котик',
  'я',
  'قطة',
  'كتاب',
  'बिल्ली',
  'नमस्ते',
  '고양이',
  '한글',
  'แมว',
  'ก็',
  'ねこ',
  'ネコ',
  '猫',
  '第2話',
  '“Cat',
  '¡Cat!',
  '★★',
  '…',
  '10',
  '2',
  'ñandú',
  'nube',
  'Ñu',
  'zorro',
  '啊',
  '中',
  'ежик',
  'ёж',
  '猫cat',
  'ABC猫x',
  'Vol',
  '漢字かな',
  'δέλτα',
  'עברית',
  '🐱',
  '𠮷野家',
  'キャット2nd',
  'B級',
  'ខ្មែរ',
  '2ab第3話',
];
const ASKED = [
  ...WORDS,
  'c',
  'ca',
  'at',
  'log',
  'к',
  'ко',
  'от',
  'ق',
  'قط',
  'طة',
  'ब',
  'बि',
  'ल्ल',
  '고',
  '양이',
  'แ',
  'มว',
  'ね',
  'こ',
  '話',
  '第2',
  '2',
  '2話',
  'cat猫',
  '猫c',
  'c猫x',
  'x',
  '字か',
  'n',
  'nd',
  '2n',
  'ี',
  '็',
  'に',
  'zz',
  'a猫',
  '級',
];

const random = randomFrom(20_261_121);
const below = (limit: number) => Math.floor(random() * limit);
const chance = (part: number) => random() < part;
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
const some = <T>(most: number, make: () => T): T[] => Array.from({ length: below(most + 1) }, make);

function comic(id: number): Comic {
  const names = Array.from({ length: 1 + below(3) }, () =>
    Array.from({ length: 1 + below(5) }, () => pick(WORDS)).join(' '),
  );
  const viewed = chance(0.4) ? 0 : below(chance(0.05) ? 3_000_000 : 60);
  const uploadedAt = (Date.UTC(2020, 0, 1) + below(40) * 43_200_000) * 1000 + below(3);
  return {
    id,
    title: names[0]!,
    rating: chance(0.6) ? 0 : 1 + below(2),
    status: below(STATUSES.length + 1),
    traits: below(1 << TRAITS.length),
    pages: 1 + below(30),
    chapters: chance(0.7) ? 0 : below(400),
    year: chance(0.5) ? 0 : 1980 + below(45),
    uploadedAt,
    latestAt: uploadedAt + (chance(0.7) ? 0 : below(40) * 43_200_000_000 + below(3)),
    updatedDay: 18_262 + below(300),
    score: below(101),
    comments: chance(0.9) ? 0 : below(70_000),
    relations: chance(0.8) ? 0 : below(1 << 26),
    shuffle: below(chance(0.5) ? 2_147_483_647 : 10),
    terms: [
      ...new Set([
        ...some(6, () => 1 + below(12)),
        ...some(3, () => 50 + below(400)),
        ...(chance(0.01) ? [2_147_483_647] : []),
      ]),
    ],
    search: chance(0.01) ? '' : searchText(names),
    translations: Object.fromEntries(
      TRANSLATED.flatMap((locale) =>
        chance(locale === 'en' ? 0.3 : 0.05) ? [[locale, pick(['', '“', '¡ ', '1. ', '10. ']) + pick(WORDS)]] : [],
      ),
    ),
    favorites: below(20),
    weighted: chance(0.3) ? 0 : 6000 + below(30),
    total: viewed,
    year_: chance(0.8) ? viewed : 0,
    month: chance(0.5) ? viewed : 0,
    week: chance(0.3) ? below(viewed + 1) : 0,
    day: chance(0.1) ? viewed : 0,
  };
}

function condition(depth: number): Condition {
  const kind = below(depth > 0 ? 13 : 9);
  switch (kind) {
    case 0:
    case 1:
      return { terms: [...some(2, () => 1 + below(460)), 1 + below(12)] };
    case 2:
      return { ids: some(30, () => pick([below(3000), 2_147_483_647, -1, 2 ** 40])) };
    case 3:
    case 4:
      return { text: normalise(pick(ASKED)).split(' ')[0]! };
    case 5:
    case 6: {
      const key = pick(RANGE_KEYS);
      const from = {
        pages: 1,
        chapters: 0,
        favorites: 0,
        views: 0,
        rating: 0,
        comments: 0,
        year: 1975,
        uploaded: 18_260,
        updated: 18_260,
      }[key];
      const bound = () => (chance(0.25) ? null : from + below(pick([30, 300])));
      return { range: { key, min: bound(), max: bound() } };
    }
    case 7:
      return chance(0.5)
        ? { trait: pick(TRAITS) }
        : { relations: some(3, () => pick(RELATION_KINDS)), rating: pick(['safe', 'all']) };
    case 8:
      return pick<Condition>([
        { statuses: some(3, () => pick(STATUSES)) },
        { ratings: some(2, () => pick(RATINGS)) },
        EVERYTHING,
        NOTHING,
        { terms: [999_999_999] },
        { not: EVERYTHING },
      ]);
    case 9:
    case 10:
      return { all: some(4, () => condition(depth - 1)) };
    case 11:
      return { any: some(4, () => condition(depth - 1)) };
    default:
      return { not: condition(depth - 1) };
  }
}

function rowText(rows: readonly Comic[]): string {
  return rows.map((row) => ROW_FIELDS.map((field) => String(row[field])).join('\t')).join('\n');
}

function counterText(comics: readonly Comic[]): string {
  const of = (row: Comic) => ({ ...row, score: row.weighted, year: row.year_ });
  return comics.map((row) => COUNTER_FIELDS.map((field) => of(row)[field]).join('\t')).join('\n');
}

function built(comics: readonly Comic[], tabled?: ConstructorParameters<typeof MemoryCatalogue>[2]): MemoryCatalogue {
  return new MemoryCatalogue(structuredClone(catalogueData(comics)), APART, tabled);
}

function catalogueData(comics: readonly Comic[]): CatalogueData {
  const builder = new CatalogueBuilder();
  for (let from = 0; from < comics.length; from += 700) {
    builder.addChunk(rowText(comics.slice(from, from + 700)));
  }
  builder.addTitleOrder(Int32Array.from([...comics].sort(byTitle).map(({ id }) => id)));
  const translations = comics.flatMap(({ id, translations: own }) =>
    Object.entries(own).map(([locale, title]) => `${id}\t${locale}\t${title}`),
  );
  // Also of a comic that is not published.
  for (let from = 0; from < translations.length; from += 90) {
    builder.addTranslations([...translations.slice(from, from + 90), `${1e9 + from}\ten\tGone`].join('\n'));
  }
  builder.addCounters(counterText(comics));
  return builder.finish();
}

/** Languages that some titles are translated to: the others see the original ones. */
const TRANSLATED = ['en', 'es', 'ru', 'zh'] as const satisfies Locale[];
const collators = new Map(LOCALES.map((locale) => [locale, new Intl.Collator(locale, { numeric: true })]));

/** A title of a comic as a reader of a language sees it. */
interface ShownTitle {
  text: string;
  last: boolean;
}
const shownTitles = new WeakMap<Comic, Map<Locale, ShownTitle>>();

function shownTitle(row: Comic, locale: Locale): ShownTitle {
  const known = shownTitles.get(row) ?? new Map<Locale, ShownTitle>();
  shownTitles.set(row, known);
  let shown = known.get(locale);
  if (shown === undefined) {
    const letters = Array.from(row.translations[locale] ?? row.title);
    const from = letters.findIndex((letter) => /[\p{L}\p{N}]/u.test(letter));
    shown = { text: letters.slice(Math.max(0, from)).join(''), last: from < 0 };
    known.set(locale, shown);
  }
  return shown;
}

/** As a reader sees it: by the rules of the language, from the first letter or digit on; what has none comes last. */
function byShownTitle(a: Comic, b: Comic, locale: Locale): number {
  const [left, right] = [shownTitle(a, locale), shownTitle(b, locale)];
  return Number(left.last) - Number(right.last) || collators.get(locale)!.compare(left.text, right.text) || a.id - b.id;
}

function byTitle(a: Comic, b: Comic): number {
  return a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id;
}

const viewsIn = (row: Comic, duration: CatalogueQuery['duration']) =>
  ({ day: row.day, week: row.week, month: row.month, year: row.year_, all: row.total })[duration];

/** The comics of a list, without regard to its order. */
function findMatching(comics: readonly Comic[], { rating, condition: wanted }: CatalogueQuery): Comic[] {
  return comics.filter((row) => (rating === 'all' || row.rating === 0) && isMatch(row, wanted));
}

/** The list as it is defined: all comics that match, sorted. */
function listed(matching: readonly Comic[], { sort, locale, duration, descending, start }: CatalogueQuery): number[] {
  const compare = (a: Comic, b: Comic): number => {
    switch (sort) {
      case 'uploaded_at':
        return a.uploadedAt - b.uploadedAt || a.id - b.id;
      case 'latest_chapter':
        return a.latestAt - b.latestAt || a.id - b.id;
      case 'title':
        return byShownTitle(a, b, locale!);
      case 'sort_title':
        return byTitle(a, b);
      case 'pages':
        return a.pages - b.pages || a.id - b.id;
      case 'favorites':
        return a.favorites - b.favorites || a.id - b.id;
      case 'score':
        return a.weighted - b.weighted || a.id - b.id;
      case 'views':
        return a.total - b.total || a.id - b.id;
      case 'popularity':
        return viewsIn(a, duration) - viewsIn(b, duration) || a.id - b.id;
      case 'random':
        return Number(a.shuffle < start) - Number(b.shuffle < start) || a.shuffle - b.shuffle || a.id - b.id;
    }
  };
  const rows = matching.filter((row) => sort !== 'popularity' || viewsIn(row, duration) > 0);
  return rows.sort((a, b) => (descending ? compare(b, a) : compare(a, b))).map(({ id }) => id);
}

function isMatch(row: Comic, wanted: Condition): boolean {
  return matches(row, wanted, { favorites: row.favorites, views: row.total });
}

function wantedList(): CatalogueQuery {
  return {
    rating: pick(['safe', 'all']),
    condition: chance(0.25) ? EVERYTHING : condition(3),
    sort: pick([
      'uploaded_at',
      'latest_chapter',
      'title',
      'title',
      'sort_title',
      'pages',
      'favorites',
      'score',
      'views',
      'popularity',
      'random',
    ]),
    locale: pick(LOCALES),
    duration: pick(['day', 'week', 'month', 'year', 'all']),
    descending: chance(0.5),
    start: pick([0, 5, below(2_147_483_647)]),
  };
}

function expectAlike(catalogue: MemoryCatalogue, comics: readonly Comic[], times: number): void {
  const known = new Map(comics.map((row) => [row.id, row]));
  const terms = [1, 7, 12, 60, 2_147_483_647, 999_999];
  // Whatever list is asked for: looked for once.
  const newestFirst = terms.map((term) => {
    const rows = comics
      .filter((row) => row.terms.includes(term))
      .sort((a, b) => b.uploadedAt - a.uploadedAt || b.id - a.id);
    return { term, all: rows.map(({ id }) => id), safe: rows.flatMap(({ id, rating }) => (rating === 0 ? [id] : [])) };
  });
  for (let time = 0; time < times; time += 1) {
    const wanted = wantedList();
    const matching = findMatching(comics, wanted);
    const all = listed(matching, wanted);
    const said = JSON.stringify(wanted);
    for (const [offset, limit] of [
      [0, 24],
      [below(all.length + 5), 1 + below(60)],
      [Math.max(0, all.length - 7), 24],
    ] as const) {
      const found = catalogue.find(wanted, offset, limit);
      expect(found.total, said).toBe(all.length);
      const place = new Map(all.map((id, index) => [id, index]));
      const page = found.sorted ? found.ids : [...found.ids].sort((a, b) => place.get(a)! - place.get(b)!);
      expect(page.slice(found.from, found.from + limit), said).toEqual(all.slice(offset, offset + limit));
      expect(
        found.ids.every((id) => place.has(id)),
        said,
      ).toBe(true);
    }
    expect(catalogue.count(wanted.rating, wanted.condition), said).toBe(matching.length);
    expect(catalogue.counts(wanted.rating, wanted.condition, terms), said).toEqual(
      terms.map((term) => matching.filter((row) => row.terms.includes(term)).length),
    );
    const asked = [...new Set([...matching.slice(0, 20).map(({ id }) => id), 50, 1e9])];
    expect(
      new Map(catalogue.having(asked, terms).map(({ id, ...facts }) => [id, { ...facts, terms: facts.terms.sort() }])),
      said,
    ).toEqual(
      new Map(
        asked.flatMap((id) => {
          const row = known.get(id);
          const own = terms.flatMap((term, place) => (row?.terms.includes(term) ? [place] : []));
          return row ? [[id, { terms: own, safe: row.rating === 0 }]] : [];
        }),
      ),
    );
    for (const { term, ...having } of newestFirst) {
      const newest = catalogue.newestWith(term, 30);
      for (const rating of ['all', 'safe'] as const) {
        expect(newest[rating], said).toEqual(expect.arrayContaining(having[rating].slice(0, 30)));
        expect(
          newest[rating].filter((id) => !having[rating].includes(id)),
          said,
        ).toEqual([]);
      }
    }
    const text = normalise([...WORDS.slice(time % WORDS.length), ...WORDS].slice(0, 1 + (time % 3)).join(' '));
    const ranking = catalogue.rank(wanted.rating, wanted.condition, text);
    expect(ranking.total, said).toBe(matching.length);
    // Of more some are chosen before they are compared: `lists-alike.test.ts`.
    const isWhole = matching.length <= MAX_CONSIDERED;
    expect(isWhole ? ranking.ids : [], `${text} ${said}`).toEqual(isWhole ? ranked(matching, text) : []);
  }
}

function ranked(matching: Comic[], text: string): number[] {
  const wanted = rankedWords(text);
  const score = ({ search, total }: Comic) => relevance(fitOfText(search, wanted), viewLevel(total));
  return matching
    .map((row) => ({ id: row.id, score: score(row) }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, 250)
    .map(({ id }) => id);
}

const library = Array.from({ length: 2500 }, (_, index) => comic(index + 1));

test('every list, count and ranking is what filtering and sorting all comics gives', () => {
  expectAlike(built(library), library, 400);
});

test('of thousands that have a word, the one that is called so is first, however rarely it is viewed and long its text', () => {
  const { rank } = { rank: (rows: Comic[]) => built(rows).rank('all', { text: 'moon' }, 'moon').ids[0] };
  const others = Array.from({ length: 6_000 }, (_, index) => ({
    ...comic(index + 1),
    search: `moon ${index % 7}`,
    total: 1_000 + index,
  }));
  const called = { ...comic(7_000), search: searchText(['der mond uber dem meer', 'Moon', 'la lune']), total: 0 };
  expect(rank([...others, called])).toBe(7_000);
});

test('many terms are counted one by one and then by a table, alike, also of comics that changed', async () => {
  const catalogue = built(library, { places: 1, terms: 2, groups: 1, missing: 0 });
  const terms = [...new Set(library.flatMap((row) => row.terms)), 999_999];
  const bytes = catalogue.bytes;
  const counts = async (some: readonly number[], now: readonly Comic[]) => {
    const { rating, condition } = wantedList();
    const matching = now.filter((row) => (rating === 'all' || row.rating === 0) && isMatch(row, condition));
    expect(await catalogue.countMany(rating, condition, some, 'tags'), JSON.stringify(condition)).toEqual(
      some.map((term) => matching.filter((row) => row.terms.includes(term)).length),
    );
  };
  for (let time = 0; time < 60; time += 1) {
    await counts(terms, library);
    await setImmediate();
  }
  expect(catalogue.bytes).toBeGreaterThan(bytes + 2 * library.length);
  const changed = Array.from({ length: 20 }, (_, index) => comic(100 * (index + 1)));
  const now = new Map([...library, ...changed].map((row) => [row.id, row]));
  now.delete(50);
  catalogue.replace(changed, [50]);
  for (let time = 0; time < 30; time += 1) {
    await counts(time % 2 === 0 ? terms : [...terms.slice(3), 5_000_000 + time], [...now.values()]);
  }
});

test('it stays so for comics whose ids come in another order than their dates, shuffled and far apart', () => {
  const far = library.map((row) => ({ ...row, id: ((row.id * 7919) % 2503) * 850_000 })).filter(({ id }) => id > 0);
  expectAlike(built(far), far, 150);
  for (const gap of [3, 100]) {
    const apart = library.map((row) => ({ ...row, id: row.id * gap, uploadedAt: row.id * 7_000_000_000 }));
    expectAlike(built(apart), apart, 50);
  }
});

test('it stays so for comics that changed, are new or are gone, and with new counters', () => {
  const catalogue = built(library);
  let now = [...library];
  for (let round = 0; round < 4; round += 1) {
    const changed = Array.from({ length: 20 }, () => ({ ...comic(1 + below(2500)) }));
    const fresh = Array.from({ length: 5 }, (_, index) => comic(3000 + round * 10 + index));
    const gone = Array.from({ length: 5 }, () => 1 + below(3100));
    const replaced = new Map([...changed, ...fresh].map((row) => [row.id, row]));
    // Counters come apart from rows: what changed keeps them, what is new has none, until all are read anew.
    const kept = (row: Comic): Comic => {
      const { favorites, weighted, day, week, month, year_, total } = library[row.id - 1] ?? {
        favorites: 0,
        weighted: 0,
        day: 0,
        week: 0,
        month: 0,
        year_: 0,
        total: 0,
      };
      return { ...row, favorites, weighted, day, week, month, year_, total };
    };
    now = [...now.filter(({ id }) => !replaced.has(id)), ...replaced.values()].filter(({ id }) => !gone.includes(id));
    catalogue.replace(
      [...replaced.values()].filter(({ id }) => !gone.includes(id)),
      gone,
    );
    if (round % 2 === 0) {
      expectAlike(
        catalogue,
        now.map((row) => (replaced.has(row.id) ? kept(row) : row)),
        round === 0 ? 100 : 0,
      );
    }
    const reader = new CounterReader();
    reader.addChunk(counterText(now));
    catalogue.recount(
      counterData(new ComicIds(catalogue.ids).all(), reader.columns(), {
        ids: new Int32Array(),
        counts: new Int32Array(),
      }),
    );
    expectAlike(catalogue, now, 100);
  }
  expect(catalogue.changed).toBeGreaterThan(60);
});

test('the memory of counters is given back once others have come', () => {
  const comics = library.slice(0, 200);
  const data = catalogueData(comics);
  const catalogue = new MemoryCatalogue(data, APART);
  const former = data.counters;
  expect([former.levels.length, former.windows.week.members.length]).toEqual([200, 7]);
  const reader = new CounterReader();
  reader.addChunk(counterText(comics));
  const uses = { ids: new Int32Array(), counts: new Int32Array() };
  catalogue.recount(counterData(new ComicIds(catalogue.ids).all(), reader.columns(), uses));
  expect([former.levels.length, former.windows.week.members.length]).toEqual([0, 0]);
  expectAlike(catalogue, comics, 30);
});

test('an empty catalogue answers everything with nothing, and takes new comics', () => {
  const catalogue = built([]);
  expectAlike(catalogue, [], 30);
  const fresh = comic(5);
  catalogue.replace([fresh], [77]);
  expect(catalogue.find({ ...wantedList(), rating: 'all', condition: EVERYTHING, sort: 'title' }, 0, 24)).toMatchObject(
    { total: 1, ids: [5] },
  );
  expect(catalogue.changed).toBe(1);
});

test('a word is found in a text where the index of the database finds it', () => {
  for (const { search } of library.slice(0, 400)) {
    const grams = new Set(documentGrams(search));
    for (const asked of ASKED) {
      const [word = ''] = normalise(asked).split(' ');
      const byDatabase = search.includes(word) && queryGrams(word).every((gram) => grams.has(gram));
      expect(matches({ search } as CatalogueRow, { text: word }), `${word} in ${search}`).toBe(byDatabase);
    }
  }
});

/** Numbers from 0 to 1 that are the same everywhere (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
