import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ATTRIBUTES,
  DURATIONS,
  INVERSE_RELATIONS,
  RELATION_KINDS,
  SORTS,
  STATUSES,
  type RelationKind,
} from '#contract/comics.ts';
import { LOCALES } from '#contract/locales.ts';
import { FILTER_KINDS, KIND_PATHS, type TermKind } from '#contract/taxonomy.ts';
import { createCatalogue } from '#server/catalogue/catalogue.ts';
import { STORED_RELATIONS } from '#server/db/queries/relations.ts';
import { putSetting } from '#server/db/queries/settings.ts';
import { normalise } from '#server/search/normalise.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { seededRandom } from '#server/testing/random.ts';
import {
  byShownTitle,
  hasWord,
  namesOfTerm,
  plainAnswer,
  plainComic,
  type PlainComic,
  type PlainList,
} from '#server/testing/plain-lists.ts';
import { catalogue, type SyntheticTerm } from '../../../bench/synthetic/catalogue.ts';
import { seed } from '../../../bench/synthetic/seed.ts';

const COMICS = 5000;
const now = new Date('2026-11-21T10:30:00Z');
const DAY = 86_400_000;
const FEATURED = [
  'tag',
  'artist',
  'group',
  'parody',
  'character',
  'category',
  'language',
  'genre',
] as const satisfies TermKind[];
const PLAIN_KINDS: readonly TermKind[] = ['tag', 'group', 'parody', 'relationship', 'character', 'artist', 'author'];

let site: TestApp;
let comics: PlainComic[];
const synthetic = catalogue(0.1);
const names = new Map(synthetic.terms.map((term) => [term, namesOfTerm(term)]));
const ofKind = Map.groupBy(synthetic.terms, ({ kind }) => kind);
const used = new Map<number, number>();
/** Pairs of comics, and the kind of work that the second is to the first. */
const relations = Array.from({ length: COMICS }, (_, index) => index + 1)
  .filter((id) => id % 5 === 1 && id + 5 <= COMICS)
  .flatMap((id): [number, number, RelationKind][] => [
    [id, id + 1 + (id % 3), STORED_RELATIONS[id % 6]!],
    [id + 5, id, STORED_RELATIONS[(id >> 3) % 6]!],
  ]);
/** `termsCalled`, until comics change. */
const calledNow = new Map<string, readonly number[]>();

beforeAll(async () => {
  site = await testApp({}, () => now);
  const {
    database: { db },
    database,
  } = site.deps;
  // Else the server sums the windows of popularity while their views come in.
  await putSetting(db, 'popularity_day', '2026-11-21');
  await seed(database, COMICS, () => {}, synthetic);
  comics = Array.from({ length: COMICS }, (_, index) => plainComic(synthetic.comic(index)));
  for (const { terms } of comics) {
    for (const term of terms) {
      used.set(term, (used.get(term) ?? 0) + 1);
    }
  }
  // Rows of which the synthetic catalogue has none.
  await sql`insert into users (username, username_key, email, password)
    select 'u' || n, 'u' || n, 'u' || n || '@comics.test', '' from generate_series(1, 3) n`.execute(db);
  await sql`insert into ratings (user_id, comic_id, score) select u, c * 7, 1 + (c * u) % 10 from generate_series(1, 3) u, generate_series(1, 400) c`.execute(
    db,
  );
  await sql`insert into comments (comic_id, text, html, state)
    select c, 't', 't', case when c % 3 = 0 then 'held' else 'shown' end
    from generate_series(1, 600) c, generate_series(1, 2)`.execute(db);
  await sql`insert into comic_relations (comic_id, other_id, kind)
    select * from unnest(${relations.map(([one]) => one)}::int[], ${relations.map(([, other]) => other)}::int[],
      ${relations.map(([, , kind]) => kind)}::text[])`.execute(db);
  await sql`insert into comic_links (comic_id, service, value) select c, 'mal', c::text from generate_series(1, 900, 9) c`.execute(
    db,
  );
  await sql`insert into comic_official_links (comic_id, place, url) select c, 0, 'https://publisher.test/' || c from generate_series(1, 900, 12) c`.execute(
    db,
  );
  await sql`update comics set released_on = make_date(1990 + id % 30, 2, 3) where id % 20 = 1`.execute(db);
  for (const comic of comics) {
    if (comic.id % 7 === 0 && comic.id <= 2800) {
      const scores = [1, 2, 3].map((user) => 1 + (((comic.id / 7) * user) % 10));
      comic.weighted = Math.round((65_000 + 1000 * scores.reduce((sum, one) => sum + one, 0)) / 13);
      comic.score = Math.round((scores.reduce((sum, one) => sum + one, 0) * 10) / 3);
    }
    if (comic.id <= 600 && comic.id % 3 !== 0) {
      comic.comments = 2;
    }
    if (comic.id % 20 === 1) {
      comic.year = 1990 + (comic.id % 30);
    }
  }
}, 300_000);
afterAll(() => site.close());

