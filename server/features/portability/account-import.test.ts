import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportReview } from '#contract/portability.ts';
import { FEATURES } from '#contract/site.ts';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

let here: TestApp;
let there: TestApp;
let [ann, bea]: Member[] = [];
/** The same series and people at either site, whose ids differ. */
const series: Record<'here' | 'there', { id: number; slug: string; chapters: number[] }> = {} as never;

beforeAll(async () => {
  const features = FEATURES.filter((each) => each !== 'premium');
  [there, here] = [await testApp({ features }), await testApp({ features })];
  // Ids that are taken here belong to others there.
  await sql`insert into terms (kind, slug, name, sort_name, search) select 'tag', 'x' || n, 'x' || n, 'x' || n, 'x' || n from generate_series(1, 7) n`.execute(
    here.deps.db,
  );
  for (const [name, { deps }] of [
    ['there', there],
    ['here', here],
  ] as const) {
    const image = await plantPicture(deps.db, deps.blobs);
    await sql`insert into terms (kind, slug, name, sort_name, search) values
      ('tag', 'rain', 'Rain', 'rain', 'rain'), ('artist', 'ink', 'Ink', 'ink', 'ink'), ('group', 'us', 'Us', 'us', 'us'), ('group', 'them', 'Them', 'them', 'them')`.execute(
      deps.db,
    );
    series[name] = await withTransaction(deps.db, (tx) =>
      plantSeries(tx, { title: 'Tide' }, image, { numbers: ['1', '2'], pages: 3 }),
    );
    await member(deps.db, { username: 'loud' });
  }
  await sql`insert into terms (kind, slug, name, sort_name, search) values ('tag', 'gone', 'Gone', 'gone', 'gone')`.execute(
    there.deps.db,
  );
  [ann, bea] = [await member(there.deps.db, { username: 'ann' }), await member(here.deps.db, { username: 'bea' })];
  await sql`update users set settings = '{}'`.execute(there.deps.db);
});
afterAll(() => Promise.all([here.close(), there.close()]));

