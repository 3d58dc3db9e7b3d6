import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { findSetting, putSetting } from '#server/db/queries/settings.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import type { RunningJob } from '#server/jobs/registry.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { RENEW_ADDRESSES_JOB, renewAddressesJob, renewOldAddresses } from './addresses.ts';

/** Addresses as the first versions made them, with the signs of their script. */
const BEFORE = { comic: 'भूखा-मगरमच्छ', twin: 'भुखा-मगरमच्छ', tag: 'हिन्दी', chapter: 'पहला-दिन' };

let site: TestApp;
let image: string;
let series: { id: number; chapters: number[] };
let ids: { comic: number; tag: number };

const waiting = async () => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from jobs where kind = ${RENEW_ADDRESSES_JOB.kind}`.execute(site.deps.db);
  return rows[0]?.count;
};
const renew = () => renewAddressesJob(site.deps.db)({ signal: new AbortController().signal } as RunningJob);
const slugOfComic = async (address: string) => (await site.get(`/api/comics/${encodeURIComponent(address)}`)).body.slug;

beforeAll(async () => {
  site = await testApp();
  const { db, blobs } = site.deps;
  image = await plantPicture(db, blobs);
  await withTransaction(db, async (tx) => {
    const [tag] = (await findOrCreateTerms(tx, [{ kind: 'tag', name: 'हिन्दी' }])) as [number];
    const comic = await plantComic(tx, { title: 'भूखा मगरमच्छ', terms: [tag] }, image);
    const twin = await plantComic(tx, { title: 'भुखा मगरमच्छ' }, image);
    series = await plantSeries(tx, { title: 'Days' }, image, { numbers: ['1', '2'], pages: 1 });
    ids = { comic: comic.id, tag };
    await sql`update comics set slug = ${BEFORE.comic} where id = ${comic.id}`.execute(tx);
    await sql`update comics set slug = ${BEFORE.twin} where id = ${twin.id}`.execute(tx);
    await sql`update terms set slug = ${BEFORE.tag}, name_key = null where id = ${tag}`.execute(tx);
    await sql`update chapters set slug = ${BEFORE.chapter} where id = ${series.chapters[1]!}`.execute(tx);
  });
});
afterAll(() => site.close());

it('are renewed by a job where the library is older than they are, and by none elsewhere', async () => {
  await renewOldAddresses(site.deps.db);
  expect(await waiting()).toBe(0);
  await putSetting(site.deps.db, 'old-addresses', 'true');
  await renewOldAddresses(site.deps.db);
  await renewOldAddresses(site.deps.db);
  expect(await waiting()).toBe(1);
});

it('of today lead from those of before, for comics, terms and chapters', async () => {
  await renew();
  expect(await findSetting(site.deps.db, 'old-addresses')).toBeNull();
  const addresses = [await slugOfComic(BEFORE.comic), await slugOfComic(BEFORE.twin)];
  expect(addresses.toSorted()).toEqual(['bhukha-mgrmcch', 'bhukha-mgrmcch-2']);
  expect((await site.get(`/api/tags/${encodeURIComponent(BEFORE.tag)}`)).body).toMatchObject({
    id: ids.tag,
    slug: 'hindi',
  });
  const { body } = await site.get(`/api/comics/${series.id}/${encodeURIComponent(BEFORE.chapter)}/images`);
  expect(body.chapter).toMatchObject({ id: series.chapters[1], slug: 'phla-din' });
});

it('stay as they are when the job runs again', async () => {
  const before = await sql<{
    slug: string;
  }>`select slug from comics union all select slug from chapters order by 1`.execute(site.deps.db);
  await renew();
  expect(
    (await sql`select slug from comics union all select slug from chapters order by 1`.execute(site.deps.db)).rows,
  ).toEqual(before.rows);
});

it('are the same term for the same name, and another for one that is only written alike in Latin letters', async () => {
  await withTransaction(site.deps.db, async (tx) => {
    const [again, day, poor, latin] = await findOrCreateTerms(
      tx,
      ['हिन्दी', 'दिन', 'दीन', 'din'].map((name) => ({ kind: 'tag' as const, name })),
    );
    expect(again).toBe(ids.tag);
    expect(new Set([day, poor, latin]).size).toBe(3);
    expect(
      await findOrCreateTerms(
        tx,
        ['दीन', 'Din', 'दिन'].map((name) => ({ kind: 'tag' as const, name })),
      ),
    ).toEqual([poor, latin, day]);
  });
  expect((await site.get(`/api/tags/${encodeURIComponent('दीन')}`)).body).toMatchObject({
    name: 'दीन',
    slug: expect.stringMatching(/^din(-\d)?$/),
  });
});

it('of a chapter that was renamed lead on, too', async () => {
  await sql`update chapters set slug = 'second' where id = ${series.chapters[1]!}`.execute(site.deps.db);
  for (const address of ['second', 'phla-din', BEFORE.chapter]) {
    expect((await site.get(`/api/comics/${series.id}/${encodeURIComponent(address)}/images`)).body.chapter.slug).toBe(
      'second',
    );
  }
  expect((await site.get(`/api/comics/${series.id}/third/images`)).status).toBe(404);
});
