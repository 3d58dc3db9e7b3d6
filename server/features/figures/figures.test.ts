import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnFigures, SharedFigures } from '#contract/figures.ts';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

const now = new Date('2026-06-15T12:00:00.000Z');
let site: TestApp;
let reader: Member;
/** Tags, an artist and languages by their names. */
const terms: Record<string, number> = {};
/** Series of six chapters with ten pages each. */
const series: Record<string, { id: number; slug: string; chapters: number[] }> = {};

const call = async (
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  who: Member | null = reader,
  payload?: object,
) => {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: who?.headers ?? {},
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};
/** Says that someone was on a page of a chapter at a moment, as the reader's device does. */
const read = (who: Member, name: string, chapter: number, page: number, at: string) =>
  call('PUT', 'account/progress', who, {
    comic_id: series[name]!.id,
    chapter_id: series[name]!.chapters[chapter - 1]!,
    page,
    completed: page === 10,
    updated_at: at,
  });
const figures = async (who: Member = reader, query = '?nsfw=true'): Promise<OwnFigures> =>
  (await call('GET', `account/figures${query}`, who)).body;
const named = (kind: string, { terms: found }: Pick<OwnFigures, 'terms'>) =>
  found.filter((term) => term.kind === kind).map(({ name, comics }) => `${name} ${comics}`);

beforeAll(async () => {
  site = await testApp({}, () => now);
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  reader = await member(db);
  const drafts = [
    { kind: 'tag', name: 'Cats' },
    { kind: 'tag', name: 'Rain' },
    { kind: 'tag', name: 'Lurid' },
    { kind: 'artist', name: 'Ana' },
    { kind: 'language', name: 'English' },
    { kind: 'parody', name: 'Old Tales' },
  ] as const;
  const ids = await withTransaction(db, (tx) => findOrCreateTerms(tx, [...drafts]));
  for (const [at, { name }] of drafts.entries()) {
    terms[name] = ids[at]!;
  }
  for (const [title, of, more] of [
    ['Lantern', ['Cats', 'Ana', 'English', 'Old Tales'], {}],
    ['Harbour', ['Cats', 'Rain', 'English'], {}],
    ['Night', ['Cats', 'Lurid'], { rating: 'explicit' }],
    ['Gone', ['Rain'], {}],
  ] as const) {
    series[title] = await withTransaction(db, (tx) =>
      plantSeries(tx, { title, terms: of.map((name) => terms[name]!), ...more }, image, {
        numbers: ['1', '2', '3', '4', '5', '6'],
        pages: 10,
      }),
    );
  }
});
afterAll(() => site.close());