const idAt = async ({ deps }: TestApp, kind: string, slug: string) => {
  const { rows } = await sql<{ id: number }>`select id from terms where kind = ${kind} and slug = ${slug}`.execute(
    deps.db,
  );
  return rows[0]!.id;
};
async function exported(): Promise<string> {
  const { db } = there.deps;
  const [rain, gone] = [await idAt(there, 'tag', 'rain'), await idAt(there, 'tag', 'gone')];
  await sql`insert into follows (user_id, term_id) select ${ann!.id}, id from terms where slug in ('ink', 'rain', 'gone')`.execute(
    db,
  );
  await sql`insert into follows (user_id, comic_id) values (${ann!.id}, ${series.there.id})`.execute(db);
  await sql`insert into hidden_terms (user_id, term_id) values (${ann!.id}, ${rain})`.execute(db);
  await sql`insert into chosen_groups (user_id, term_id, choice) select ${ann!.id}, id, case slug when 'us' then 'preferred' else 'blocked' end
    from terms where kind = 'group'`.execute(db);
  await sql`insert into blocked_users (user_id, blocked_id) select ${ann!.id}, id from users where username = 'loud'`.execute(
    db,
  );
  await sql`insert into blocked_uploaders (user_id, uploader_id) select ${ann!.id}, id from users where username = 'loud'`.execute(
    db,
  );
  await sql`insert into saved_searches (user_id, name, query, followed_at) values
    (${ann!.id}, 'Wet', ${`q=5&tags=${rain}`}, now()), (${ann!.id}, 'Lost', ${`not_tags=${gone}`}, null), (${ann!.id}, 'Long', 'sort=title', null)`.execute(
    db,
  );
  await sql`insert into shelved_comics (user_id, comic_id, shelf, note) values (${ann!.id}, ${series.there.id}, 'reading', 'mine')`.execute(
    db,
  );
  await sql`insert into progress (user_id, comic_id, chapter_id, page, max_page, completed_at, updated_at, seconds)
    values (${ann!.id}, ${series.there.id}, ${series.there.chapters[0]}, 3, 3, '2024-03-05T10:00Z', '2024-05-01T10:00Z', 240)`.execute(
    db,
  );
  return (await there.app.inject({ url: '/api/account/export', headers: ann!.headers })).body;
}
async function send(file: string) {
  const answer = await here.app.inject({
    method: 'POST',
    url: '/api/account/import',
    headers: { ...bea!.headers, 'content-type': 'application/octet-stream' },
    payload: file,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const apply = async ({ id }: ImportReview, body: object = { choices: [] }) =>
  (
    await here.app.inject({ method: 'POST', url: `/api/account/import/${id}`, headers: bea!.headers, payload: body })
  ).json();

describe('our own export, at another site', () => {
  it('brings follows, blocks, searches, shelves and the time read, as far as they are there, and nothing twice', async () => {
    const file = await exported();
    const review = (await send(file)).body as ImportReview;
    expect(review.account).toEqual([
      { kind: 'follows', found: 2, missing: 1 },
      { kind: 'hidden', found: 1, missing: 0 },
      { kind: 'groups', found: 2, missing: 0 },
      { kind: 'uploaders', found: 1, missing: 0 },
      { kind: 'members', found: 1, missing: 0 },
      { kind: 'searches', found: 2, missing: 1 },
    ]);
    // People are taken only where that is said.
    expect(await apply(review)).toMatchObject({
      shelves: 1,
      progress: 1,
      account: { follows: 3, hidden: 1, groups: 2, searches: 2 },
    });
    const after = await apply((await send(file)).body, { choices: [], account: ['members', 'uploaders', 'follows'] });
    expect(after).toMatchObject({ shelves: 0, progress: 0, account: { members: 1, uploaders: 1, follows: 0 } });
    const again = await apply((await send(file)).body, {
      choices: [],
      account: ['follows', 'hidden', 'groups', 'uploaders', 'members', 'searches'],
    });
    expect(again.account).toEqual({ follows: 0, hidden: 0, groups: 0, uploaders: 0, members: 0, searches: 0 });

    const own = JSON.parse((await here.app.inject({ url: '/api/account/export', headers: bea!.headers })).body);
    const rain = await idAt(here, 'tag', 'rain');
    expect(own.saved_searches).toMatchObject([
      { name: 'Long', query: 'sort=title', followed_at: null },
      { name: 'Wet', query: `q=5&tags=${rain}`, terms: [{ id: rain, kind: 'tag', slug: 'rain' }] },
    ]);
    expect(own.follows.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(['ink', 'rain']);
    expect(own.chosen_groups.map(({ slug, choice }: Record<string, string>) => [slug, choice]).toSorted()).toEqual([
      ['them', 'blocked'],
      ['us', 'preferred'],
    ]);
    expect([own.blocked, own.blocked_uploaders]).toMatchObject([[{ username: 'loud' }], [{ username: 'loud' }]]);
    expect(own.comics).toMatchObject([
      { slug: series.here.slug, shelf: 'reading', note: 'mine', followed_at: expect.any(String) },
    ]);
    expect(own.comics[0].chapters).toMatchObject([
      {
        slug: 'chapter-1',
        completed_at: '2024-03-05T10:00:00.000Z',
        updated_at: '2024-05-01T10:00:00.000Z',
        seconds: 240,
      },
    ]);
  });

  it('is refused by the place that is not as it was written, and takes no more than there can be', async () => {
    const comics: object[] = [];
    for (const [part, at] of [
      [{ comics: [{ slug: 'a', title: 'b', score: 11 }] }, 'comics.0.score'],
      [{ comics, follows: [{ kind: 'rocket', slug: 'a' }] }, 'follows.0.kind'],
      [
        { comics, saved_searches: Array.from({ length: 51 }, (_, n) => ({ name: `${n}`, query: '' })) },
        'saved_searches',
      ],
      [{ comics, blocked: 'all' }, 'blocked'],
    ] as const) {
      const { status, body } = await send(JSON.stringify({ format: 'komawari', ...part }));
      expect([status, body.code]).toEqual([422, 'import-file-broken']);
      expect(body.message).toContain(at);
    }
    expect((await send('{"format":"other"}')).body.code).toBe('import-file-unknown');
    const odd = { name: 'odd', query: 'ids=5' };
    const { body } = await send(
      JSON.stringify({ format: 'komawari', comics, saved_searches: [odd, { ...odd, query: 'sort=by%20luck' }] }),
    );
    expect(body.account).toEqual([{ kind: 'searches', found: 0, missing: 2 }]);
  });
});
