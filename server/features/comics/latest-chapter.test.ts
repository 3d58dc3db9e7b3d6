import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { latestAt } from '#server/db/visible.ts';
import { createChapter } from '#server/features/chapters/public/queries-writing.ts';
import { forgetEarlyAccess } from '#server/features/entitlements/queries.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { seededRandom } from '#server/testing/random.ts';
import { createComic, publishComic } from './public/queries-writing.ts';

let site: TestApp;
let image: string;
beforeAll(async () => {
  site = await testApp();
  image = await plantPicture(site.deps.db, site.deps.blobs);
});
afterAll(() => site.close());
afterEach(async () => {
  await sql`delete from comics`.execute(site.deps.db);
});

const DAY = 86_400_000;
const day = (number: number) => new Date(Date.UTC(2026, 0, number, 12));
const today = () => new Date().toISOString().slice(0, 10);

async function series(title: string, uploadedAt: Date, state: 'published' | 'draft' = 'published'): Promise<number> {
  return withTransaction(site.deps.db, async (tx) => {
    const { id } = await createComic(tx, { title, oneshot: false, uploadedAt });
    if (state === 'published') {
      await publishComic(tx, id);
    }
    return id;
  });
}

const oneshot = async (title: string, uploadedAt: Date): Promise<number> =>
  (await withTransaction(site.deps.db, (tx) => plantComic(tx, { title, uploadedAt }, image, 1))).id;
const chapter = (comic: number, number: string, addedAt?: Date, premiumUntil?: Date) =>
  withTransaction(site.deps.db, (tx) =>
    createChapter(tx, comic, { number, ...(addedAt ? { addedAt } : {}), ...(premiumUntil ? { premiumUntil } : {}) }),
  );

async function latest(
  query = '',
): Promise<{ id: number; title: string; latest_chapter: { number: string; added_at: string } | null }[]> {
  await site.deps.catalogue.follow();
  const { status, body } = await site.get(`/api/comics?sort=latest_chapter&per_page=100${query}`);
  expect(status).toBe(200);
  return body.data;
}
const titles = async (query = '') => (await latest(query)).map(({ title }) => title);

describe('the order by the newest chapter', () => {
  beforeEach(async () => {
    for (const [at, title] of ['A', 'B', 'C'].entries()) {
      await oneshot(title, day(10 + at));
    }
  });

  it('moves an old series up when a chapter comes, names it on the card, and leaves uploaded_at alone', async () => {
    const old = await series('Old', day(1));
    await chapter(old, '1', day(1));
    expect(await titles()).toEqual(['C', 'B', 'A', 'Old']);
    const { id, slug } = await chapter(old, '2', day(20));
    const [first] = await latest();
    expect(first).toMatchObject({
      title: 'Old',
      uploaded_at: '2026-01-01',
      latest_chapter: { id, slug, name: '', number: '2', added_at: '2026-01-20' },
    });
    expect(await titles('&order=asc')).toEqual(['A', 'B', 'C', 'Old']);
    const { body } = await site.get('/api/comics?per_page=100');
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['C', 'B', 'A', 'Old']);
    expect(
      body.data.map((card: { latest_chapter: { number: string } | null }) => card.latest_chapter?.number ?? null),
    ).toEqual([null, null, null, '2']);
  });

  it('takes it down again when the chapter is deleted or goes to another comic', async () => {
    const [one, two] = [await series('One', day(1)), await series('Two', day(2))];
    await chapter(one, '1', day(1));
    const { id } = await chapter(one, '2', day(20));
    expect(await titles()).toEqual(['One', 'C', 'B', 'A', 'Two']);
    await sql`update chapters set comic_id = ${two} where id = ${id}`.execute(site.deps.db);
    expect(await titles()).toEqual(['Two', 'C', 'B', 'A', 'One']);
    await sql`delete from chapters where id = ${id}`.execute(site.deps.db);
    expect(await titles()).toEqual(['C', 'B', 'A', 'Two', 'One']);
    expect((await latest()).map((card) => card.latest_chapter?.number ?? null)).toEqual([null, null, null, null, '1']);
  });

  it('knows no chapter of a one-shot until it is a series', async () => {
    const id = await oneshot('D', day(1));
    await sql`update chapters set added_at = ${day(25).toISOString()} where comic_id = ${id}`.execute(site.deps.db);
    expect(await titles()).toEqual(['C', 'B', 'A', 'D']);
    await chapter(id, '2', day(24));
    expect((await latest())[0]).toMatchObject({ title: 'D', latest_chapter: { added_at: '2026-01-25' } });
    await sql`update comics set oneshot = true where id = ${id}`.execute(site.deps.db);
    expect((await latest()).at(-1)).toMatchObject({ title: 'D', latest_chapter: null });
  });

  it('counts early access from the day it ends', async () => {
    const { db } = site.deps;
    const id = await series('Early', day(1));
    await chapter(id, '1', day(5));
    const soon = await chapter(id, '2', day(6), new Date(Date.now() + DAY));
    expect((await latest()).map(({ title, latest_chapter: newest }) => [title, newest?.number])).toEqual([
      ['C', undefined],
      ['B', undefined],
      ['A', undefined],
      ['Early', '1'],
    ]);
    // Its day has come: what the database noted when it was added is moved to where it would be then.
    await sql`alter table all_chapters disable trigger chapters_note_release`.execute(db);
    await sql`update chapters set premium_until = now() - interval '1 minute', released_at = now() - interval '1 minute' where id = ${soon.id}`.execute(
      db,
    );
    await sql`alter table all_chapters enable trigger chapters_note_release`.execute(db);
    await withTransaction(db, (tx) => forgetEarlyAccess(tx));
    expect((await latest())[0]).toMatchObject({ title: 'Early', latest_chapter: { number: '2' } });
    expect(
      (
        await sql<{
          pending: boolean;
          free: boolean;
        }>`select pending, premium_until is null as free from chapters where id = ${soon.id}`.execute(db)
      ).rows,
    ).toEqual([{ pending: false, free: true }]);
  });

  it('follows early access that is put off, ended by hand, or begun anew', async () => {
    const { db } = site.deps;
    const id = await series('Early', day(1));
    const { id: only } = await chapter(id, '1', day(20));
    expect(await titles()).toEqual(['Early', 'C', 'B', 'A']);
    await sql`update chapters set premium_until = now() + interval '3 days' where id = ${only}`.execute(db);
    expect(await titles()).toEqual(['C', 'B', 'A', 'Early']);
    await sql`update chapters set premium_until = now() + interval '1 day' where id = ${only}`.execute(db);
    expect(await titles()).toEqual(['C', 'B', 'A', 'Early']);
    await sql`update chapters set premium_until = null where id = ${only}`.execute(db);
    const [first] = await latest();
    expect(first).toMatchObject({ title: 'Early', latest_chapter: { number: '1' } });
    expect(Date.parse(today()) - Date.parse(first!.latest_chapter!.added_at)).toBeLessThanOrEqual(DAY);
  });

  it('counts a work that comes out after its chapters from the day it came out, and lists no draft', async () => {
    const id = await series('Draft', day(1), 'draft');
    await chapter(id, '1', day(20));
    expect(await titles()).toEqual(['C', 'B', 'A']);
    await sql`update comics set state = 'published', uploaded_at = ${day(28).toISOString()} where id = ${id}`.execute(
      site.deps.db,
    );
    expect((await latest())[0]).toMatchObject({
      title: 'Draft',
      latest_chapter: { number: '1', added_at: '2026-01-28' },
    });
  });

  it('keeps to the filters, and reads popularity of nothing', async () => {
    const id = await series('Old', day(1));
    await chapter(id, '1', day(20));
    await sql`update comics set status = 'ongoing' where title in ('Old', 'B')`.execute(site.deps.db);
    expect(await titles('&statuses=ongoing&duration=day')).toEqual(['Old', 'B']);
  });
});

