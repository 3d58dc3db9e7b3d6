import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEATURES } from '#contract/site.ts';
import { withTransaction } from '#server/db/database.ts';
import { createChapter, setPages } from '#server/features/chapters/public/queries-writing.ts';
import { createComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture } from '#server/testing/catalogue.ts';
import { openCounted } from '#server/testing/counting/counted-work.ts';
import { member, type Member } from '#server/testing/member.ts';
import { exportJson } from './public/export-json.ts';
import { backup } from './testing/backups.ts';
import { readFile } from './testing/counted-reading.ts';
import { sendLibrary } from './testing/sending.ts';

let site: TestApp;
let ann: Member;
let bea: Member;
const comics: Record<string, { id: number; slug: string }> = {};

beforeAll(async () => {
  site = await testApp({}, undefined, undefined, [
    {
      id: 'no-favorites',
      hosts: ['no-favorites.test'],
      features: FEATURES.filter((feature) => feature !== 'favorites' && feature !== 'shelves'),
    },
  ]);
  const { db, blobs } = site.deps;
  [ann, bea] = [await member(db), await member(db)];
  const image = await plantPicture(db, blobs);
  const plant = async (title: string, chapters: number) => {
    comics[title] = await withTransaction(db, async (tx) => {
      const comic = await createComic(tx, { title, oneshot: chapters === 0 });
      for (let number = 1; number <= Math.max(1, chapters); number += 1) {
        const chapter = await createChapter(
          tx,
          comic.id,
          chapters === 0 ? {} : { number: String(number), name: `Part ${number}` },
        );
        await setPages(
          tx,
          chapter.id,
          Array.from({ length: 5 }, () => ({ image })),
        );
      }
      await publishComic(tx, comic.id);
      return comic;
    });
  };
  await plant('The Lighthouse Robot', 4);
  await plant('Moon Bakery', 0);
  await plant('=cmd|calc! & "quoted", ]]> <b>', 0);
  await plant('Snow Day', 0);
});
afterAll(() => site.close());

