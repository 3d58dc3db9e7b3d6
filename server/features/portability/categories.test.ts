import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/locales.ts';
import type { ImportReview } from '#contract/portability.ts';
import { SHELVES } from '#contract/shelves.ts';
import { FEATURES } from '#contract/site.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';
import { shelfNamed } from './category-names.ts';
import { backup, type BackedUp } from './testing/backups.ts';
import { sendLibrary } from './testing/sending.ts';

let site: TestApp;
const ids: Record<string, number> = {};

beforeAll(async () => {
  site = await testApp({}, undefined, undefined, [
    { id: 'no-shelves', hosts: ['no-shelves.test'], features: FEATURES.filter((feature) => feature !== 'shelves') },
  ]);
  for (const title of ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm']) {
    const {
      rows: [row],
    } = await sql<{ id: number }>`insert into comics (slug, title, sort_title, state, published_at)
      values (${title.toLowerCase()}, ${title}, ${title.toLowerCase()}, 'published', now()) returning id`.execute(
      site.deps.db,
    );
    ids[title] = row!.id;
  }
});
afterAll(() => site.close());

const manga = (title: string, categories: number[], favorite = true): BackedUp => ({
  title,
  favorite,
  categories,
  chapters: [],
});

describe('the categories of a backup of Mihon', () => {
  it('are shown in their order with what becomes of them, and become shelves and lists', async () => {
    const ann = await member(site.deps.db);
    const review = await send(
      ann,
      backup(
        [manga('Ash', [1]), manga('Birch', [2, 1]), manga('Cedar', [0, 2]), manga('Dogwood', []), manga('Elm', [77])],
        [
          ['🌲 Evergreen', 2],
          ['Plan to read', 1],
          ['1. Reading', 0],
          ['Empty', 5],
        ],
      ),
    );
    expect(review.categories).toEqual([
      { name: '1. Reading', comics: 1, fate: 'reading' },
      { name: 'Plan to read', comics: 2, fate: 'planned' },
      { name: '🌲 Evergreen', comics: 2, fate: 'list' },
      { name: 'Empty', comics: 0, fate: 'list' },
      // Also what names a category that is not there.
      { name: null, comics: 2, fate: 'none' },
    ]);
    expect(review.items[1]!.lists).toEqual(['Plan to read', '🌲 Evergreen']);
    expect(await shelved(ann)).toEqual({});
    const read = await site.get(`/api/account/import/${review.id}`, ann.headers);
    expect((read.body as ImportReview).categories).toEqual(review.categories);

    expect((await apply(ann, review.id)).json()).toMatchObject({ favorites: 5, lists: 1, shelves: 3 });
    expect(await shelved(ann)).toEqual({ Ash: 'planned', Birch: 'planned', Cedar: 'reading' });
    expect(await listed(ann)).toEqual({ '🌲 Evergreen': ['Birch', 'Cedar'] });
  });

  it('become what their owner says; the first of several shelves counts, and what is on a shelf here stays', async () => {
    const bea = await member(site.deps.db);
    await sql`insert into shelved_comics (user_id, comic_id, shelf, note) values (${bea.id}, ${ids.Ash}, 'dropped', 'Dull')`.execute(
      site.deps.db,
    );
    const review = await send(
      bea,
      backup(
        [manga('Ash', [1]), manga('Birch', [1, 0]), manga('Cedar', [1]), manga('Dogwood', []), manga('Elm', [], false)],
        [
          ['Old ones', 0],
          ['Reading', 1],
        ],
      ),
    );
    const answer = await apply(bea, review.id, [
      { name: 'Old ones', fate: 'paused' },
      { name: 'Reading', fate: 'finished' },
      { name: null, fate: 'planned' },
      { name: 'Not in the file', fate: 'list' },
    ]);
    expect(answer.json()).toMatchObject({ lists: 0, shelves: 3 });
    expect(await shelved(bea)).toEqual({ Ash: 'dropped', Birch: 'paused', Cedar: 'finished', Dogwood: 'planned' });
    expect(await listed(bea)).toEqual({});
  });

  it('can be left out, or be a list though the name means a shelf', async () => {
    const cid = await member(site.deps.db);
    const review = await send(
      cid,
      backup(
        [manga('Ash', [0]), manga('Birch', [1])],
        [
          ['Completed', 0],
          ['Trees', 1],
        ],
      ),
    );
    const answer = await apply(cid, review.id, [
      { name: 'Completed', fate: 'list' },
      { name: 'Trees', fate: 'none' },
    ]);
    expect(answer.json()).toMatchObject({ favorites: 2, lists: 1, shelves: 0 });
    expect(await listed(cid)).toEqual({ Completed: ['Ash'] });
  });

  it('of one name are one, of one place the last; those without a name are none, and long names are cut', async () => {
    const dee = await member(site.deps.db);
    const { categories } = await send(
      dee,
      backup(
        [
          manga('Ash', [0, 1, 1, -4]),
          manga('Birch', [1]),
          manga('Cedar', [2]),
          manga('Dogwood', [3]),
          manga('Elm', [4]),
        ],
        [
          ['Twice', 0],
          ['Twice', 1],
          [' \n', 2],
          ['Lost', 3],
          ['Kept', 3],
          [`${'x'.repeat(99)}😀`, 4],
        ],
      ),
    );
    expect(categories).toEqual([
      { name: 'Twice', comics: 2, fate: 'list' },
      { name: 'Kept', comics: 1, fate: 'list' },
      { name: 'x'.repeat(99), comics: 1, fate: 'list' },
      { name: null, comics: 1, fate: 'none' },
    ]);
  });

  it('are at most two hundred of a file, and as many are chosen for', async () => {
    const eve = await member(site.deps.db);
    const review = await send(
      eve,
      backup(
        [manga('Ash', [250])],
        Array.from({ length: 300 }, (_, at) => [`Shelf ${at}`, at]),
      ),
    );
    expect(review.categories).toHaveLength(201);
    expect(review.categories.at(-1)).toEqual({ name: null, comics: 1, fate: 'none' });
    const choices = review.categories.map(({ name }) => ({ name, fate: 'none' }));
    expect((await apply(eve, review.id, [...choices, { name: 'One more', fate: 'none' }])).statusCode).toBe(422);
    expect((await apply(eve, review.id, [{ name: 'Shelf 1', fate: 'burnt' }])).statusCode).toBe(422);
    expect((await apply(eve, review.id, choices)).statusCode).toBe(200);
  });

  it('of files read before they were kept are those of their comics, and other files have none', async () => {
    const flo = await member(site.deps.db);
    const { id } = await send(flo, backup([manga('Ash', [0])], [['Dropped', 0]]));
    await sql`update data_imports set categories = null where id = ${id}`.execute(site.deps.db);
    const again = await site.get(`/api/account/import/${id}`, flo.headers);
    expect((again.body as ImportReview).categories).toEqual([{ name: 'Dropped', comics: 1, fate: 'dropped' }]);
    const list = '<myanimelist><manga><manga_title>Ash</manga_title></manga></myanimelist>';
    expect((await send(flo, Buffer.from(list))).categories).toEqual([]);
    const ours = { format: 'komawari', comics: [{ slug: 'ash', title: 'Ash', lists: ['Reading'], chapters: [] }] };
    const own = await send(flo, Buffer.from(JSON.stringify(ours)));
    expect(own.categories).toEqual([]);
    await apply(flo, own.id, [{ name: 'Reading', fate: 'reading' }]);
    expect([await shelved(flo), await listed(flo)]).toEqual([{}, { Reading: ['Ash'] }]);
  });

  it('are lists where a site has no shelves, whatever is asked for', async () => {
    const gus = await member(site.deps.db);
    const elsewhere = { ...gus, headers: { ...gus.headers, host: 'no-shelves.test' } };
    const file = backup(
      [manga('Ash', [0]), manga('Birch', [1]), manga('Cedar', [])],
      [
        ['Reading', 0],
        ['Dropped', 1],
      ],
    );
    const review = await send(elsewhere, file);
    expect(review.categories).toEqual([
      { name: 'Reading', comics: 1, fate: 'list' },
      { name: 'Dropped', comics: 1, fate: 'list' },
    ]);
    const answer = await apply(elsewhere, review.id, [{ name: 'Dropped', fate: 'dropped' }]);
    expect(answer.json()).toMatchObject({ lists: 1, shelves: 0 });
    expect([await shelved(gus), await listed(gus)]).toEqual([{}, { Reading: ['Ash'] }]);
  });

  it('are known by the names of shelves in every language, whatever stands around them', () => {
    for (const locale of LOCALES) {
      const messages = JSON.parse(
        readFileSync(new URL(`../../../messages/${locale}.json`, import.meta.url), 'utf8'),
      ) as Record<string, string>;
      for (const shelf of SHELVES) {
        expect([locale, shelfNamed(messages[`library.shelf.${shelf}`]!)]).toEqual([locale, shelf]);
      }
    }
    expect(
      ['ON-HOLD', '✅ completed', '[Re-reading]', '2. À LIRE', 'Прочитано!', '弃坑', 'أقرأ الآن'].map(shelfNamed),
    ).toEqual(['paused', 'finished', 'rereading', 'planned', 'finished', 'dropped', 'reading']);
    expect(['', '12', 'Manhwa', 'constructor', 'Reading group'].map(shelfNamed)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

const send = (who: Member, file: string | Buffer) => sendLibrary(site, who, file);

function apply(who: Member, id: string, categories: object[] = []) {
  const payload = { choices: [], categories };
  return site.app.inject({ method: 'POST', url: `/api/account/import/${id}`, payload, headers: who.headers });
}

async function shelved(who: Member): Promise<Record<string, string>> {
  const { rows } = await sql<{ title: string; shelf: string }>`
    select c.title, s.shelf from shelved_comics s join comics c on c.id = s.comic_id where s.user_id = ${who.id} order by c.title`.execute(
    site.deps.db,
  );
  return Object.fromEntries(rows.map(({ title, shelf }) => [title, shelf]));
}

async function listed(who: Member): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string; titles: string[] }>`
    select l.name, array_agg(c.title order by c.title) as titles from lists l join list_comics m on m.list_id = l.id
    join comics c on c.id = m.comic_id where l.user_id = ${who.id} group by l.id, l.name`.execute(site.deps.db);
  return Object.fromEntries(rows.map(({ name, titles }) => [name, titles]));
}
