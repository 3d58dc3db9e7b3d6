import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTRIBUTES, DURATIONS, SORTS, STATUSES, type Sort } from '#contract/comics.ts';
import { LOCALES } from '#contract/locales.ts';
import { FILTER_KINDS, KIND_PATHS } from '#contract/taxonomy.ts';
import { normalise, searchText } from '#server/search/normalise.ts';
import { queryWords } from '#server/search/grams.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantCatalogue, type PlantedComic } from '#server/testing/catalogue.ts';
import { byShownTitle } from '#server/testing/plain-lists.ts';

type Query = Record<string, string | number | readonly (string | number)[]>;

let site: TestApp;
let catalogue: Awaited<ReturnType<typeof plantCatalogue>>;
const clock = { now: new Date('2026-06-01T10:30:00Z') };

beforeAll(async () => {
  site = await testApp({}, () => clock.now);
  catalogue = await plantCatalogue(site.deps.db, site.deps.blobs, { seed: 7, comics: 140, today: '2026-06-01' });
});
afterAll(() => site.close());

function address(query: Query): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return `/api/comics?${new URLSearchParams(parameters).toString()}`;
}

const paths = FILTER_KINDS.map((kind) => KIND_PATHS[kind]);
const listFor = (query: Query, name: string): number[] => [query[name] ?? []].flat().map(Number);

/** The promises of the contract, said again as plainly as possible. */
function expected(query: Query): PlantedComic[] {
  const texts = (name: string) => [query[name] ?? []].flat().map(String);
  const words = queryWords(normalise(String(query.q ?? '')));
  const window = ({ day: 'day', week: 'week', month: 'month', year: 'year', all: 'total' } as const)[
    String(query.duration ?? 'all') as 'day'
  ];
  const sort = String(query.sort ?? (words.length > 0 ? 'relevance' : 'uploaded_at')) as Sort;
  const fits = (comic: PlantedComic) => {
    const has = (id: number) => comic.draft.terms.includes(id);
    const search = searchText([
      comic.draft.title,
      comic.draft.alternativeTitle,
      ...Object.values(comic.draft.translations ?? {}).map((words) => words?.title),
    ]);
    return (
      comic.state === 'published' &&
      (query.nsfw === 'true' || comic.draft.rating === 'safe') &&
      paths.every((path) => {
        const ids = listFor(query, path);
        const hasAny = path === 'languages' || path === 'categories';
        return (
          (ids.length === 0 || (hasAny ? ids.some(has) : ids.every(has))) && !listFor(query, `not_${path}`).some(has)
        );
      }) &&
      texts('attributes').every((attribute) => comic.draft[attribute as 'translated']) &&
      (texts('statuses').length === 0 || texts('statuses').includes(String(comic.draft.status))) &&
      words.every(
        (word) =>
          search.includes(word) && (word.length > 2 || /[^\x00-\x7f]/.test(word) || ` ${search}`.includes(` ${word}`)),
      ) &&
      (sort !== 'popularity' || comic.views[window] > 0)
    );
  };
  const value = (comic: PlantedComic): number => {
    switch (sort) {
      case 'pages':
        return comic.pages;
      case 'favorites':
        return comic.favorites;
      case 'score':
        // Nobody scored any.
        return 0;
      case 'views':
        return comic.views.total;
      case 'popularity':
        return comic.views[window];
      default:
        return comic.draft.uploadedAt.getTime();
    }
  };
  const found = catalogue.comics.filter(fits);
  const ordered =
    sort === 'title'
      ? byShownTitle(
          found.map((comic) => ({ ...comic, ...listTitles(comic) })),
          String(query.lang ?? 'en'),
        )
      : found.sort((a, b) => value(a) - value(b) || a.id - b.id);
  return query.order === 'asc' ? ordered : ordered.reverse();
}

function listTitles({ draft: { title, translations } }: PlantedComic) {
  return {
    title,
    titles: Object.entries(translations ?? {}).map(([locale, words]) => ({ locale, title: words?.title ?? title })),
  };
}

/** Every comic of a list, page by page as a program reads it, and the total each page told. */
async function read(query: Query, perPage = 7): Promise<number[]> {
  const ids: number[] = [];
  let total = 0;
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { status, body } = await site.get(address({ ...query, page, per_page: perPage }));
    expect(status, JSON.stringify(body)).toBe(200);
    ids.push(...body.data.map((comic: { id: number }) => comic.id));
    last = body.last_page;
    expect(body.current_page).toBe(page);
    expect(last).toBe(Math.max(1, Math.ceil(body.total / perPage)));
    total = body.total;
  }
  expect(ids.length, `total of ${address(query)}`).toBe(total);
  return ids;
}

