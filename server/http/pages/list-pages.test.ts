import { readFileSync } from 'node:fs';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import type { RenderOptions } from '#contract/rendering.ts';
import { FEATURES } from '#contract/site.ts';
import { FILTER_KINDS } from '#contract/taxonomy.ts';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { sourceSite } from '#server/testing/site-source.ts';
import { serveSite } from './site.ts';

/** Terms of every kind: more than fit on a page of choices. */
const TERMS = 130;
/** Comics with them: more than fit on a page of a list. */
const COMICS = 30;
/** Elements that a list page may have (docs/performance.md). */
const MAX_ELEMENTS = 1200;

let site: TestApp;
/** The calls of the API that were made for the pages since it was last emptied. */
let calls: string[] = [];
const terms = new Map<string, number[]>();

beforeAll(async () => {
  const source = await sourceSite();
  const { code, ...shell } = await source.current('');
  // As the build puts it into every page.
  const sprite = readFileSync('web/ui/basic/sprite.svg', 'utf8');
  const watched = {
    ...source,
    current: async () => ({
      ...shell,
      template: shell.template.replace('<!--sprite-->', sprite),
      code: {
        render: (request: Request, options: RenderOptions) =>
          code.render(request, {
            ...options,
            get: (path, headers) => {
              calls.push(path.replace(/[?&](?:lang|nsfw)=\w+/g, ''));
              return options.get(path, headers);
            },
          }),
      },
    }),
  };
  site = await testApp({ features: [...FEATURES] }, undefined, (app, deps) => serveSite(app, deps, watched));
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  for (const kind of FILTER_KINDS) {
    const wanted = Array.from({ length: TERMS }, (_, at) => ({
      kind,
      name: `${kind} of a rather long name ${at}`,
      ...(kind === 'language' && at < LOCALES.length ? { code: LOCALES[at]! } : {}),
    }));
    terms.set(kind, await withTransaction(db, (tx) => findOrCreateTerms(tx, wanted)));
  }
  const many = [...terms].flatMap(([kind, ids]) => (kind === 'language' || kind === 'category' ? [] : ids));
  const [, tag = 0] = terms.get('tag')!;
  await withTransaction(db, async (tx) => {
    for (let at = 0; at < COMICS; at += 1) {
      // Flags, and every other a badge: cards with all they can have.
      const language = terms.get('language')![at % LOCALES.length]!;
      const category = terms.get('category')![at]!;
      const title = `A comic of quite a long title, as they are, number ${at}`;
      await plantComic(
        tx,
        {
          title,
          rating: 'safe',
          status: 'ongoing',
          premium: at % 2 === 0,
          terms: [tag, ...many.filter((each, place) => place % COMICS === at && each !== tag), language, category],
        },
        image,
      );
    }
  });
});
afterAll(() => site?.close());

async function open(path: string) {
  calls = [];
  const { statusCode: status, headers, body } = await site.app.inject({ url: path, headers: { host: 'comics.test' } });
  const elements: Tree.Element[] = [];
  const walk = (node: Tree.Node) => {
    if ('tagName' in node) {
      elements.push(node);
    }
    for (const each of 'childNodes' in node ? node.childNodes : []) {
      walk(each);
    }
  };
  // As a browser without scripts reads it: with what is in `noscript`.
  walk(parse(body, { scriptingEnabled: false }));
  const found = (tag: string, attributes: Record<string, string> = {}) =>
    elements
      .filter(({ tagName }) => tagName === tag)
      .map((element) => Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])))
      .filter((each) => Object.entries(attributes).every(([name, value]) => each[name] === value));
  return { status, location: headers.location, elements: elements.length, found };
}

const values = (inputs: readonly Record<string, string>[]) => inputs.map(({ value }) => value);

describe('a page with a list of comics', () => {
  it('leads whoever asks for a page beyond its end, be it a crawler, to its last one, where that is another', async () => {
    const tag = '/en/tag/tag-of-a-rather-long-name-1';
    const last = (await open(tag)).found('a', { rel: 'next' }).length === 0 ? tag : `${tag}?page=2`;
    for (const page of ['3', '1000000000', '99999999999999999999']) {
      expect(await open(`/en/latest?page=${page}`)).toMatchObject({ status: 302, location: '/en/latest?page=2' });
      expect(await open(`${tag}?page=${page}`)).toMatchObject({ status: 302, location: last });
    }
  });

  it.each(['/en/latest', '/en/latest?page=2', '/en/tag/tag-of-a-rather-long-name-1'])(
    'holds no choices but those that are always the same, and few elements: %s',
    async (path) => {
      const { status, elements, found } = await open(path);
      expect(status).toBe(200);
      expect(found('article').length).toBeGreaterThan(5);
      expect(found('svg', { class: 'flag' }).length).toBeGreaterThan(found('article').length);
      expect(elements).toBeLessThanOrEqual(MAX_ELEMENTS);
      expect(new Set(found('input', { type: 'checkbox' }).map(({ name }) => name))).toEqual(
        new Set(['statuses', 'attributes[]']),
      );
    },
  );

  it('asks the API for the list, and for what the filters name', async () => {
    const [tag = 0] = terms.get('tag')!;
    await open('/de/latest');
    const always = calls.filter((call) => /^\/api\/(pages|ads|announcements)\b/.test(call));
    expect(calls.filter((call) => !always.includes(call))).toEqual([
      expect.stringMatching(/^\/api\/comics\?.*per_page=24/),
    ]);
    await open(`/de/latest?not_tags=${tag}`);
    expect(calls.filter((call) => !always.includes(call))).toEqual([
      expect.stringMatching(/^\/api\/comics\?not_tags=/),
      `/api/tags/${tag}`,
    ]);
  });

  it('keeps its chosen terms in the form, and leads to where they are chosen', async () => {
    const [tag = 0, other = 0] = terms.get('tag')!;
    const { found } = await open(`/en/latest?tags=${tag}&not_tags=${other}&sort=title`);
    expect(values(found('input', { name: 'tags' }))).toEqual([String(tag)]);
    expect(values(found('input', { name: 'not_tags' }))).toEqual([String(other)]);
    expect(found('a', { href: `/en/filters/latest?sort=title&tags=${tag}&not_tags=${other}&kind=tags` })).toEqual([
      expect.objectContaining({ rel: 'nofollow' }),
    ]);
  });
});

