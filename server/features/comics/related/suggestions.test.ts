import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Suggestions } from '#contract/comics.ts';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
const comics: Record<string, { id: number; slug: string }> = {};
let hideable: number;

beforeAll(async () => {
  site = await testApp();
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  const [ink, brush, wet] = await withTransaction(db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'artist', name: 'Ink' },
      { kind: 'artist', name: 'Brush' },
      { kind: 'tag', name: 'Wet' },
    ]),
  );
  hideable = wet!;
  for (const [title, terms, more] of [
    ['Ink one', [ink, wet], {}],
    ['Ink two', [ink], {}],
    ['Ink three', [ink], {}],
    ['Ink four', [ink], {}],
    ['Ink wet', [ink, wet], {}],
    ['Ink night', [ink], { rating: 'explicit' }],
    ['Brush one', [brush], {}],
    ['Brush two', [brush], {}],
  ] as const) {
    comics[title] = await withTransaction(db, (tx) =>
      plantComic(tx, { title, terms: terms.map((id) => id!), ...more }, image),
    );
  }
});
afterAll(() => site.close());

const call = async (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', path: string, who: Member | null, payload?: object) => {
  const answer = await site.app.inject({
    method,
    url: `/api/${path}`,
    headers: who?.headers ?? {},
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};
const read = (who: Member, title: string, at: string) =>
  call('PUT', 'account/progress', who, { comic_id: comics[title]!.id, page: 2, updated_at: at });
const suggested = async (who: Member, query = '') => {
  const { because, comics: found } = (await call('GET', `account/suggestions${query}`, who)).body as Suggestions;
  return [because?.title ?? null, found.map(({ title }) => title).toSorted()];
};
const NONE = [null, []];

it('comics like what was read last are suggested, said why, and none that was read, is on a shelf, hidden or explicit', async () => {
  const who = await member(site.deps.db);
  expect(await suggested(who)).toEqual(NONE);
  await read(who, 'Ink one', '2026-06-01T08:00:00Z');
  expect(await suggested(who)).toEqual(['Ink one', ['Ink four', 'Ink three', 'Ink two', 'Ink wet']]);
  expect((await suggested(who, '?nsfw=true'))[1]).toContain('Ink night');
  // Of the one read last there are too few.
  await read(who, 'Brush one', '2026-06-02T08:00:00Z');
  expect((await suggested(who))[0]).toBe('Ink one');
  await call('PUT', `comics/${comics['Ink wet']!.slug}/shelf`, who, { shelf: 'dropped' });
  expect((await suggested(who))[1]).toEqual(['Ink four', 'Ink three', 'Ink two']);
  await read(who, 'Ink two', '2026-05-01T08:00:00Z');
  expect(await suggested(who)).toEqual(NONE);
});

it('nothing is suggested by a comic that its reader hides or that was withdrawn', async () => {
  const who = await member(site.deps.db);
  await read(who, 'Ink one', '2026-06-01T08:00:00Z');
  await read(who, 'Ink three', '2026-05-01T08:00:00Z');
  await call('PUT', 'account/hidden', who, { terms: [hideable] });
  expect(await suggested(who)).toEqual(NONE);
  await call('PUT', 'account/hidden', who, { terms: [] });
  expect((await suggested(who))[0]).toBe('Ink one');
  await sql`update comics set state = 'removed', removed_reason = 'a claim', removed_at = now() where id = ${comics['Ink one']!.id}`.execute(
    site.deps.db,
  );
  expect((await suggested(who))[0]).not.toBe('Ink one');
  await sql`update comics set state = 'published', removed_reason = null, removed_at = null where id = ${comics['Ink one']!.id}`.execute(
    site.deps.db,
  );
});

it('are switched off and on again, are none while reading is not remembered, and for guests', async () => {
  const who = await member(site.deps.db);
  await read(who, 'Ink one', '2026-06-01T08:00:00Z');
  for (const [settings, because] of [
    [{ suggestions: false }, null],
    [{ suggestions: true }, 'Ink one'],
    [{ history: false }, null],
    [{ history: true }, 'Ink one'],
  ] as const) {
    await call('PATCH', 'account/settings', who, settings);
    expect((await suggested(who))[0]).toBe(because);
  }
  expect((await call('GET', 'account/suggestions', null)).status).toBe(401);
});
