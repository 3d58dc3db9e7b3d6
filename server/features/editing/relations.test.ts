import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INVERSE_RELATIONS, MAX_RELATIONS, RELATION_KINDS, type RelationKind } from '#contract/comics.ts';
import type { AdminComic, Revision } from '#contract/editing.ts';
import { withTransaction } from '#server/db/database.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { statementsDuring, stopClock } from '#server/testing/counting/counted-statements.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let admin: Member, uploader: Member;
let image: string;
let hidden: number;

beforeAll(async () => {
  site = await testApp();
  const { db, blobs } = site.deps;
  [admin, uploader] = [await member(db, { role: 'admin' }), await member(db, { role: 'uploader' })];
  image = await plantPicture(db, blobs);
  [hidden = 0] = await withTransaction(db, (tx) => findOrCreateTerms(tx, [{ kind: 'tag', name: 'hidden' }]));
});
afterAll(() => site.close());

let planted = 0;
async function plant(
  given: { rating?: 'safe' | 'explicit'; terms?: number[]; state?: string; by?: Member } = {},
): Promise<number> {
  const { rating = 'safe', terms = [], state = 'published', by } = given;
  const { id } = await withTransaction(site.deps.db, (tx) =>
    plantComic(tx, { title: `Work ${(planted += 1)}`, rating, terms }, image, 1),
  );
  await sql`update comics set state = ${state}, uploader_id = ${by?.id ?? null} where id = ${id}`.execute(site.deps.db);
  return id;
}