describe('a member takes their library with them', () => {
  it('as JSON that another account reads back: favorites, scores, lists and places in chapters', async () => {
    const robot = comics['The Lighthouse Robot']!;
    const { db } = site.deps;
    await sql`insert into favorites (user_id, comic_id, created_at) values (${ann.id}, ${robot.id}, '2024-05-06T07:08:09Z')`.execute(
      db,
    );
    await sql`insert into ratings (user_id, comic_id, score) values (${ann.id}, ${robot.id}, 9)`.execute(db);
    await sql`with l as (insert into lists (user_id, name) values (${ann.id}, 'Robots')
        returning id) insert into list_comics select id, ${robot.id}, 1 from l`.execute(db);
    await sql`
      insert into progress (user_id, comic_id, chapter_id, page, max_page, completed_at, updated_at)
      select ${ann.id}, comic_id, id, case number when '1' then 5 else 2 end, 5,
      case number when '1' then '2024-05-07T00:00:00Z'::timestamptz end, '2024-05-07T00:00:00Z'
      from chapters where comic_id = ${robot.id} and number in ('1', '2')`.execute(db);

    await sql`insert into page_bookmarks (user_id, comic_id, chapter_id, page, note)
      select ${ann.id}, comic_id, id, 2, 'The lamp' from chapters where comic_id = ${robot.id} and number = '1'`.execute(
      db,
    );

    const file = await site.get('/api/account/export?format=json', ann.headers);
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="komawari-\d{4}-\d\d-\d\d\.json"$/);
    expect(JSON.stringify(file.body)).not.toContain(ann.token);
    expect(file.body).toMatchObject({
      account: { username: ann.username, email: ann.email },
      lists: [{ name: 'Robots' }],
      sessions: [{}],
      bookmarks: [{ comic: robot.slug, page: 2, note: 'The lamp' }],
    });

    const review = await send(bea, JSON.stringify(file.body));
    expect(review).toMatchObject({
      source: 'komawari',
      applied_at: null,
      items: [
        {
          title: 'The Lighthouse Robot',
          state: 'matched',
          comic_id: robot.id,
          favorite: true,
          score: 9,
          lists: ['Robots'],
          chapters_read: 1,
        },
      ],
    });
    expect(await listFavorites(bea)).toEqual([]);

    expect(await apply(bea, review.id, [])).toMatchObject({
      favorites: 1,
      progress: 2,
      ratings: 1,
      lists: 1,
      shelves: 0,
    });
    const again = await site.get('/api/account/export', bea.headers);
    expect(again.body.comics).toEqual(file.body.comics);
    const {
      rows: [stats],
    } = await sql<{ favorites: number }>`select favorites from comic_stats where comic_id = ${robot.id}`.execute(db);
    expect(stats?.favorites).toBe(2);
  });

  it('says on which shelf a comic is, with its days and the note', async () => {
    const { db } = site.deps;
    const dee = await member(db);
    await sql`insert into shelved_comics (user_id, comic_id, shelf, started_on, reread, note)
      values (${dee.id}, ${comics['The Lighthouse Robot']!.id}, 'reading', '2024-05-06', 1, 'Slowly')`.execute(db);
    expect((await site.get('/api/account/export', dee.headers)).body.comics).toMatchObject([
      { shelf: 'reading', started_on: '2024-05-06', finished_on: null, reread: 1, note: 'Slowly' },
    ]);
    const shelved = async (who: Member) =>
      (
        await sql`select comic_id, shelf, started_on, finished_on, reread, note from shelved_comics where user_id = ${who.id}`.execute(
          db,
        )
      ).rows;
    const before = await shelved(dee);
    for (const [shelf, status] of [
      ['reading', 'Reading'],
      ['planned', 'Plan to Read'],
      ['finished', 'Completed'],
      ['paused', 'On-Hold'],
      ['dropped', 'Dropped'],
      ['rereading', 'Reading'],
    ] as const) {
      await sql`update shelved_comics set shelf = ${shelf}, finished_on = '2024-06-01' where user_id = ${dee.id}`.execute(
        db,
      );
      const [json, mal, csv] = await Promise.all(
        ['json', 'mal', 'csv'].map(
          async (format) => (await site.get(`/api/account/export?format=${format}`, dee.headers)).body,
        ),
      );
      expect(mal.toString('utf8')).toContain(`<my_status>${status}</my_status>`);
      expect(csv.toString('utf8')).toContain(`,${shelf},2024-05-06,2024-06-01,1,Slowly,`);
      for (const file of [JSON.stringify(json), mal.toString('utf8')]) {
        const other = await member(db);
        const review = await send(other, file);
        expect(await apply(other, review.id, [])).toMatchObject({ shelves: 1 });
        expect(await shelved(other)).toEqual(await shelved(dee));
      }
    }
    expect(before).toHaveLength(1);
  });

  it('comes in pieces of some rows, however much there is', async () => {
    const { db } = site.deps;
    const cy = await member(db);
    await sql`
      with made as (insert into comics (slug, title, state, published_at)
        select 'kept-' || n, 'Kept ' || n, 'published', now() from generate_series(1, 450) n returning id)
      insert into favorites (user_id, comic_id) select ${cy.id}, id from made`.execute(db);
    await sql`insert into notifications (user_id, kind, payload) select ${cy.id}, 'release', '{}' from generate_series(1, 2500)`.execute(
      db,
    );
    const pieces: string[] = [];
    for await (const piece of exportJson(db, cy.id, new Date())) {
      pieces.push(piece);
    }
    const whole = JSON.parse(pieces.join('')) as {
      comics: { slug: string }[];
      notifications: unknown[];
      account: { username: string };
    };
    expect([whole.comics.length, whole.notifications.length, whole.account.username]).toEqual([450, 2500, cy.username]);
    expect(Math.max(...pieces.map((piece) => piece.split('"slug"').length - 1))).toBeLessThanOrEqual(200);
    expect(Math.max(...pieces.map((piece) => piece.split('"kind"').length - 1))).toBeLessThanOrEqual(1000);
    const table = (await site.get('/api/account/export?format=csv', cy.headers)).body.toString('utf8') as string;
    expect(table.trimEnd().split('\r\n')).toHaveLength(451);
    expect(table.split('title').length).toBe(3);
  });

  it('as a table whose cells no spreadsheet runs, and as a list that MyAnimeList reads', async () => {
    const odd = comics['=cmd|calc! & "quoted", ]]> <b>']!;
    await sql`insert into favorites (user_id, comic_id) values (${ann.id}, ${odd.id})`.execute(site.deps.db);
    const table = (await site.get('/api/account/export?format=csv', ann.headers)).body.toString('utf8') as string;
    expect(table.split('\r\n')[1]).toMatch(/^"?'=cmd/);
    const list = (await site.get('/api/account/export?format=mal', ann.headers)).body.toString('utf8') as string;
    // Texts stand alone: readers that do not trim them know a work by its title, too.
    expect(list).toContain('<manga_title><![CDATA[The Lighthouse Robot]]></manga_title>');
    const review = await send(bea, list);
    expect(review.source).toBe('mal');
    expect(review.items.map(({ title }) => title)).toEqual(['=cmd|calc! & "quoted", ]]> <b>', 'The Lighthouse Robot']);
    expect(review.items[1]).toMatchObject({ state: 'matched', score: 9, chapters_read: 1 });
  });
});