const random = seededRandom(2026);
const below = (most: number) => Math.floor(random() * most);
const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;

/** A term of a kind: mostly one that many comics have. */
function someTerm(kind: TermKind): SyntheticTerm {
  const size = ofKind.get(kind)!.length;
  const rank = Math.min(size - 1, Math.floor(random() ** 3 * Math.min(size, 60)));
  return synthetic.terms[synthetic.termAt(kind, rank) - 1] as SyntheticTerm;
}

interface Piece {
  q: string;
  fits: (comic: PlainComic) => boolean;
  words?: string[];
  asked?: number[];
}

const RANGES: [string, (comic: PlainComic) => number | null, number[]][] = [
  ['pages', ({ pages }) => pages, [1, 10, 20, 45, 399]],
  ['chapters', ({ chapters }) => chapters, [0, 1, 5]],
  ['favorites', ({ favorites }) => favorites, [0, 5, 900]],
  ['views', ({ views }) => views.total, [30, 1000, 50_000]],
  ['comments', ({ comments }) => comments, [0, 1, 2]],
  ['year', ({ year }) => year, [1995, 2004]],
];

/** Whether a comic is related in one of these ways to one that a list may show. */
function isRelated(id: number, kinds: readonly RelationKind[], rating: 'safe' | 'all'): boolean {
  return relations.some(([one, other, kind]) => {
    if (one !== id && other !== id) return false;
    const related = comics[(one === id ? other : one) - 1]!;
    return (
      kinds.includes(one === id ? kind : INVERSE_RELATIONS[kind]) &&
      related.published &&
      (rating === 'all' || related.rating === 'safe')
    );
  });
}

/** @param rating what the list shows that it is for. */
function piece(rating: 'safe' | 'all'): Piece {
  switch (below(10)) {
    case 9: {
      const kind = pick(['related', ...RELATION_KINDS] as const);
      return {
        q: `has:${kind.replace('_', '-')}`,
        fits: ({ id }) => isRelated(id, kind === 'related' ? RELATION_KINDS : [kind], rating),
      };
    }
    case 0: {
      const [key, value, numbers] = pick(RANGES);
      const number = pick(numbers);
      const sign = pick(['>', '>=', '<', '<=', '']);
      const fits = (has: number) =>
        sign === '>'
          ? has > number
          : sign === '>='
            ? has >= number
            : sign === '<'
              ? has < number
              : sign === '<='
                ? has <= number
                : has === number;
      return {
        q: `${key}:${sign}${number}`,
        fits: (comic) => {
          const has = value(comic);
          return has !== null && fits(has);
        },
      };
    }
    case 1: {
      const score = 1 + below(10);
      return random() < 0.5
        ? { q: `rating:>=${score}`, fits: (comic) => comic.score >= score * 10 }
        : { q: `rating:<${score}`, fits: (comic) => comic.score < score * 10 };
    }
    case 2: {
      const days = Math.floor((now.getTime() - Date.parse(comics[below(COMICS)]!.uploadedAt)) / DAY);
      const age = (comic: PlainComic) =>
        Math.floor(now.getTime() / DAY) - Math.floor(Date.parse(comic.uploadedAt) / DAY);
      return random() < 0.5
        ? { q: `uploaded:>${days}d`, fits: (comic) => age(comic) > days }
        : { q: `uploaded:<${days}d`, fits: (comic) => age(comic) < days };
    }
    case 3: {
      const status = pick(['complete', 'ongoing', 'onhold', 'canceled']);
      return { q: `is:${status}`, fits: (comic) => comic.status === status };
    }
    case 4:
      return pick<Piece>([
        { q: 'is:premium', fits: ({ premium }) => premium },
        { q: 'is:oneshot', fits: ({ chapters }) => chapters === 0 },
        { q: 'is:webtoon', fits: ({ direction }) => direction === 'vertical' },
        { q: 'is:translated', fits: ({ translated }) => translated },
        { q: 'has:comments', fits: ({ comments }) => comments > 0 },
        { q: 'has:link', fits: ({ id }) => id <= 900 && (id % 9 === 1 || id % 12 === 1) },
      ]);
    case 5: {
      const kind = pick(FEATURED);
      const name = normalise(someTerm(kind).name);
      const ids = ofKind
        .get(kind)!
        .filter((term) => names.get(term)!.includes(name))
        .map(({ id }) => id);
      return { q: `${kind}:"${name}"`, fits: ({ terms }) => ids.some((id) => terms.includes(id)), asked: ids };
    }
    case 6: {
      const word = plainWord();
      return {
        q: word,
        words: [word],
        fits: (comic) => hasWord(comic, word) || comic.terms.some((id) => termsCalled(word).includes(id)),
      };
    }
    default: {
      const word = plainWord();
      return { q: `title:${word}`, words: [word], fits: (comic) => hasWord(comic, word) };
    }
  }
}

