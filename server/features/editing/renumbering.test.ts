import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminComic, Revision } from '#contract/editing.ts';
import { shiftNumber } from '#contract/renumbering.ts';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let admin: Member, uploader: Member;
let picture: string;
let groups: number[];

beforeAll(async () => {
  site = await testApp();
  const { db, blobs } = site.deps;
  [admin, uploader] = [await member(db, { role: 'admin' }), await member(db, { role: 'uploader' })];
  picture = await plantPicture(db, blobs);
  groups = await withTransaction(db, (tx) =>
    findOrCreateTerms(tx, [
      { kind: 'group', name: 'Harbour' },
      { kind: 'group', name: 'Quay' },
    ]),
  );
});
afterAll(() => site?.close());

let planted = 0;
async function plant(numbers: readonly string[]) {
  const title = `Renumbered ${(planted += 1)}`;
  return withTransaction(site.deps.db, (tx) => plantSeries(tx, { title }, picture, { numbers, pages: 1 }));
}
async function call(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, payload?: object, who = admin) {
  const answer = await site.app.inject({
    method,
    url: `/api/admin/${path}`,
    headers: { host: 'comics.test', ...who.headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const open = async (id: number): Promise<AdminComic> => (await call('GET', `comics/${id}`)).body;
type WantedNumber = { id: number; number: string | null; volume?: string | null };
async function renumber(id: number, chapters: WantedNumber[], version?: number) {
  return call('PUT', `comics/${id}/chapters/numbers`, {
    version: version ?? (await open(id)).version,
    chapters: chapters.map((each) => ({ volume: null, ...each })),
  });
}
const numbers = async (id: number) =>
  (await open(id)).chapters.map(({ number, volume }) => (volume === null ? number : `${volume}/${number}`));
const by = (chapter: number, group: number) =>
  sql`insert into chapter_groups (chapter_id, term_id) values (${chapter}, ${group})`.execute(site.deps.db);

describe('chapters that are renumbered at once', () => {
  it('have their numbers, volumes and places, and keep addresses; their comic is counted anew', async () => {
    const { id, slug, chapters } = await plant(['1', '2', '3', '4']);
    const [, two, three, four] = chapters as [number, number, number, number];
    const { status, body } = await renumber(id, [
      { id: two, number: '3', volume: '1' },
      { id: three, number: '4', volume: '2' },
      { id: four, number: '2', volume: '2' },
    ]);
    expect([status, body.chapters_count]).toEqual([200, 4]);
    expect(await numbers(id)).toEqual(['1', '2/2', '1/3', '2/4']);
    const seen = (await site.get(`/api/comics/${slug}/chapters`)).body;
    expect(seen.map((each: { slug: string }) => each.slug)).toEqual([
      'chapter-1',
      'chapter-4',
      'chapter-2',
      'chapter-3',
    ]);

    await by(two, groups[0]!);
    await by(three, groups[1]!);
    await renumber(id, [{ id: three, number: '3', volume: '1' }]);
    expect((await site.get(`/api/comics/${id}`)).body.chapters_count).toBe(3);
  });

  it('stay where somebody put them by hand', async () => {
    const { id, chapters } = await plant(['1', '2', '3']);
    const [one, two, three] = chapters as [number, number, number];
    await call('PUT', `comics/${id}/chapters`, { ids: [three, one, two] });
    await renumber(id, [{ id: one, number: '9' }]);
    expect(await numbers(id)).toEqual(['3', '9', '2']);
  });

  it('are refused as a whole where different chapters of one group, or of none, would have one number', async () => {
    const { id, chapters } = await plant(['1', '2', '3']);
    const [one, two, three] = chapters as [number, number, number];
    const clash = await renumber(id, [
      { id: one, number: '7' },
      { id: two, number: '3.0' },
    ]);
    expect([clash.status, clash.body.code, clash.body.message]).toEqual([
      409,
      'chapter-numbers-clash',
      expect.stringContaining('3'),
    ]);
    await by(two, groups[0]!);
    await by(three, groups[0]!);
    expect((await renumber(id, [{ id: two, number: '3' }])).body.code).toBe('chapter-numbers-clash');
    expect(await numbers(id)).toEqual(['1', '2', '3']);
    // All of them one further is no clash on the way, and one that was removed is in nobody's way.
    expect(
      (
        await renumber(id, [
          { id: one, number: '2' },
          { id: two, number: '3' },
          { id: three, number: '4' },
        ])
      ).status,
    ).toBe(200);
    await call('POST', `chapters/${three}/state`, { action: 'remove' });
    expect((await renumber(id, [{ id: two, number: '4' }])).status).toBe(200);
    const { id: foreign, chapters: others } = await plant(['1']);
    const codes = [];
    for (const wanted of [
      [{ id: others[0]!, number: '5' }],
      [
        { id: one, number: '5' },
        { id: one, number: '6' },
      ],
    ]) {
      codes.push((await renumber(id, wanted)).body.code);
    }
    codes.push(
      (await renumber(id, [])).body.code,
      (await renumber(id, [{ id: one, number: 'x'.repeat(41) }])).body.code,
    );
    expect(codes).toEqual(['chapter-not-found', 'chapter-not-found', 'request-invalid', 'request-invalid']);
    const body = { version: 1, chapters: [{ id: others[0]!, number: '5', volume: null }] };
    expect((await call('PUT', `comics/${foreign}/chapters/numbers`, body, uploader)).status).toBe(404);
  });

  it('are renumbered by one of two who do it at once; the other is told how they are now', async () => {
    const { id, chapters } = await plant(['1', '2']);
    const { version } = await open(id);
    const both = await Promise.all(['5', '6'].map((number) => renumber(id, [{ id: chapters[1]!, number }], version)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, lost] = both.sort((one, other) => one.status - other.status);
    expect(lost!.body.code).toBe('edit-conflict');
    expect(lost!.body.current.chapters).toEqual(won!.body.chapters);
  });

  it('take title and cover of their volume along, and are in the history, which brings them back', async () => {
    const { id, chapters } = await plant(['1', '2', '3']);
    const [one, two, three] = chapters as [number, number, number];
    await renumber(id, [
      { id: one, number: '1', volume: '1' },
      { id: two, number: '2', volume: '1' },
      { id: three, number: '3', volume: '2' },
    ]);
    const { version } = await open(id);
    await call('PATCH', `comics/${id}/volumes`, { version, volume: '1', title: 'Low water' });
    await renumber(id, [
      { id: one, number: '11', volume: '2' },
      { id: two, number: '12', volume: '2' },
      { id: three, number: '13', volume: '3' },
    ]);
    const volumes = async () => (await open(id)).volumes.map(({ volume, title }) => [volume, title]);
    expect(await volumes()).toEqual([
      ['2', 'Low water'],
      ['3', null],
    ]);
    const [revision] = (await call('GET', `comics/${id}/revisions`)).body.data as [Revision];
    expect(revision.changes.find(({ field }) => field === 'chapter_numbers')).toEqual({
      field: 'chapter_numbers',
      before: ['1 · 1', '1 · 2', '2 · 3'],
      after: ['2 · 11', '2 · 12', '3 · 13'],
    });
    await call('POST', `comics/${id}/revisions/${revision.id}/restore`, { version: (await open(id)).version });
    expect([await numbers(id), await volumes()]).toEqual([
      ['1/1', '1/2', '2/3'],
      [
        ['1', 'Low water'],
        ['2', null],
      ],
    ]);
  });
});

it('a number is shifted in its own digits, and one that does not count stays', () => {
  expect(['5', '10.5', '009', '0', 'extra', '1-2'].map((number) => shiftNumber(number, 1))).toEqual([
    '6',
    '11.5',
    '010',
    '1',
    'extra',
    '1-2',
  ]);
  expect([shiftNumber('5', -6), shiftNumber('1', -1), shiftNumber('1.1', 0.2), shiftNumber('7', 0.5)]).toEqual([
    null,
    '0',
    '1.3',
    '7.5',
  ]);
});
