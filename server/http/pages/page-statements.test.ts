import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { renewRelatedJob } from '#server/features/comics/related/renewal.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import type { RunningJob } from '#server/jobs/registry.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { statementsDuring } from '#server/testing/counting/counted-statements.ts';
import { sourceSite } from '#server/testing/site-source.ts';
import { serveSite } from './site.ts';

/*
 * How often an uncached page asks the database. Each statement costs the site and the database some 0.3 ms of the processor:
 * who adds one to a page that crawlers read a million times says so here.
 */

let site: TestApp;
const oneShots: string[] = [];
const series: string[] = [];
const LANGUAGES = ['ar', 'de', 'en', 'es'];

beforeAll(async () => {
  // Values that every page needs are read again once a second, beside the pages; on a slow machine that would be during each of them.
  vi.useFakeTimers({ toFake: ['Date'] });
  const source = await sourceSite();
  site = await testApp({}, undefined, (app, deps) => serveSite(app, deps, source));
  const { db, blobs, catalogue } = site.deps;
  const image = await plantPicture(db, blobs);
  const terms = await withTransaction(db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'language', name: 'English', code: 'en' },
      ...(['tag', 'group', 'parody', 'character', 'artist', 'author'] as const).flatMap((kind) =>
        ['One', 'Two', 'Three'].map((name) => ({ kind, name: `${kind} ${name}` })),
      ),
    ]),
  );
  for (let at = 0; at < 5; at += 1) {
    const { slug } = await withTransaction(db, (tx) => plantComic(tx, { title: `Comic ${at}`, terms }, image));
    oneShots.push(slug);
    const longer = await withTransaction(db, (tx) =>
      plantSeries(tx, { title: `Series ${at}`, terms }, image, { numbers: ['1', '2'], pages: 1 }),
    );
    series.push(longer.slug);
  }
  await sql`update comics set work_key = 'w' || id / 2`.execute(db);
  await sql`update comic_stats set week = comic_id`.execute(db);
  await catalogue.build();
  await renewRelatedJob(site.deps, 0)({ signal: new AbortController().signal } as RunningJob);
});
afterAll(async () => {
  vi.useRealTimers();
  await site.close();
});

/** The least that one of some addresses takes: what is read ahead in the background at the time is not of the page. */
async function fewestStatements(addresses: readonly string[]): Promise<string[]> {
  const all: string[][] = [];
  for (const address of addresses) {
    all.push(
      await statementsDuring(async () => {
        expect([address, (await site.get(address)).status]).toEqual([address, 200]);
      }),
    );
  }
  return all.reduce((least, each) => (each.length < least.length ? each : least));
}

it.each([
  ['the page of a one-shot', 6, () => oneShots.map((slug) => `/en/comic/${slug}`)],
  ['the page of a series', 4, () => series.map((slug) => `/en/comic/${slug}`)],
  ['the home page', 7, () => LANGUAGES.map((locale) => `/${locale}`)],
])('%s takes %d statements at most', async (_, most, addresses) => {
  const statements = await fewestStatements(addresses());
  expect(statements.length <= most ? [] : statements).toEqual([]);
});

it.each([
  ['a comic', 2, ''],
  ['comics like one', 2, '/related'],
  ['the chapters of a comic', 1, '/chapters'],
  ['the pages of a comic', 4, '/images?uncounted=1'],
])('the API gives %s with %d statements at most', async (_, most, path) => {
  const statements = await fewestStatements(oneShots.map((slug) => `/api/comics/${slug}${path}`));
  expect(statements.length <= most ? [] : statements).toEqual([]);
});

it('the page of a comic for which nothing that is like it was found yet takes 9 statements at most', async () => {
  await sql`delete from related_comics`.execute(site.deps.db);
  const statements = await fewestStatements(oneShots.map((slug) => `/fr/comic/${slug}`));
  expect(statements.length <= 9 ? [] : statements).toEqual([]);
});