/** The fifty most used terms whose name begins with a word, else of which a word does; as they are used now. */
function termsCalled(word: string): readonly number[] {
  const known = calledNow.get(word);
  if (known) return known;
  const terms = synthetic.terms.filter((term) => PLAIN_KINDS.includes(term.kind) && used.has(term.id));
  const called = (test: (name: string) => boolean) => terms.filter((term) => names.get(term)!.some(test));
  const starting = called((name) => name.startsWith(word));
  const found = (starting.length > 0 ? starting : called((name) => name.includes(` ${word}`)))
    .sort((a, b) => used.get(b.id)! - used.get(a.id)! || a.id - b.id)
    .slice(0, 50)
    .map(({ id }) => id);
  calledNow.set(word, found);
  return found;
}

/** A word of some title, or a part of one: its beginning, or three letters from within. */
function plainWord(): string {
  for (;;) {
    const letters = Array.from(pick(pick(comics).search.split(' ')));
    const whole = letters.join('');
    if (letters.length < 2 || !/^[\p{L}]+$/u.test(whole) || /^(or|and|not)$/.test(whole)) continue;
    if (letters.length > 4 && random() < 0.3) return letters.slice(1, 4).join('');
    return random() < 0.4 ? letters.slice(0, Math.max(2, below(4))).join('') : whole;
  }
}

/** A random list with pieces of the query language joined by all it has. */
function someList(): { list: PlainList; hidden: number[] } {
  const parameters: [string, string][] = [
    ['sort', pick(SORTS)],
    ['order', pick(['asc', 'desc'])],
    ['duration', pick(DURATIONS)],
    ['nsfw', pick(['true', 'true', 'false'])],
  ];
  if (parameters[0]![1] === 'title') {
    parameters.push(['lang', pick(LOCALES)]);
  }
  const fits: ((comic: PlainComic) => boolean)[] = [];
  const asked: number[] = [];
  const anyOfAKind = random() < 0.4;
  if (anyOfAKind) {
    parameters.push(['match', 'any']);
  }
  if (random() < 0.15) {
    const kind = pick(FILTER_KINDS);
    const { id } = someTerm(kind);
    parameters.push(['within', `${KIND_PATHS[kind]}:${id}`]);
    fits.push(({ terms }) => terms.includes(id));
    asked.push(id);
  }
  for (const kind of FILTER_KINDS) {
    const path = KIND_PATHS[kind];
    if (random() < 0.12) {
      const ids = Array.from({ length: 1 + below(3) }, () => someTerm(kind).id);
      parameters.push(...ids.map((id): [string, string] => [`${path}[]`, String(id)]));
      const hasAny = anyOfAKind || path === 'languages' || path === 'categories';
      fits.push(({ terms }) => (hasAny ? ids.some((id) => terms.includes(id)) : ids.every((id) => terms.includes(id))));
      asked.push(...ids);
    }
    if (random() < 0.1) {
      const { id } = someTerm(kind);
      parameters.push([`not_${path}`, String(id)]);
      fits.push(({ terms }) => !terms.includes(id));
    }
  }
  if (random() < 0.1) {
    const attribute = pick(ATTRIBUTES);
    parameters.push(['attributes', attribute]);
    fits.push((comic) => comic[attribute]);
  }
  if (random() < 0.15) {
    const statuses = STATUSES.filter(() => random() < 0.5);
    parameters.push(...statuses.map((status): [string, string] => ['statuses[]', status]));
    if (statuses.length > 0) {
      fits.push(({ status }) => (statuses as (string | null)[]).includes(status));
    }
  }
  if (random() < 0.05) {
    const ids = Array.from({ length: 30 }, () => 1 + below(COMICS));
    parameters.push(...ids.map((id): [string, string] => ['ids[]', String(id)]));
    fits.push(({ id }) => ids.includes(id));
  }
  const words: string[] = [];
  if (random() < 0.6) {
    const parts = Array.from({ length: 1 + below(3) }, () => {
      const rating = parameters[3]![1] === 'true' ? 'all' : 'safe';
      const [one, other] = [piece(rating), piece(rating)];
      const plain = one.words && one.q === one.words[0];
      if (random() < 0.25 && !plain) {
        return { q: `-${one.q}`, fits: (comic: PlainComic) => !one.fits(comic), words: [], asked: [] };
      }
      if (random() < 0.25) {
        return {
          q: `(${one.q} OR ${other.q})`,
          fits: (comic: PlainComic) => one.fits(comic) || other.fits(comic),
          words: [...(one.words ?? []), ...(other.words ?? [])],
          asked: [...(one.asked ?? []), ...(other.asked ?? [])],
        };
      }
      return { words: [], asked: [], ...one };
    });
    // Words beside each other may be one name: a range stands between them.
    parameters.push(['q', parts.map(({ q }) => q).join(' pages:>=0 ')]);
    for (const part of parts) {
      fits.push(part.fits);
      words.push(...part.words);
      asked.push(...part.asked);
    }
  }
  const hidden =
    random() < 0.3 ? Array.from({ length: 1 + below(4) }, () => someTerm(pick(['tag', 'group', 'language'])).id) : [];
  // Hiding a term does not keep its comics from who asks for it by its own name or number.
  const leftOut = hidden.filter((id) => !asked.includes(id));
  return {
    hidden,
    list: { parameters, hidden: leftOut, words: [...new Set(words)], fits: (comic) => fits.every((fit) => fit(comic)) },
  };
}