const call = async (who: Member, method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => {
  const answer = await site.app.inject({
    method,
    url: `/api/admin/comics/${path}`,
    headers: { host: 'comics.test', ...who.headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const open = async (id: number): Promise<AdminComic> => (await call(admin, 'GET', String(id))).body;

type WantedRelation = [RelationKind, number][];
/** Says what a comic is related to, from how it is now. */
async function relate(id: number, wanted: WantedRelation, who = admin) {
  const { version } = await open(id);
  const relations = wanted.map(([kind, other]) => ({ kind, id: other }));
  return call(who, 'PATCH', String(id), { version, changes: { relations } });
}
const edited = async (id: number): Promise<WantedRelation> =>
  (await open(id)).relations.map(({ kind, id: other }) => [kind, other]);
async function shown(id: number, query = '', cookie = ''): Promise<WantedRelation> {
  const { status, body } = await site.get(`/api/comics/${id}?lang=en${query}`, { cookie });
  expect(status).toBe(200);
  return body.relations.map(({ kind, comic }: { kind: RelationKind; comic: { id: number } }) => [kind, comic.id]);
}

describe('a work that stands together with another', () => {
  it.each(RELATION_KINDS)('is its %s, and the other is to it what that is the other way round', async (kind) => {
    const [one, other] = [await plant(), await plant()];
    expect(await relate(one, [[kind, other]])).toMatchObject({
      status: 200,
      body: { relations: [{ kind, id: other }] },
    });
    expect([await shown(one), await edited(one)]).toEqual([[[kind, other]], [[kind, other]]]);
    const inverse = INVERSE_RELATIONS[kind];
    expect([await shown(other), await edited(other)]).toEqual([[[inverse, one]], [[inverse, one]]]);
    expect((await relate(other, [])).status).toBe(200);
    expect([await shown(one), await shown(other)]).toEqual([[], []]);
  });

  it('stands in the order of kinds, and those of a kind in the order of their ids', async () => {
    const [one, first, second, third] = [await plant(), await plant(), await plant(), await plant()];
    await relate(one, [
      ['same_world', first],
      ['sequel', third],
      ['sequel', second],
    ]);
    expect(await shown(one)).toEqual([
      ['sequel', second],
      ['sequel', third],
      ['same_world', first],
    ]);
  });

  it('is shown as a card, asked for in one statement, and only where there is one', async () => {
    const [alone, one, other] = [await plant(), await plant(), await plant()];
    await relate(one, [['sequel', other]]);
    stopClock();
    const cost = async (id: number) => (await statementsDuring(() => shown(id).then(() => {}))).length;
    await Promise.all([cost(alone), cost(one)]);
    expect((await cost(one)) - (await cost(alone))).toBe(1);
    const card = (await site.get(`/api/comics/${other}?lang=en`)).body;
    const [relation] = (await site.get(`/api/comics/${one}?lang=en`)).body.relations;
    expect(card).toMatchObject(relation.comic);
    expect(relation.comic).toMatchObject({ id: other, title: card.title, cover: card.cover, tags: [] });
  });

  it('is seen by those alone who see the other work', async () => {
    const [one, draft, unlisted, explicit, unwanted] = [
      await plant(),
      await plant({ state: 'draft' }),
      await plant({ state: 'unlisted' }),
      await plant({ rating: 'explicit' }),
      await plant({ terms: [hidden] }),
    ];
    await relate(one, [
      ['sequel', draft],
      ['prequel', unlisted],
      ['side_story', explicit],
      ['alternative', unwanted],
    ]);
    expect(await edited(one)).toHaveLength(4);
    expect(await shown(one)).toEqual([['alternative', unwanted]]);
    expect(await shown(one, '&nsfw=true')).toEqual([
      ['side_story', explicit],
      ['alternative', unwanted],
    ]);
    expect(await shown(one, '', `hidden=${hidden}`)).toEqual([]);
    expect(await shown(unlisted)).toEqual([['sequel', one]]);
  });

  it('comes, goes and is deleted with the other work', async () => {
    const [one, other] = [await plant(), await plant({ state: 'draft' })];
    await relate(one, [['sequel', other]]);
    const state = (action: string, more: object = {}) =>
      open(other).then(({ version }) => call(admin, 'POST', `${other}/state`, { action, version, ...more }));
    expect((await state('publish')).status).toBe(200);
    expect(await shown(one)).toEqual([['sequel', other]]);
    await state('remove', { reason: 'asked for' });
    expect(await shown(one)).toEqual([]);
    await state('restore');
    expect(await shown(one)).toEqual([['sequel', other]]);
    await sql`delete from comics where id = ${other}`.execute(site.deps.db);
    expect([await shown(one), await edited(one)]).toEqual([[], []]);
  });
});

describe('an edit of relations', () => {
  it('refuses what cannot be, and says why', async () => {
    const [one, other] = [await plant(), await plant()];
    const code = async (wanted: WantedRelation) => {
      const { status, body } = await relate(one, wanted);
      return [status, body.code];
    };
    expect(await code([['sequel', one]])).toEqual([422, 'relation-to-itself']);
    const twice = [422, 'relation-twice'];
    expect(
      await code([
        ['sequel', other],
        ['prequel', other],
      ]),
    ).toEqual(twice);
    expect(
      await code([
        ['same_world', other],
        ['same_world', other],
      ]),
    ).toEqual(twice);
    expect(await code([['sequel', 2_000_000_000]])).toEqual([404, 'comic-not-found']);
    for (const bad of [{ kind: 'cousin', id: other }, { kind: 'sequel', id: 'x' }, { kind: 'sequel', id: -1 }, null]) {
      const { version } = await open(one);
      const { status } = await call(admin, 'PATCH', String(one), { version, changes: { relations: [bad] } });
      expect([bad, status]).toEqual([bad, 422]);
    }
    expect(await edited(one)).toEqual([]);
  });

  it('lets works follow each other in a circle of three', async () => {
    const [one, two, three] = [await plant(), await plant(), await plant()];
    await relate(one, [['sequel', two]]);
    await relate(two, [
      ['prequel', one],
      ['sequel', three],
    ]);
    expect(
      (
        await relate(three, [
          ['prequel', two],
          ['sequel', one],
        ])
      ).status,
    ).toBe(200);
    expect(await shown(one)).toEqual([
      ['prequel', three],
      ['sequel', two],
    ]);
  });

  it('relates a work to a hundred others at most, from either side', async () => {
    const [one, further] = [await plant(), await plant()];
    const { rows } = await sql<{ id: number }>`
      insert into comics (slug, title, state, sort_title) select 'many-' || n, 'Many ' || n, 'draft', 'many'
      from generate_series(1, ${MAX_RELATIONS}::int) n returning id`.execute(site.deps.db);
    const many = rows.map(({ id }): [RelationKind, number] => ['same_world', id]);
    await sql`insert into comic_stats (comic_id) select id from comics on conflict do nothing`.execute(site.deps.db);
    await sql`insert into comic_relations (comic_id, other_id, kind)
      select ${one}::int, id, 'same_world' from comics where slug like 'many-%'`.execute(site.deps.db);
    expect((await relate(one, [...many, ['sequel', further]])).status).toBe(422);
    expect(await relate(further, [['prequel', one]])).toMatchObject({ status: 422, body: { code: 'relations-full' } });
    expect((await relate(one, [...many.slice(1), ['sequel', further]])).status).toBe(200);
    expect(await shown(further)).toEqual([['prequel', one]]);
  });

  it('is a change of both works: each has a new version, a revision and a line of the audit log', async () => {
    const [one, other] = [await plant(), await plant()];
    const before = [await open(one), await open(other)];
    await relate(one, [['sequel', other]]);
    const after = [await open(one), await open(other)];
    expect(after.map(({ version }, at) => version > before[at]!.version)).toEqual([true, true]);
    const revision = async (id: number): Promise<Revision> =>
      (await call(admin, 'GET', `${id}/revisions`)).body.data[0];
    expect([(await revision(one)).changes, (await revision(other)).changes]).toEqual([
      [{ field: 'relations', before: [], after: [{ kind: 'sequel', id: other, name: after[1]!.title }] }],
      [{ field: 'relations', before: [], after: [{ kind: 'prequel', id: one, name: after[0]!.title }] }],
    ]);
    const { rows } = await sql`select subject_id from audit_log where action = 'comic.edit' and user_id = ${admin.id}
      and subject_id in (${one}, ${other}) order by subject_id`.execute(site.deps.db);
    expect(rows).toEqual([{ subject_id: one }, { subject_id: other }]);
  });

  it('is refused where the work was related from its other side meanwhile', async () => {
    const [one, other] = [await plant(), await plant()];
    const [{ version: first }, { version: second }] = [await open(one), await open(other)];
    const answers = await Promise.all([
      call(admin, 'PATCH', String(one), { version: first, changes: { relations: [{ kind: 'sequel', id: other }] } }),
      call(admin, 'PATCH', String(other), { version: second, changes: { relations: [{ kind: 'sequel', id: one }] } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await shown(one)).toHaveLength(1);
  });

  it('can be taken back, but for works that are gone', async () => {
    const [one, other, gone] = [await plant(), await plant(), await plant()];
    await relate(one, [
      ['sequel', other],
      ['side_story', gone],
    ]);
    await relate(one, []);
    await sql`delete from comics where id = ${gone}`.execute(site.deps.db);
    const [last] = (await call(admin, 'GET', `${one}/revisions`)).body.data;
    const { version } = await open(one);
    expect((await call(admin, 'POST', `${one}/revisions/${last.id}/restore`, { version, to: 'before' })).status).toBe(
      200,
    );
    expect([await shown(one), await shown(other)]).toEqual([[['sequel', other]], [['prequel', one]]]);
  });

  it('relates an uploader’s work to their own works alone, and takes away from it what others added', async () => {
    const [own, second, foreign] = [await plant({ by: uploader }), await plant({ by: uploader }), await plant()];
    expect(await relate(own, [['sequel', foreign]], uploader)).toMatchObject({
      status: 404,
      body: { code: 'comic-not-found' },
    });
    expect((await relate(own, [['sequel', second]], uploader)).status).toBe(200);
    await relate(own, [
      ['sequel', second],
      ['same_world', foreign],
    ]);
    expect(
      (
        await relate(
          own,
          [
            ['sequel', second],
            ['same_world', foreign],
          ],
          uploader,
        )
      ).status,
    ).toBe(200);
    expect((await relate(own, [['sequel', second]], uploader)).status).toBe(200);
    expect(await shown(foreign)).toEqual([]);
  });

  it('goes over to the work that another one is merged with', async () => {
    const [from, to, common, other] = [await plant(), await plant(), await plant(), await plant()];
    await relate(from, [
      ['sequel', to],
      ['prequel', common],
      ['side_story', other],
    ]);
    await relate(to, [
      ['prequel', from],
      ['same_world', common],
    ]);
    expect((await call(admin, 'POST', `${from}/merge`, { comic_id: to })).status).toBe(200);
    expect([await edited(from), await edited(to)]).toEqual([
      [],
      [
        ['side_story', other],
        ['same_world', common],
      ],
    ]);
  });
});

describe.each(['the database', 'the catalogue in memory'])('searches for relations, from %s', (engine) => {
  let one: number, two: number, three: number;
  beforeAll(async () => {
    [one, two, three] = [await plant(), await plant(), await plant({ rating: 'explicit' })];
    await relate(one, [
      ['sequel', two],
      ['side_story', three],
    ]);
    if (engine !== 'the database') {
      await site.deps.catalogue.build();
    }
  });

  /** Which of the comics of this test a search finds. */
  async function find(q: string, nsfw = 'true'): Promise<number[]> {
    if (engine !== 'the database') {
      await site.deps.catalogue.follow();
    }
    expect(site.deps.catalogue.ready() === null).toBe(engine === 'the database');
    const own = [one, two, three].map((id) => `ids[]=${id}`).join('&');
    const { status, body } = await site.get(
      `/api/comics?${own}&nsfw=${nsfw}&order=asc&sort=uploaded_at&q=${encodeURIComponent(q)}`,
    );
    expect(status).toBe(200);
    return body.data.map(({ id }: { id: number }) => id);
  }

  it('find works by what another is to them', async () => {
    expect([await find('has:sequel'), await find('has:prequel')]).toEqual([[one], [two]]);
    expect([await find('has:side-story'), await find('has:parent_story')]).toEqual([[one], [three]]);
    expect([await find('has:related'), await find('-has:sequel')]).toEqual([
      [one, two, three],
      [two, three],
    ]);
    expect(await find('has:spin-off OR has:origin OR has:same-world')).toEqual([]);
  });

  it('tell nothing of a work that the one who searches is not shown', async () => {
    expect([await find('has:side-story', 'false'), await find('has:related', 'false')]).toEqual([[], [one, two]]);
    await sql`update comics set state = 'unlisted' where id = ${two}`.execute(site.deps.db);
    expect([await find('has:sequel'), await find('has:related', 'false')]).toEqual([[], []]);
    await sql`update comics set state = 'published' where id = ${two}`.execute(site.deps.db);
    expect(await find('has:prequel')).toEqual([two]);
    await sql`update comics set state = 'unlisted' where id = ${one}`.execute(site.deps.db);
    expect(await find('has:prequel')).toEqual([]);
    await sql`update comics set state = 'published' where id = ${one}`.execute(site.deps.db);
    expect(await find('has:sequel', 'false')).toEqual([one]);
    await sql`update comics set rating = 'suggestive' where id = ${two}`.execute(site.deps.db);
    expect([await find('has:sequel', 'false'), await find('has:sequel')]).toEqual([[], [one]]);
    await relate(one, []);
    expect(await find('has:related')).toEqual([]);
  });
});

describe('suggested relations', () => {
  const titled = async (title: string, terms: number[] = [], by?: Member) => {
    const { id } = await withTransaction(site.deps.db, (tx) =>
      plantComic(tx, { title, rating: 'safe', terms }, image, 1),
    );
    await sql`update comics set uploader_id = ${by?.id ?? null} where id = ${id}`.execute(site.deps.db);
    return id;
  };
  const suggested = async (id: number, who = admin) => {
    await site.deps.catalogue.follow();
    const { body } = await call(who, 'GET', `${id}/relations/suggested`);
    return body.map((each: { kind: RelationKind; id: number }) => [each.kind, each.id]);
  };

  it('are works whose titles agree but for the number of a part, in the same language and not related yet', async () => {
    const [en = 0, fr = 0] = await withTransaction(site.deps.db, (tx) =>
      findOrCreateTerms(tx, [
        { kind: 'language', name: 'en', code: 'en' },
        { kind: 'language', name: 'fr', code: 'fr' },
      ]),
    );
    const first = await titled('Lantern keepers', [en]);
    const second = await titled('Lantern Keepers II: The storm', [en]);
    const third = await titled('Lantern Keepers, vol. 3', [en]);
    const other = await titled('Lantern keepers – a day at the sea', [en]);
    await titled('Lantern keepers 4', [fr]);
    await titled('Lantern keepers of old', [en]);
    expect(await suggested(second)).toEqual([
      ['prequel', first],
      ['prequel', other],
      ['sequel', third],
    ]);
    expect(await suggested(first)).toEqual([
      ['same_world', other],
      ['sequel', second],
      ['sequel', third],
    ]);
    await relate(first, [['sequel', second]]);
    expect(await suggested(first)).toEqual([
      ['same_world', other],
      ['sequel', third],
    ]);
    expect(await suggested(second)).toEqual([
      ['prequel', other],
      ['sequel', third],
    ]);
  });

  it('are to an uploader those they brought, and to nobody else any', async () => {
    const own = await titled('Paper boats', [], uploader);
    const next = await titled('Paper boats 2', [], uploader);
    await titled('Paper boats 3');
    expect(await suggested(own, uploader)).toEqual([['sequel', next]]);
    const reader = await member(site.deps.db);
    expect((await call(reader, 'GET', `${own}/relations/suggested`)).status).toBe(403);
  });
});