describe('a library of another program', () => {
  it('comes from a backup of Mihon, and what is unsure waits for a choice', async () => {
    const carl = await member(site.deps.db);
    const review = await send(
      carl,
      gzipSync(
        backup([
          {
            title: 'the lighthouse ROBOT',
            url: '/manga/elsewhere',
            favorite: true,
            categories: [3],
            chapters: [
              { number: 1, read: true },
              { number: 2.0, page: 2 },
              { number: 99, read: true },
            ],
          },
          { title: 'Bakery', favorite: true, chapters: [] },
          { title: 'Never heard of it', favorite: true, chapters: [] },
          { title: 'Snow Day', favorite: false, chapters: [{ number: 1, read: true }] },
        ]),
      ),
    );
    expect(review.items.map(({ state, comic_id: id }) => [state, id])).toEqual([
      ['matched', comics['The Lighthouse Robot']!.id],
      ['unsure', null],
      ['missing', null],
      ['matched', comics['Snow Day']!.id],
    ]);
    expect(review.items[0]!.lists).toEqual(['To read, later']);
    expect(review.items[1]!.candidates.map(({ title }) => title)).toEqual(['Moon Bakery']);

    const result = await apply(carl, review.id, [{ key: review.items[1]!.key, comic_id: comics['Moon Bakery']!.id }]);
    expect(result).toEqual({ favorites: 2, progress: 3, ratings: 0, lists: 1, shelves: 0, account: {} });
    expect(new Set(await listFavorites(carl))).toEqual(
      new Set([comics['The Lighthouse Robot']!.id, comics['Moon Bakery']!.id]),
    );
    const { rows } = await sql`
      select h.number, p.page, p.completed_at is not null as done from progress p join chapters h on h.id = p.chapter_id
      where p.user_id = ${carl.id} and p.comic_id = ${comics['The Lighthouse Robot']!.id} order by h.position`.execute(
      site.deps.db,
    );
    expect(rows).toEqual([
      { number: '1', page: 5, done: true },
      { number: '2', page: 3, done: false },
    ]);
    // Once is enough, also when it is pressed twice.
    expect((await post(carl, `/api/account/import/${review.id}`, { choices: [] })).statusCode).toBe(409);
  });

  it('never takes away what is newer here, nor what was finished', async () => {
    const dora = await member(site.deps.db);
    const robot = comics['The Lighthouse Robot']!;
    await sql`insert into progress (user_id, comic_id, chapter_id, page, max_page, completed_at, updated_at)
      select ${dora.id}, comic_id, id, 4, 5, '2025-01-01', '2025-01-01' from chapters where comic_id = ${robot.id} and number = '2'`.execute(
      site.deps.db,
    );
    await sql`insert into ratings (user_id, comic_id, score) values (${dora.id}, ${robot.id}, 3)`.execute(site.deps.db);
    const review = await send(
      dora,
      gzipSync(
        backup([{ title: 'The Lighthouse Robot', favorite: true, score: 8, chapters: [{ number: 2, page: 1 }] }]),
      ),
    );
    expect(await apply(dora, review.id, [])).toMatchObject({ ratings: 0, progress: 0 });
    const { rows } =
      await sql`select page, completed_at is not null as done from progress where user_id = ${dora.id}`.execute(
        site.deps.db,
      );
    expect(rows).toEqual([{ page: 4, done: true }]);
  });

  it('fills an account up to its limits and no further', async () => {
    const ella = await member(site.deps.db);
    const {
      rows: [list],
    } = await sql<{
      id: number;
    }>`insert into lists (user_id, name) values (${ella.id}, 'To read, later') returning id`.execute(site.deps.db);
    await sql`insert into comics (slug, title) select 'filler-' || n, 'Filler' from generate_series(1, 1000) n`.execute(
      site.deps.db,
    );
    await sql`insert into list_comics (list_id, comic_id, position) select ${list!.id}, id, id from comics where title = 'Filler'`.execute(
      site.deps.db,
    );
    const review = await send(ella, backup([{ title: 'Moon Bakery', favorite: true, categories: [3], chapters: [] }]));
    expect(await apply(ella, review.id, [])).toMatchObject({ favorites: 1, lists: 0 });
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from list_comics where list_id = ${list!.id}`.execute(site.deps.db);
    expect(rows).toEqual([{ count: 1000 }]);
  });

  it('brings no favorites and no shelves to a site that has none, and all else', async () => {
    const headers = { ...(await member(site.deps.db)).headers, host: 'no-favorites.test' };
    const file =
      '<myanimelist><manga><manga_title>Moon Bakery</manga_title><my_score>8</my_score><my_status>Reading</my_status></manga></myanimelist>';
    const sent = await site.app.inject({
      method: 'POST',
      url: '/api/account/import',
      payload: file,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    });
    expect(sent.json()).toMatchObject({
      items: [{ title: 'Moon Bakery', state: 'matched', favorite: false, score: 8 }],
    });
    const taken = await site.app.inject({
      method: 'POST',
      url: `/api/account/import/${sent.json().id as string}`,
      payload: { choices: [] },
      headers,
    });
    expect(taken.json()).toEqual({ favorites: 0, progress: 0, ratings: 1, lists: 0, shelves: 0, account: {} });
  });

  it("is its owner's alone, and takes no comic that they may not see", async () => {
    const review = await send(ann, '<myanimelist><manga><manga_title>Snow Day</manga_title></manga></myanimelist>');
    expect((await site.get(`/api/account/import/${review.id}`, bea.headers)).status).toBe(404);
    expect((await post(bea, `/api/account/import/${review.id}`, { choices: [] })).statusCode).toBe(404);
    await sql`update comics set state = 'draft' where id = ${comics['Snow Day']!.id}`.execute(site.deps.db);
    expect(await apply(ann, review.id, [{ key: '0', comic_id: comics['Snow Day']!.id }])).toMatchObject({
      favorites: 0,
    });
  });

  it('is read whatever its texts hold', async () => {
    const chapter = { number: '1\0', name: '\ud800', slug: '\0', page: 1, completed_at: null, updated_at: null };
    const review = await send(
      ann,
      JSON.stringify({
        format: 'komawari',
        comics: [{ slug: '__proto__\0', title: `${'x'.repeat(299)}😀`, lists: ['__proto__'], chapters: [chapter] }],
      }),
    );
    expect(review.items).toMatchObject([{ title: 'x'.repeat(299), state: 'missing', lists: ['__proto__'] }]);
    await send(
      ann,
      gzipSync(backup([{ title: 'y', url: '/manga/a%00b', favorite: true, chapters: [{ number: 1, read: true }] }])),
    );
  });

  it('keeps nobody waiting while it is read, however long that takes', async () => {
    const counted = await openCounted(new URL('./testing/counted-reading.ts', import.meta.url));
    try {
      // A packed file of 60 KB with 31 million categories.
      const { result, work } = await counted.call(
        readFile,
        gzipSync(Buffer.alloc(60 * 1024 * 1024, Buffer.from([0x12, 0]))),
      );
      expect(result).toMatch(/^(?:import-file-unknown|request-too-large)$/);
      expect(work).toBeLessThan(10_000);
    } finally {
      await counted.close();
    }
  });

  it.each([
    ['nothing', ''],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['half a backup', backup([{ title: 'Snow Day', favorite: true, chapters: [] }]).subarray(0, 9)],
    [
      'a list with entities of its own',
      '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><myanimelist><manga><manga_title>&x;</manga_title></manga></myanimelist>',
    ],
    ['an export of something else', '{"format":"other","comics":[]}'],
    ['what unpacks without end', gzipSync(Buffer.alloc(65 * 1024 * 1024))],
  ])("is refused where it is %s, in the reader's language", async (_what, file) => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/account/import',
      payload: file,
      headers: { ...ann.headers, 'content-type': 'application/octet-stream' },
    });
    expect([413, 422]).toContain(answer.statusCode);
    expect(answer.json().message).toBeTruthy();
  });
});

const send = (who: Member, file: string | Buffer) => sendLibrary(site, who, file);

function post(who: Member, url: string, payload: object) {
  return site.app.inject({ method: 'POST', url, payload, headers: who.headers });
}

async function apply(who: Member, id: string, choices: object[]) {
  const answer = await post(who, `/api/account/import/${id}`, { choices });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as unknown;
}

async function listFavorites(who: Member): Promise<number[]> {
  const { rows } = await sql<{ comic_id: number }>`select comic_id from favorites where user_id = ${who.id}`.execute(
    site.deps.db,
  );
  return rows.map((row) => row.comic_id);
}