describe('figures of reading', () => {
  it('equal a count by hand of a known history, by months of the zone that is asked for', async () => {
    const none = { comics: 0, chapters: 0, pages: 0, seconds: 0 };
    expect(await figures()).toMatchObject({ ...none, since: null, terms: [], token: null, zone: 'UTC' });

    // Fourteen months ago: three pages of a chapter, 60 s and 40 s.
    await read(reader, 'Gone', 1, 1, '2025-04-10T10:00:00Z');
    await read(reader, 'Gone', 1, 2, '2025-04-10T10:01:00Z');
    await read(reader, 'Gone', 1, 3, '2025-04-10T10:01:40Z');
    // January: a chapter to its end in 100 s, and read again in March: the time is added, the chapter is not.
    await read(reader, 'Lantern', 1, 1, '2026-01-05T20:00:00Z');
    await read(reader, 'Lantern', 1, 10, '2026-01-05T20:01:40Z');
    await read(reader, 'Lantern', 1, 1, '2026-03-05T20:00:00Z');
    await read(reader, 'Lantern', 1, 4, '2026-03-05T20:00:30Z');
    // Whoever left for longer than five minutes was not reading; exactly five are.
    await read(reader, 'Lantern', 2, 1, '2026-01-06T20:00:00Z');
    await read(reader, 'Lantern', 2, 6, '2026-01-06T20:05:00Z');
    await read(reader, 'Lantern', 2, 7, '2026-01-06T20:10:01Z');
    // May in UTC, June in Kolkata.
    await read(reader, 'Harbour', 1, 10, '2026-05-31T19:00:00Z');
    // June: a page of one that is read in parts on two days.
    await read(reader, 'Night', 1, 2, '2026-06-01T08:00:00Z');
    await read(reader, 'Night', 1, 5, '2026-06-02T08:00:00Z');
    // The same report again, and one that comes late, say nothing new.
    await read(reader, 'Night', 1, 5, '2026-06-02T08:00:00Z');
    await read(reader, 'Night', 1, 4, '2026-06-02T07:59:00Z');
    // Somebody else's.
    await read(await member(site.deps.db), 'Lantern', 1, 10, '2026-06-02T08:00:00Z');

    const found = await figures();
    expect(found).toMatchObject({
      comics: 4,
      chapters: 2,
      pages: 3 + 10 + 7 + 10 + 5,
      seconds: 60 + 40 + 100 + 30 + 300,
      since: '2025-04-10T10:01:40.000Z',
    });
    const months = (from: OwnFigures) => Object.fromEntries(from.months.map(({ month, ...counts }) => [month, counts]));
    expect(found.months.map(({ month }) => month)).toEqual([
      ...['07', '08', '09', '10', '11', '12'].map((month) => `2025-${month}`),
      ...['01', '02', '03', '04', '05', '06'].map((month) => `2026-${month}`),
    ]);
    expect(months(found)).toMatchObject({
      '2025-12': none,
      '2026-01': { comics: 1, chapters: 1, pages: 17, seconds: 430 },
      '2026-03': none,
      '2026-05': { comics: 1, chapters: 1, pages: 10, seconds: 0 },
      '2026-06': { comics: 1, chapters: 0, pages: 5, seconds: 0 },
    });
    const kolkata = await figures(reader, '?zone=Asia/Kolkata');
    expect(kolkata).toMatchObject({ zone: 'Asia/Kolkata', comics: 4, chapters: 2, pages: 35 });
    expect(months(kolkata)).toMatchObject({
      '2026-05': none,
      '2026-06': { comics: 2, chapters: 1, pages: 15, seconds: 0 },
    });
    expect(named('tag', found)).toEqual(['Cats 3', 'Rain 2', 'Lurid 1']);
    expect(named('artist', found)).toEqual(['Ana 1']);
    expect(named('language', found)).toEqual(['English 2']);
    // No kind that it is not counted by.
    expect(named('parody', found)).toEqual([]);
  });

  it('name the terms of no comic that the member may not see now, and count it still', async () => {
    const safe = await figures(reader, '?nsfw=false');
    expect(named('tag', safe)).toEqual(['Cats 2', 'Rain 2']);
    expect(safe.comics).toBe(4);
    await sql`update comics set state = 'removed', removed_reason = 'a claim', removed_at = now() where id = ${series.Gone!.id}`.execute(
      site.deps.db,
    );
    await call('PUT', 'account/hidden', reader, { terms: [terms.Ana] });
    const found = await figures();
    expect(named('tag', found)).toEqual(['Cats 2', 'Lurid 1', 'Rain 1']);
    expect(named('artist', found)).toEqual([]);
    expect(found).toMatchObject({ comics: 4, pages: 35 });
    await call('PUT', 'account/hidden', reader, { terms: [] });
  });

  it('are of what is remembered alone: paused reading adds nothing, and what is forgotten is gone', async () => {
    const who = await member(site.deps.db);
    await read(who, 'Harbour', 1, 10, '2026-06-03T08:00:00Z');
    await call('PATCH', 'account/settings', who, { history: false });
    await read(who, 'Harbour', 2, 10, '2026-06-03T08:10:00Z');
    expect(await figures(who)).toMatchObject({ comics: 1, chapters: 1, pages: 10 });
    await call('DELETE', 'account/history', who);
    expect(await figures(who)).toMatchObject({ comics: 0, chapters: 0, pages: 0, seconds: 0, terms: [] });
  });

  it('are in the file of the account, and not the address where others see them', async () => {
    await call('PUT', 'account/figures/share', reader, { zone: 'Asia/Kolkata' });
    const { token } = await figures();
    const { body } = await call('GET', 'account/export?format=json');
    expect(body.shared_figures).toMatchObject([{ zone: 'Asia/Kolkata' }]);
    expect(JSON.stringify(body)).not.toContain(token);
    expect(body.comics.find(({ slug }: { slug: string }) => slug === series.Lantern!.slug).chapters).toMatchObject([
      { number: '1', seconds: 130 },
      { number: '2', seconds: 300 },
    ]);
    await call('DELETE', 'account/figures/share');
  });

  it('are refused to guests, and in a zone that there is not', async () => {
    const statuses = [
      await call('GET', 'account/figures', null),
      await call('PUT', 'account/figures/share', null, { zone: 'UTC' }),
      await call('GET', 'account/figures?zone=Nowhere/Else'),
      await call('PUT', 'account/figures/share', reader, { zone: 'x'.repeat(100) }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 422, 422]);
  });
});

describe('figures that are shared', () => {
  it('are shown to whoever has the address, without a term of an explicit comic, until that is taken back', async () => {
    const share = async () => (await call('PUT', 'account/figures/share', reader, { zone: 'Asia/Kolkata' })).body.token;
    const token: string = await share();
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(await share()).toBe(token);
    const { status, body } = await call('GET', `figures/${token}?nsfw=true`, null);
    const shared = body as SharedFigures;
    expect([status, shared.username]).toEqual([200, reader.username]);
    expect(shared.figures).toMatchObject({ zone: 'Asia/Kolkata', comics: 4, chapters: 2, pages: 35, seconds: 530 });
    expect(named('tag', shared.figures)).toEqual(['Cats 2', 'Rain 1']);
    expect(JSON.stringify(shared)).not.toMatch(/Lantern|Harbour|Night|Gone|Lurid/);

    await call('DELETE', 'account/figures/share');
    expect((await call('GET', `figures/${token}`, null)).status).toBe(404);
    const next: string = await share();
    expect(next).not.toBe(token);
    expect((await call('GET', `figures/${token}`, null)).status).toBe(404);
    await sql`update users set banned_at = now() where id = ${reader.id}`.execute(site.deps.db);
    expect((await call('GET', `figures/${next}`, null)).status).toBe(404);
    await sql`update users set banned_at = null, deleted_at = now() where id = ${reader.id}`.execute(site.deps.db);
    expect((await call('GET', `figures/${next}`, null)).status).toBe(404);
  });
});