describe('the page where filters are chosen without scripts', () => {
  it('offers one kind a page at a time, the most used first, and keeps all else of the list', async () => {
    const [artist = 0, other = 0] = terms.get('artist')!;
    const [tag = 0] = terms.get('tag')!;
    const { status, elements, found } = await open(
      `/en/filters/latest?q=comic&sort=title&order=asc&statuses=ongoing&tags=${tag}&artists=${artist}&not_artists=${other}&kind=artists`,
    );
    expect(status).toBe(200);
    expect(elements).toBeLessThanOrEqual(MAX_ELEMENTS);
    expect(found('meta', { name: 'robots' })).toEqual([expect.objectContaining({ content: 'noindex' })]);
    const hidden = found('input', { type: 'hidden' }).map(({ name, value }) => `${name}=${value}`);
    expect(hidden).toEqual(['q=comic', 'sort=title', 'order=asc', 'statuses[]=ongoing', 'kind=artists']);
    const ticked = found('input', { type: 'checkbox' }).filter(({ checked }) => checked !== undefined);
    expect(ticked.map(({ name, value }) => `${name}=${value}`).sort()).toEqual(
      [`artists=${artist}`, `not_artists=${other}`, `tags=${tag}`].sort(),
    );
    const offered = new Set(values(found('input', { name: 'artists' })));
    expect(offered.size).toBeGreaterThanOrEqual(60);
    expect(offered.size).toBeLessThan(TERMS);
    expect(values(found('button', { name: 'to' }))).toHaveLength(12);
  });

  it('has every term of a kind on one of its pages, each once', async () => {
    const seen: (string | undefined)[] = [];
    for (const page of [1, 2, 3]) {
      const { found } = await open(`/en/filters/latest?kind=groups&page=${page}`);
      seen.push(...values(found('input', { name: 'groups' })));
    }
    expect(seen.sort()).toEqual(terms.get('group')!.map(String).sort());
    expect(await open('/en/filters/latest?kind=groups&page=9')).toMatchObject({
      status: 302,
      location: '/en/filters/latest?kind=groups&page=3',
    });
  });

  it('finds a term by its name, and looks for it in no other kind', async () => {
    const { found } = await open('/en/filters/latest?kind=tags&find=name+77');
    expect(values(found('input', { name: 'tags' }))).toEqual([String(terms.get('tag')![77])]);
    const next = await open('/en/filters/latest?kind=tags&find=name+77&to=authors');
    expect(next.found('input', { name: 'authors' }).length).toBeGreaterThan(50);
    expect(values(next.found('input', { name: 'find' }))).toEqual(['']);
  });

  it('leads to the list with what was ticked', async () => {
    const [tag = 0, other = 0] = terms.get('tag')!;
    expect(
      await open(`/en/filters/latest?sort=title&kind=tags&find=&tags=${tag}&not_tags=${other}&page=2&show=list`),
    ).toMatchObject({ status: 302, location: `/en/latest?sort=title&tags=${tag}&not_tags=${other}` });
    expect(await open(`/ar/filters/tag/tag-of-a-rather-long-name-1?artists=7&show=list`)).toMatchObject({
      status: 302,
      location: '/ar/tag/tag-of-a-rather-long-name-1?artists=7',
    });
  });

  it('offers of a list of one term neither that term nor, of a kind that a comic has one of, the kind', async () => {
    const [, tag] = terms.get('tag')!;
    const { found } = await open('/en/filters/tag/tag-of-a-rather-long-name-1?kind=tags&find=name+1');
    expect(values(found('input', { name: 'tags' }))).not.toContain(String(tag));
    expect(found('form', { action: '/en/filters/tag/tag-of-a-rather-long-name-1' })).toHaveLength(1);
    const language = await open('/en/filters/language/language-of-a-rather-long-name-99?kind=languages');
    expect(language.found('input', { name: 'languages' })).toEqual([]);
    expect(language.found('input', { name: 'tags' }).length).toBeGreaterThan(50);
  });

  it.each(['', '/nothing', '/tag', '/tag/no-such-tag', '/latest/x', '/comic/a'])(
    'is there for lists alone: /en/filters%s',
    async (path) => {
      expect((await open(`/en/filters${path}?kind=tags`)).status).toBe(404);
    },
  );
});