const lists: {
  list: PlainList;
  hidden: number[];
  place: number;
  perPage: number;
  further: 'within' | 'last' | 'beyond';
  wanted?: PlainComic[];
}[] = [];

/** Asks for every list what a reader would see of its pages, of one of them or of two, and compares with looking at every comic. */
async function agree(count: number, pages: 1 | 2): Promise<void> {
  while (lists.length < count) {
    lists.push({
      ...someList(),
      place: random(),
      perPage: pick([1, 7, 24, 100]),
      further: pick(['within', 'within', 'last', 'beyond']),
    });
  }
  let found = 0;
  for (const [at, one] of lists.slice(0, count).entries()) {
    const { list, hidden, place, perPage, further } = one;
    const wanted = (one.wanted ??= plainAnswer(comics, list, now));
    found += wanted.length > 0 ? 1 : 0;
    const last = Math.max(1, Math.ceil(wanted.length / perPage));
    const asked = [1, further === 'within' ? 1 + Math.floor(place * last) : further === 'last' ? last : last + 1];
    for (const page of new Set(pages === 2 ? asked : [asked[at % 2]!])) {
      const address = `/api/comics?${new URLSearchParams([...list.parameters, ['page', String(page)], ['per_page', String(perPage)]]).toString()}`;
      let { status, body } = await site.get(address, { cookie: `hidden=${hidden.join('.')}` });
      // Reads end after a quarter of a second; where the machine is busy with other tests, a list is asked for again.
      for (let again = 0; status === 503 && again < 5; again += 1) {
        ({ status, body } = await site.get(address, { cookie: `hidden=${hidden.join('.')}` }));
      }
      const ids = (body.data as { id: number }[] | undefined)?.map(({ id }) => id);
      const corrected = (body.search?.corrected ?? null) !== null;
      if (corrected) {
        // oxlint-disable-next-line vitest/no-conditional-expect -- words that nothing has are answered with others
        expect(wanted.length, address).toBe(0);
        continue;
      }
      expect([status, body.total, ids], `${decodeURIComponent(address)} hidden=${hidden.join('.')}`).toEqual([
        200,
        wanted.length,
        wanted.slice((page - 1) * perPage, page * perPage).map(({ id }) => id),
      ]);
    }
  }
  expect(found).toBeGreaterThan(count / 3);
}