async function expectTruth(query: Query): Promise<void> {
  const found = await read(query);
  const wanted = expected(query).map((comic) => comic.id);
  const unordered =
    query.sort === 'random' ||
    query.sort === 'relevance' ||
    (query.sort === undefined && query.q !== undefined && normalise(String(query.q)) !== '');
  const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);
  expect(unordered ? sorted(found) : found, address(query)).toEqual(unordered ? sorted(wanted) : wanted);
}

describe('GET /api/comics', () => {
  it.each(SORTS)('sorts by %s both ways, and each order is the other one reversed', async (sort) => {
    await expectTruth({ sort, nsfw: 'true' });
    await expectTruth({ sort, nsfw: 'false', order: 'asc' });
    const q = sort === 'relevance' ? { q: 'moon' } : {};
    expect(await read({ sort, nsfw: 'true', order: 'asc', ...q })).toEqual(
      (await read({ sort, nsfw: 'true', ...q })).reverse(),
    );
  });

  it.each(LOCALES)('sorts by the titles that readers of %s see, by their rules', async (lang) => {
    await expectTruth({ sort: 'title', nsfw: 'true', lang });
    await expectTruth({ sort: 'title', nsfw: 'true', lang, order: 'asc', statuses: ['ongoing', 'complete'] });
  });

  it.each(DURATIONS)(
    'counts popularity over the last %s: what nobody read in it is neither listed nor counted',
    async (duration) => {
      await expectTruth({ sort: 'popularity', duration, nsfw: 'true' });
      await expectTruth({ sort: 'uploaded_at', duration, nsfw: 'true' });
    },
  );

  it.each(paths)('filters by %s, with and without', async (path) => {
    const ids = catalogue.terms.get(path) ?? [];
    await expectTruth({ [path]: ids.slice(0, 1), nsfw: 'true' });
    await expectTruth({ [path]: ids.slice(0, 2), nsfw: 'true' });
    await expectTruth({ [`not_${path}`]: ids.slice(0, 2), nsfw: 'true' });
    await expectTruth({
      [path]: ids.slice(0, 1),
      [`not_${path}`]: ids.slice(1, 2),
      sort: 'popularity',
      duration: 'week',
    });
  });

  it('filters by each attribute and status', async () => {
    for (const attribute of ATTRIBUTES) {
      await expectTruth({ attributes: attribute, nsfw: 'true' });
    }
    for (const status of STATUSES) {
      await expectTruth({ statuses: status, nsfw: 'true' });
    }
    await expectTruth({ attributes: ATTRIBUTES, nsfw: 'true' });
    await expectTruth({ statuses: STATUSES.slice(0, 2), nsfw: 'true' });
  });

  it.each([
    'moon',
    'cafe',
    'CAFÉ',
    'eclair',
    'strasse',
    '海',
    '星空',
    'ネコ',
    'ねこ',
    'احمد',
    'елка',
    '고양',
    'हिन्दी',
    'dont',
    'FULL',
    'titre',
    'moon river',
    'mo',
    'zzz',
  ])('finds %s in titles of every language', async (q) => {
    await expectTruth({ q, nsfw: 'true' });
    await expectTruth({ q, nsfw: 'true', sort: 'title' });
  });

  it('agrees with the plain reading of the contract on 150 random combinations', async () => {
    const { random, pick, some } = catalogue;
    for (let round = 0; round < 150; round += 1) {
      const query: Query = {
        sort: pick(SORTS),
        order: pick(['asc', 'desc']),
        duration: pick(DURATIONS),
        nsfw: pick(['true', 'true', 'false']),
      };
      for (const path of paths) {
        if (random() < 0.15) {
          query[path] = some(catalogue.terms.get(path) ?? [], 0.3);
        }
        if (random() < 0.1) {
          query[`not_${path}`] = some(catalogue.terms.get(path) ?? [], 0.2);
        }
      }
      if (random() < 0.2) {
        query.attributes = some(ATTRIBUTES, 0.5);
      }
      if (random() < 0.2) {
        query.statuses = some(STATUSES, 0.5);
      }
      if (random() < 0.2) {
        query.q = pick(['moon', 'neko', 'ねこ', 'vol', 'sky river', 'é']);
      }
      await expectTruth(query);
    }
  });

  it('keeps a random order for an hour and takes another one after it', async () => {
    const first = await read({ sort: 'random', nsfw: 'true' });
    clock.now = new Date('2026-06-01T10:59:59Z');
    expect(await read({ sort: 'random', nsfw: 'true' })).toEqual(first);
    clock.now = new Date('2026-06-01T11:00:00Z');
    expect(await read({ sort: 'random', nsfw: 'true' })).not.toEqual(first);
    expect(new Set(first).size).toBe(first.length);
  });

  it('leaves out the comics of terms that a guest hides', async () => {
    const [hidden = 0] = catalogue.terms.get('tags') ?? [];
    const { body } = await site.get('/api/comics?nsfw=true&per_page=100', { cookie: `hidden=${hidden}` });
    expect(body.data.map((comic: { id: number }) => comic.id)).toEqual(
      expected({ nsfw: 'true', not_tags: [hidden] }).map((comic) => comic.id),
    );
    expect(body.total).toBe(body.data.length);
  });

  it('shows the comics of a hidden term to a guest who asks for that term, still without those of other hidden ones', async () => {
    const [asked = 0, hidden = 0] = catalogue.terms.get('tags') ?? [];
    const wanted = expected({ nsfw: 'true', tags: [asked], not_tags: [hidden] }).map((comic) => comic.id);
    for (const query of [`tags=${asked}`, 'q=tag:%22tag 1%22']) {
      const { body } = await site.get(`/api/comics?nsfw=true&per_page=100&${query}`, {
        cookie: `hidden=${asked}.${hidden}`,
      });
      expect(
        body.data.map((comic: { id: number }) => comic.id),
        query,
      ).toEqual(wanted);
    }
  });

  it("is for the one who asked and nobody's cache, as what is hidden is left out", async () => {
    const { headers } = await site.get('/api/comics');
    expect([headers['cache-control'], headers.vary]).toEqual([
      'private, no-cache',
      'Authorization, Cookie, Accept-Language, Accept-Encoding',
    ]);
  });

  it('lists only the comics of given numbers that are listed', async () => {
    const shown = expected({ nsfw: 'true' })
      .slice(0, 5)
      .map(({ id }) => id);
    const other = catalogue.comics.filter(({ state }) => state !== 'published').map(({ id }) => id);
    const { body } = await site.get(`/api/comics?nsfw=true&ids=${[...shown, ...other].join(',')}`);
    expect([body.total, body.data.map((comic: { id: number }) => comic.id)]).toEqual([5, shown]);
    for (const [id, jump] of [
      [shown[0], { id: shown[0], slug: catalogue.comics.find(({ id }) => id === shown[0])?.slug }],
      [other[0], null],
    ] as const) {
      expect((await site.get(`/api/comics?nsfw=true&q=%23${id}`)).body.search.jump).toEqual(jump);
    }
  });

  it('leaves no gap for a comic that was withdrawn after the catalogue in memory was built', async () => {
    await site.deps.catalogue.build();
    const before = await site.get('/api/comics?nsfw=true&per_page=10');
    const [gone] = before.body.data;
    await sql`update comics set state = 'unlisted' where id = ${gone.id}`.execute(site.deps.db);
    const { body } = await site.get('/api/comics?nsfw=true&per_page=10');
    expect([body.total, body.data.length]).toEqual([before.body.total - 1, 9]);
    expect(body.data[0].id).toBe(before.body.data[1].id);
    await site.deps.catalogue.follow();
    const { body: followed } = await site.get('/api/comics?nsfw=true&per_page=10');
    expect([followed.total, followed.data.length]).toEqual([before.body.total - 1, 10]);
    await sql`update comics set state = 'published' where id = ${gone.id}`.execute(site.deps.db);
    await site.deps.catalogue.follow();
  });

  it('answers any one comic of a filtered list, and 404 where there is none', async () => {
    const [tag = 0] = catalogue.terms.get('tags') ?? [];
    const wanted = new Set(expected({ tags: [tag], nsfw: 'true' }).map((comic) => comic.id));
    for (let round = 0; round < 5; round += 1) {
      const { status, body } = await site.get(`/api/comics/random?tags=${tag}&nsfw=true`);
      expect(status).toBe(200);
      expect(wanted.has(body.id)).toBe(true);
    }
    expect((await site.get('/api/comics/random?tags=999999')).status).toBe(404);
  });

  it('puts the title that is the search first, then those that begin with it, then the rest', async () => {
    const { body } = await site.get('/api/comics?q=sky&nsfw=true&per_page=100');
    const rank = (comic: { id: number }) => {
      const planted = catalogue.comics.find(({ id }) => id === comic.id) as PlantedComic;
      const names = [planted.draft.title, planted.draft.alternativeTitle ?? ''].map(normalise);
      return names.includes('sky') ? 0 : names.some((name) => name.startsWith('sky')) ? 1 : 2;
    };
    const ranks = body.data.map(rank);
    expect(ranks).toEqual([...ranks].sort());
    expect(ranks).toContain(0);
  });
});
