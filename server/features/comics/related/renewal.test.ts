import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { mergeTermJob } from '#server/features/taxonomy/merging.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import type { RunningJob } from '#server/jobs/registry.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { afterStatement, statementsDuring } from '#server/testing/counting/counted-statements.ts';
import { findRelated } from './queries-candidates.ts';
import { keepRelated, listDue } from './queries-kept.ts';
import { renewRelatedJob } from './renewal.ts';

let site: TestApp;
let image: string;
let term: Record<'ink' | 'brush' | 'chalk' | 'artist' | 'other', number>;
const ids = new Map<string, number>();

beforeAll(async () => {
  site = await testApp();
  const { db, blobs } = site.deps;
  image = await plantPicture(db, blobs);
  const [ink = 0, brush = 0, chalk = 0, artist = 0, other = 0] = await withTransaction(db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'tag', name: 'ink' },
      { kind: 'tag', name: 'brush' },
      { kind: 'tag', name: 'chalk' },
      { kind: 'artist', name: 'artist' },
      { kind: 'artist', name: 'other' },
    ]),
  );
  term = { ink, brush, chalk, artist, other };
  await plant('one', [ink, brush, artist]);
  await plant('two', [ink, brush]);
  await plant('three', [ink]);
  await plant('four', [chalk, other]);
  await plant('five', [chalk]);
  await site.deps.catalogue.build();
  await renew();
});
afterAll(() => site.close());

async function plant(title: string, terms: number[]): Promise<void> {
  const { id } = await withTransaction(site.deps.db, (tx) => plantComic(tx, { title, terms }, image));
  ids.set(title, id);
}

async function setTerms(title: string, terms: number[]): Promise<void> {
  await sql`update comics set terms = ${terms.toSorted((a, b) => a - b)}::int[] where id = ${ids.get(title)!}`.execute(
    site.deps.db,
  );
  await site.deps.catalogue.follow();
}

const renew = () => renewRelatedJob(site.deps, 0)({ signal: new AbortController().signal } as RunningJob);

async function related(title: string, query = ''): Promise<string[]> {
  const { body } = await site.get(
    `/api/comics/${ids.get(title)!}/related?${query.includes('lang=') ? '' : 'lang=en'}${query}`,
  );
  return body.map((card: { title: string }) => card.title);
}

async function titlesDue(): Promise<string[]> {
  const due = new Set((await listDue(site.deps.db, 100)).map(({ id }) => id));
  return [...ids].filter(([, id]) => due.has(id)).map(([title]) => title);
}

it('are found for every comic once, and then shown without being found again', async () => {
  expect(await titlesDue()).toEqual([]);
  expect(await related('one')).toEqual(['two', 'three']);
  expect(await related('five')).toEqual(['four']);
  const statements = await statementsDuring(() => related('two'));
  expect(statements.filter((text) => text.includes('related_comics'))).toEqual([expect.stringMatching(/\bselect\b/)]);
});

it('follow a comic whose terms change, at once on its page, and on those of others when they are next in line', async () => {
  await setTerms('five', [term.ink, term.brush, term.artist]);
  expect(await related('five')).toEqual(['one', 'two', 'three']);
  expect(await related('four')).toEqual(['five']);
  await expect.poll(titlesDue).toEqual(['one', 'two', 'three']);
  await renew();
  expect(await related('one')).toEqual(['five', 'two', 'three']);
  expect(await titlesDue()).toEqual([]);
});

it('have a new comic as soon as it and its neighbours were looked at, in the line of the job', async () => {
  await plant('six', [term.chalk, term.other]);
  await site.deps.catalogue.follow();
  await renew();
  expect(await related('six')).toEqual(['four']);
  expect((await related('four'))[0]).toBe('six');
});

it('are shown to nobody who may not see them, whenever that changed', async () => {
  const rate = (rating: string) =>
    sql`update comics set rating = ${rating} where id = ${ids.get('two')!}`.execute(site.deps.db);
  await rate('explicit');
  expect(await related('one')).not.toContain('two');
  expect(await related('one', '&nsfw=true')).toContain('two');
  await rate('safe');
  for (const state of ['removed', 'draft', 'unlisted']) {
    await sql`update comics set state = ${state} where id = ${ids.get('two')!}`.execute(site.deps.db);
    expect(await related('one')).toEqual(['five', 'three']);
  }
  await sql`update comics set state = 'published' where id = ${ids.get('two')!}`.execute(site.deps.db);
  await site.deps.catalogue.follow();
  expect(await related('one')).toEqual(['five', 'two', 'three']);
  const hidden = await site.get(`/api/comics/${ids.get('one')!}/related?lang=en`, { cookie: `hidden=${term.brush}` });
  expect(hidden.body.map((card: { title: string }) => card.title)).toEqual(['three']);
});