// In this order: a catalogue that was closed stays closed.
it.each(['the catalogue in memory', 'the database'])(
  'is the order that looking at every chapter gives, page by page, from %s',
  async (engine) => {
    const { db, catalogue } = site.deps;
    const random = seededRandom(39);
    const below = (most: number) => Math.floor(random() * most);
    const now = Date.now();
    await withTransaction(db, async (tx) => {
      for (let at = 0; at < 60; at += 1) {
        const { id } = await createComic(tx, {
          title: `Work ${at}`,
          oneshot: random() < 0.4,
          uploadedAt: new Date(now - (1 + below(40)) * DAY),
        });
        for (let number = below(4); number > 0; number -= 1) {
          await createChapter(tx, id, {
            number: String(number),
            addedAt: new Date(now - (1 + below(40)) * DAY),
            ...(random() < 0.3 ? { premiumUntil: new Date(now + (below(20) - 10.5) * DAY) } : {}),
          });
        }
        if (random() < 0.9) {
          await publishComic(tx, id);
        }
      }
      await sql`delete from chapters where id % 5 = 0`.execute(tx);
      await sql`update chapters set added_at = added_at + interval '3 days' where id % 7 = 0`.execute(tx);
      await sql`update chapters set premium_until = case when id % 2 = 0 then now() + interval '2 days' end where id % 3 = 0`.execute(
        tx,
      );
    });
    // Early access that was taken away is no longer seen in the rows, so the moment that is kept of it is what counts.
    const { rows } = await sql<{ id: number; at: number }>`
    select c.id, extract(epoch from greatest(c.uploaded_at, (select max(h.released_at) from chapters h
          where h.comic_id = c.id and not c.oneshot and not h.pending)))::float8 as at
    from comics c where c.state = 'published'`.execute(db);
    const wanted = rows.sort((a, b) => b.at - a.at || b.id - a.id).map(({ id }) => id);
    if (engine !== 'the database') {
      await catalogue.build();
    } else {
      await catalogue.close();
    }
    expect(catalogue.ready() === null).toBe(engine === 'the database');
    const found: number[] = [];
    for (let page = 1; page <= Math.ceil(wanted.length / 7); page += 1) {
      const { body } = await site.get(`/api/comics?sort=latest_chapter&per_page=7&page=${page}`);
      expect(body.total).toBe(wanted.length);
      found.push(...body.data.map(({ id }: { id: number }) => id));
    }
    expect(found).toEqual(wanted);
  },
);

it('pages far down the list are counted off in the index alone', async () => {
  const plan = await withTransaction(site.deps.db, async (tx) => {
    // Of some comics any plan is cheap: whatever else could be done is ruled out.
    for (const other of ['seqscan', 'bitmapscan', 'indexscan', 'sort', 'incremental_sort']) {
      await sql`set local ${sql.raw(`enable_${other}`)} = off`.execute(tx);
    }
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select c.id from comics c where c.state = 'published' order by ${latestAt()} desc, c.id desc limit 18 offset 300000`.execute(
      tx,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/Index Only Scan using comics_latest/);
});
