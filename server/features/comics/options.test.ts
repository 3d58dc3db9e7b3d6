import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTRIBUTES, STATUSES } from '#contract/comics.ts';
import type { FilterOptions } from '#contract/search.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantCatalogue } from '#server/testing/catalogue.ts';

let site: TestApp;
let catalogue: Awaited<ReturnType<typeof plantCatalogue>>;
beforeAll(async () => {
  site = await testApp({}, () => new Date('2026-06-01T12:00:00Z'));
  catalogue = await plantCatalogue(site.deps.db, site.deps.blobs, { seed: 5, comics: 80, today: '2026-06-01' });
});
afterAll(() => site.close());

async function options(query: string, cookie = ''): Promise<FilterOptions> {
  const { status, body } = await site.get(`/api/comics/options?nsfw=true&${query}`, { cookie });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const total = async (query: string, cookie = '') =>
  (await site.get(`/api/comics?nsfw=true&${query}`, { cookie })).body.total as number;

describe.each(['the database', 'the catalogue in memory'])('the choices of a filter, counted by %s', (engine) => {
  beforeAll(async () => {
    if (engine !== 'the database') {
      await site.deps.catalogue.build();
    }
  });

  it.each(['', '&statuses=complete', '&q=moon', '&sort=popularity', '&not_artists=ARTIST', '&attributes=translated'])(
    'say how many comics each would list beside%s',
    async (present) => {
      const [artist = 0] = catalogue.terms.get('artists') ?? [];
      const beside = present.replace('ARTIST', String(artist));
      for (const of of ['tags', 'languages', 'categories'] as const) {
        const { options: choices, total: all } = await options(`of=${of}${beside}`);
        expect(all).toBe(await total(beside));
        expect(choices.length).toBeGreaterThan(1);
        for (const { value, count } of choices) {
          expect(count, `${of} ${value}`).toBe(await total(`${beside}&${of}=${value}`));
        }
      }
      for (const [of, values] of [
        ['statuses', STATUSES],
        ['attributes', ATTRIBUTES],
      ] as const) {
        const { options: choices } = await options(`of=${of}${beside}`);
        expect(choices.map(({ value, name }) => [value, name])).toEqual(values.map((value) => [value, null]));
        const others = beside.replace(/&statuses=\w+/, of === 'statuses' ? '' : '$&');
        for (const { value, count } of choices) {
          expect(count, `${of} ${value}`).toBe(await total(`${others}&${of}=${value}`));
        }
      }
    },
  );

  it('are called, and stand, as the terms of their list', async () => {
    for (const of of ['tags', 'artists', 'characters'] as const) {
      const { data } = (await site.get(`/api/${of}?nsfw=true&per_page=100&lang=es`)).body;
      expect(data.length).toBeGreaterThan(1);
      expect((await options(`of=${of}&lang=es`)).options.map(({ value, name }) => [Number(value), name])).toEqual(
        data.map(({ id, name }: { id: number; name: string }) => [id, name]),
      );
    }
  });

  it('leave the present choices out where another one adds to them', async () => {
    const [one, other] = catalogue.terms.get('languages') ?? [];
    const { options: choices, total: all } = await options(`of=languages&languages=${one}`);
    expect(choices.find(({ value }) => value === String(other))?.count).toBe(await total(`languages=${other}`));
    expect(all).toBe(await total(`languages=${one}`));
  });

  it('are found by what is typed, and none is a term that the reader hides', async () => {
    const [hidden = 0] = catalogue.terms.get('tags') ?? [];
    expect((await options('of=tags&find=tag 2')).options.map(({ name }) => name)).toEqual(['tag 2']);
    const { options: choices } = await options('of=tags', `hidden=${hidden}`);
    expect(choices.map(({ value }) => value)).not.toContain(String(hidden));
    for (const { value, count } of choices) {
      expect(count).toBe(await total(`tags=${value}`, `hidden=${hidden}`));
    }
  });
});

it('of no filter there is are refused, and those of a kind that a site does not have are none', async () => {
  expect((await site.get('/api/comics/options?of=colours')).status).toBe(422);
  expect((await site.get('/api/comics/options')).status).toBe(422);
  const other = await testApp({ features: ['tags'] });
  try {
    expect((await other.get('/api/comics/options?of=artists')).body).toEqual({ total: 0, options: [] });
  } finally {
    await other.close();
  }
});