it('follow terms that become another one, and those that go', async () => {
  await withTransaction(site.deps.db, (tx) =>
    sql`update terms set merging_into = ${term.ink} where id = ${term.chalk}`.execute(tx),
  );
  const job = {
    payload: { from: term.chalk, into: term.ink, again: true },
    signal: new AbortController().signal,
    complete: async () => {},
  };
  await mergeTermJob(site.deps)(job as unknown as RunningJob);
  await site.deps.catalogue.follow();
  expect(new Set(await related('four'))).toEqual(new Set(['six', 'one', 'two', 'three', 'five']));
  await setTerms('four', [term.chalk]);
  expect(await related('four')).toEqual([]);
  await renew();
  expect(await related('four')).toEqual([]);
  const statements = await statementsDuring(() => related('four'));
  expect(statements.filter((text) => text.includes('related_comics'))).toHaveLength(1);
});

it('are not kept where the comic changed while they were found', async () => {
  const { db } = site.deps;
  await setTerms('three', [term.brush]);
  const three = (await listDue(db, 100)).find(({ id }) => id === ids.get('three'))!;
  const found = await findRelated({ ...site.deps, reads: db }, three, []);
  await setTerms('three', [term.ink]);
  await keepRelated(db, three, found);
  expect(await related('three')).toEqual(['six', 'five', 'two', 'one']);
});

it('are shown also where they come to be kept while they are asked for', async () => {
  const { db } = site.deps;
  await setTerms('three', [term.brush]);
  await setTerms('three', [term.ink]);
  const three = (await listDue(db, 100)).find(({ id }) => id === ids.get('three'))!;
  const found = await findRelated({ ...site.deps, reads: db }, three, []);
  const titles = await afterStatement(
    'related_comics',
    () => {
      const isKept = withTransaction(db, (tx) => keepRelated(tx, three, found));
      // The embedded database has one connection, which is held here, and is next given to who asked for it next.
      return site.deps.database.driver === 'postgres' ? isKept : undefined;
    },
    () => related('three'),
  );
  expect(titles).toEqual(['six', 'five', 'two', 'one']);
});

it('are deleted with their comic, and comics that are gone are in no list', async () => {
  await sql`delete from comics where id = ${ids.get('five')!}`.execute(site.deps.db);
  expect(await related('three')).toEqual(['six', 'two', 'one']);
  const { rows } = await sql`select from related_comics where comic_id = ${ids.get('five')!}`.execute(site.deps.db);
  expect(rows).toEqual([]);
});

it('are of dozens those that fit the reader best, also where many of these are editions of one work', async () => {
  const { db, catalogue } = site.deps;
  const [wash = 0, ...languages] = await withTransaction(db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'tag', name: 'wash' },
      ...['fr', 'de', 'es'].map((code) => ({ kind: 'language' as const, name: code, code })),
    ]),
  );
  // From the newest on, every fourth is in French.
  const titles = Array.from({ length: 64 }, (_, place) => `wash ${place}`);
  for (const [place, title] of [...titles.entries()].toReversed()) {
    await plant(
      title,
      [wash, ...languages.slice(place % 4, (place % 4) + 1)].toSorted((a, b) => a - b),
    );
  }
  await plant('washed', [wash]);
  await catalogue.follow();
  await renew();
  const french = titles.filter((_, place) => place % 4 === 0);
  const others = titles.filter((_, place) => place % 4 > 0);
  // Languages that are new are known after two seconds.
  await expect.poll(() => related('washed', '&lang=fr')).toEqual(french.slice(0, 12));
  const works = french.map((title) => ids.get(title)!);
  await sql`update comics set work_key = 'one work' where id = any(${works}::int[])`.execute(db);
  expect(await related('washed', '&lang=fr')).toEqual([french[0], ...others.slice(0, 11)]);
});

it('leave a large library alone until its catalogue is in memory, where the database is embedded', async () => {
  await setTerms('one', [term.ink, term.artist]);
  const { db } = site.deps;
  await sql`update term_counts set safe = 200000 where term_id = 0`.execute(db);
  // A connection of its own, for which no counts are remembered, and on which everything costs much.
  await db.connection().execute(async (connection) => {
    await sql`set seq_page_cost = 1000000; set cpu_tuple_cost = 1000000`.execute(connection);
    const large = { db: connection, database: { driver: 'pglite' as const }, catalogue: { ready: () => null } };
    await renewRelatedJob(large, 0)({ signal: new AbortController().signal } as RunningJob);
    await sql`reset seq_page_cost; reset cpu_tuple_cost`.execute(connection);
  });
  expect(await titlesDue()).toContain('one');
});