/** By title in every language: pages near and far, with the order and total that sorting all titles gives. */
async function agreeByTitle(): Promise<void> {
  const shown = comics.filter(({ published }) => published);
  for (const locale of LOCALES) {
    const wanted = byShownTitle(shown, locale).map(({ id }) => id);
    for (const page of [1, 7, Math.ceil(wanted.length / 100)]) {
      const ask = () => site.get(`/api/comics?sort=title&order=asc&nsfw=true&per_page=100&page=${page}&lang=${locale}`);
      let { status, body } = await ask();
      for (let again = 0; status === 503 && again < 5; again += 1) {
        ({ status, body } = await ask());
      }
      expect([locale, status, body.total, body.data?.map(({ id }: { id: number }) => id)]).toEqual([
        locale,
        200,
        wanted.length,
        wanted.slice((page - 1) * 100, page * 100),
      ]);
    }
  }
}

/** Changes, withdraws and reads every so manieth comic, in the database and in what its lists are compared with. */
async function changeComics(step: number): Promise<void> {
  const { db } = site.deps;
  await sql`update comics set pages = pages + 1, uploaded_at = uploaded_at + interval '400 days' where id % ${step}::int = 0`.execute(
    db,
  );
  await sql`update comics set state = 'unlisted' where id % ${2 * step}::int = 0`.execute(db);
  await sql`update comics set title = '“' || id || '. Zug' where id % ${3 * step}::int = 0`.execute(db);
  await sql`insert into comic_translations (comic_id, locale, title) select id, 'zh', '第' || id % 12 || '话'
    from comics where id % ${step + 69}::int = 1 on conflict (comic_id, locale) do update set title = excluded.title`.execute(
    db,
  );
  await sql`delete from comic_translations where locale = 'en' and comic_id % ${step + 169}::int = 2`.execute(db);
  await sql`update comic_stats set total = total + 70000, favorites = favorites + 3, day = day + 1 where comic_id % ${step}::int = 0`.execute(
    db,
  );
  for (const list of lists) {
    delete list.wanted;
  }
  for (const comic of comics) {
    if (comic.id % step === 0) {
      comic.pages += 1;
      comic.uploadedAt = new Date(Date.parse(comic.uploadedAt) + 400 * DAY).toISOString();
      comic.published &&= comic.id % (2 * step) !== 0;
      comic.views = { ...comic.views, total: comic.views.total + 70_000, day: comic.views.day + 1 };
      comic.favorites += 3;
    }
    if (comic.id % (3 * step) === 0) {
      comic.title = `“${comic.id}. Zug`;
    }
    if (comic.id % (step + 69) === 1) {
      comic.titles = [
        ...comic.titles.filter(({ locale }) => locale !== 'zh'),
        { locale: 'zh', title: `第${comic.id % 12}话` },
      ];
    }
    if (comic.id % (step + 169) === 2) {
      comic.titles = comic.titles.filter(({ locale }) => locale !== 'en');
    }
  }
  // A word stands for the terms that most published comics have.
  used.clear();
  calledNow.clear();
  for (const { terms, published } of comics) {
    for (const term of published ? terms : []) {
      used.set(term, (used.get(term) ?? 0) + 1);
    }
  }
}

describe('200 random lists of 5,000 comics have the items, order and total that looking at every comic gives', () => {
  it('from the database', async () => {
    expect(site.deps.catalogue.ready()).toBeNull();
    await agree(200, 1);
    await agreeByTitle();
  }, 300_000);

  it('from the catalogue in memory', async () => {
    await site.deps.catalogue.build();
    expect(site.deps.catalogue.ready()).not.toBeNull();
    await agree(200, 2);
    await agreeByTitle();
  }, 300_000);

  it('from the catalogue in memory after comics were changed, withdrawn and read', async () => {
    await changeComics(331);
    await site.deps.catalogue.catchUp();
    expect(site.deps.catalogue.ready()?.changed).toBeGreaterThan(0);
    await agree(60, 2);
    await agreeByTitle();
  }, 300_000);

  it('from an index that other processes saved, with changes before and after each of them', async () => {
    const { catalogue: last } = site.deps;
    const startProcess = () =>
      createCatalogue({ db: site.deps.db, log: site.deps.log, folder: join(site.deps.config.dataDir, 'catalogue') });
    const first = startProcess();
    await first.build();
    const { comics: built } = first.state;
    await first.close();
    await changeComics(349);
    const second = startProcess();
    expect(await second.load()).toBe(true);
    await changeComics(353);
    await second.catchUp();
    await second.close();
    await changeComics(359);
    const { buildSeconds } = last.state;
    expect(await last.load()).toBe(true);
    // Counters are read in the background once it is loaded.
    await last.catchUp();
    expect(last.state).toMatchObject({ buildSeconds, comics: built });
    expect(last.ready()?.changed).toBeGreaterThan(35);
    await agree(200, 2);
    await agreeByTitle();
  }, 300_000);
});
