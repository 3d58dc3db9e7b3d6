import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RATINGS, type Rating } from '#contract/comics.ts';
import { MAX_LIMIT_TERMS } from '#contract/limits.ts';
import { withTransaction } from '#server/db/database.ts';
import { createChapter, setPages } from '#server/features/chapters/public/queries-writing.ts';
import { createComic, publishComic } from '#server/features/comics/public/queries-writing.ts';
import { RELEASES_JOB } from '#server/features/notifications/jobs.ts';
import { announceRelease } from '#server/features/notifications/public/queries-releases.ts';
import { releasesJob } from '#server/features/notifications/releases.ts';
import { endMerge } from '#server/features/taxonomy/queries-merge.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture } from '#server/testing/catalogue.ts';
import { member, members, type Member } from '#server/testing/member.ts';
import { seededRandom } from '#server/testing/random.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface SampleComic {
  id: number;
  slug: string;
  rating: Rating;
  terms: number[];
  chapters: number[];
}

let site: TestApp;
let admin: Member;
let reader: Member;
let tags: number[];
let comics: SampleComic[];
const random = seededRandom(113);

async function ask(
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE',
  path: string,
  who: Member | null,
  payload?: object,
) {
  const answer = await site.app.inject({
    method,
    url: path.startsWith('/en/') ? path : `/api${path}`,
    headers: { host: 'comics.test', ...who?.headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, text: answer.body };
}
const json = async (path: string, who: Member | null = reader) => JSON.parse((await ask('GET', path, who)).text);
const limit = (body: object, whose = `users/${reader.username}/limit`, who = admin) =>
  ask('PUT', `/admin/${whose}`, who, body);

async function addChapter(comic: number, number: string): Promise<number> {
  const image = await plantPicture(site.deps.db, site.deps.blobs);
  return withTransaction(site.deps.db, async (tx) => {
    const { id } = await createChapter(tx, comic, { number });
    await setPages(tx, id, [{ image }]);
    return id;
  });
}

beforeAll(async () => {
  site = await testApp({
    features: ['tags', 'groups', 'nsfw', 'shelves', 'favorites', 'comments', 'reviews', 'downloads'],
  });
  const { db, blobs } = site.deps;
  admin = await member(db, { role: 'admin' });
  const image = await plantPicture(db, blobs);
  tags = await withTransaction(db, (tx) =>
    findOrCreateTerms(
      tx,
      Array.from({ length: 4 }, (_, at) => ({ kind: 'tag' as const, name: `Subject ${at}` })),
    ),
  );
  comics = [];
  for (let at = 0; at < 24; at += 1) {
    const rating = RATINGS[at % 3]!;
    const terms = tags.filter(() => random() < 0.4);
    comics.push(
      await withTransaction(db, async (tx) => {
        const comic = await createComic(tx, { title: `Lantern number ${at} here`, rating, terms });
        const { id } = await createChapter(tx, comic.id, { number: '1' });
        await setPages(tx, id, [{ image }]);
        await publishComic(tx, comic.id);
        return { ...comic, rating, terms, chapters: [id] };
      }),
    );
  }
});
afterAll(() => site?.close());
beforeEach(async () => {
  const { db } = site.deps;
  await sql`delete from content_limits`.execute(db);
  await sql`delete from jobs`.execute(db);
  [reader] = (await members(db, 1)) as [Member];
  await ask('PATCH', '/account/settings', reader, { nsfw: true });
});

const LIMITS: { rating: Rating; terms: number[] }[] = [
  { rating: 'safe', terms: [] },
  { rating: 'suggestive', terms: [0] },
  { rating: 'explicit', terms: [1, 2] },
  { rating: 'safe', terms: [3] },
];

/** The comics that somebody may still see, found by looking at each. */
const allowed = ({ rating, terms }: { rating: Rating; terms: number[] }) =>
  comics.filter(
    (comic) =>
      RATINGS.indexOf(comic.rating) <= RATINGS.indexOf(rating) && !comic.terms.some((id) => terms.includes(id)),
  );

describe.each(['from the database', 'from the catalogue in memory'])('a limit, %s', (how) => {
  beforeAll(async () => {
    if (how === 'from the catalogue in memory') {
      await site.deps.catalogue.build();
    }
  });

  it.each(LIMITS.map((each, at) => [at, each] as const))(
    'number %i keeps what is over it from everywhere',
    async (_, wanted) => {
      // All that a member can have of a comic from before.
      for (const { id, slug, chapters } of comics) {
        await ask('POST', `/comics/${slug}/favorite`, reader);
        expect((await ask('PUT', `/comics/${slug}/shelf`, reader, { shelf: 'reading' })).status).toBe(200);
        await ask('PUT', `/comics/${slug}/follow`, reader);
        const read = await ask('PUT', '/account/progress', reader, { comic_id: id, chapter_id: chapters[0], page: 1 });
        expect(JSON.parse(read.text).unknown).toEqual([]);
      }
      const terms = wanted.terms.map((at) => tags[at]!);
      expect((await limit({ rating: wanted.rating, terms })).status).toBe(200);
      // No setting of theirs lifts it.
      await ask('PATCH', '/account/settings', reader, { nsfw: true, ratings: [...RATINGS] });
      const seen = allowed({ rating: wanted.rating, terms });
      const gone = comics.filter((comic) => !seen.includes(comic));
      const ids = seen.map(({ id }) => id).sort((a, b) => a - b);

      const lists = [
        '/comics?per_page=100&nsfw=true',
        '/comics?per_page=100&nsfw=true&q=lantern',
        '/comics?per_page=100&nsfw=true&sort=title',
        `/comics?per_page=100&nsfw=true&${comics.map(({ id }) => `ids[]=${id}`).join('&')}`,
        '/account/favorites?per_page=100&nsfw=true',
      ];
      for (const path of lists) {
        const { data, total } = await json(path);
        expect([total, data.map(({ id }: SampleComic) => id).sort((a: number, b: number) => a - b)], path).toEqual([
          ids.length,
          ids,
        ]);
      }
      for (const at of [0, 1, 2, 3]) {
        const { data, total } = await json(`/comics?per_page=100&nsfw=true&tags=${tags[at]}`);
        const having = seen.filter((comic) => comic.terms.includes(tags[at]!));
        expect([total, data.length]).toEqual([having.length, having.length]);
        const term = await ask('GET', `/tags/subject-${at}?nsfw=true`, reader);
        expect(term.status).toBe(wanted.terms.includes(at) ? 404 : 200);
        // The database leaves hidden terms in the counts of others.
        const counts = how === 'from the catalogue in memory' && term.status === 200;
        expect(counts ? JSON.parse(term.text).comics_count : null).toBe(counts ? having.length : null);
      }

      const texts = [
        '/comics?per_page=100&nsfw=true',
        '/tags?nsfw=true',
        '/suggest?q=subject&nsfw=true',
        '/suggest?q=lantern&nsfw=true',
        '/account/shelves?shelf=reading&per_page=100',
        '/account/history?per_page=100',
        '/account/progress',
        '/account/notifications',
        '/account/suggestions?nsfw=true',
        '/en/latest/feed.atom?nsfw=true',
        '/en/opds/comics?nsfw=true',
        '/en/opds/v2/comics?nsfw=true',
        ...Array.from({ length: 5 }, () => '/comics/random?nsfw=true'),
        ...seen.slice(0, 3).flatMap(({ slug }) => [`/comics/${slug}?nsfw=true`, `/comics/${slug}/related?nsfw=true`]),
      ];
      for (const path of texts) {
        const { text } = await ask('GET', path, reader);
        for (const { id, slug } of gone) {
          expect(
            text.includes(`"${slug}"`) || text.includes(`/${slug}"`) || text.includes(`"comic_id":${id},`),
            `${path} has ${slug}`,
          ).toBe(false);
        }
      }

      for (const { slug, chapters } of comics) {
        const open = seen.some((comic) => comic.slug === slug);
        for (const path of [
          `/comics/${slug}?nsfw=true`,
          `/comics/${slug}/chapters?nsfw=true`,
          `/comics/${slug}/images?nsfw=true`,
          `/comics/${slug}/${chapters[0]}/images?nsfw=true`,
          `/comics/${slug}/related?nsfw=true`,
          `/comics/${slug}/comments?nsfw=true`,
          `/comics/${slug}/reviews?nsfw=true`,
          `/en/comic/${slug}/feed.atom?nsfw=true`,
          `/en/opds/comics/${slug}?nsfw=true`,
        ]) {
          const { status } = await ask('GET', path, reader);
          expect(status, path).toBe(open ? 200 : 404);
        }
        for (const [method, path, body] of [
          ['POST', `/comics/${slug}/favorite`],
          ['PUT', `/comics/${slug}/follow`],
          ['PUT', `/comics/${slug}/shelf`, { shelf: 'planned' }],
        ] as const) {
          expect((await ask(method, path, reader, body)).status < 300, path).toBe(open);
        }
      }
      // Nobody else has it.
      const [other] = (await members(site.deps.db, 1)) as [Member];
      expect((await json('/comics?nsfw=true', other)).total).toBe(comics.length);
    },
  );
});

describe('a limit', () => {
  it('is of a role, too, and the stricter of two holds; moderators and admins have none', async () => {
    const total = async (who: Member) => (await json('/comics?nsfw=true', who)).total;
    await limit({ rating: 'suggestive', terms: [tags[0]] });
    expect((await limit({ rating: 'safe', terms: [tags[1]] }, 'limits/user')).status).toBe(200);
    const both = allowed({ rating: 'safe', terms: [tags[0]!, tags[1]!] });
    expect(await total(reader)).toBe(both.length);
    const [uploader, moderator] = [
      await member(site.deps.db, { role: 'uploader' }),
      await member(site.deps.db, { role: 'moderator' }),
    ];
    expect([await total(uploader), await total(moderator)]).toEqual([comics.length, comics.length]);
    expect((await json('/account')).limit).toEqual({ rating: 'safe', terms: [tags[0], tags[1]] });
    expect(await json('/admin/limits', admin)).toMatchObject({
      user: { rating: 'safe', terms: [{ id: tags[1], kind: 'tag', name: 'Subject 1', slug: 'subject-1' }] },
      uploader: { rating: 'explicit', terms: [] },
    });
    // A member who comes to moderate sees what they decide about.
    await sql`update users set role = 'moderator' where id = ${reader.id}`.execute(site.deps.db);
    expect([await total(reader), (await json('/account')).limit]).toEqual([comics.length, null]);
  });

  it('is gone where it lets everything through, and each change is in the audit log', async () => {
    await sql`delete from audit_log`.execute(site.deps.db).catch(() => {});
    await limit({ rating: 'safe', terms: [tags[2]] });
    await limit({ rating: 'safe', terms: [tags[2]] });
    await limit({});
    const { rows } = await sql<{ details: object }>`
      select details from audit_log where action = 'user.limit' and subject_id = ${reader.id} order by id`.execute(
      site.deps.db,
    );
    const none = { rating: 'explicit', terms: [] };
    const some = { rating: 'safe', terms: [tags[2]] };
    expect(rows.map(({ details }) => details)).toEqual([
      { user: reader.id, before: none, after: some },
      { user: reader.id, before: some, after: none },
    ]);
    expect((await sql`select from content_limits`.execute(site.deps.db)).rows).toEqual([]);
  });

  it('is set by admins alone, of members that there are, for roles that may have one', async () => {
    const [other] = (await members(site.deps.db, 1)) as [Member];
    expect([
      (await limit({ rating: 'safe' }, undefined, other)).status,
      (await limit({ rating: 'safe' }, 'users/nobody/limit')).status,
      (await limit({ rating: 'safe' }, 'limits/admin')).status,
      (await limit({ rating: 'mild' })).status,
      (await limit({ terms: Array.from({ length: MAX_LIMIT_TERMS + 1 }, (_, at) => at + 1) })).status,
      (await limit({ terms: [2_000_000_000] })).status,
      (await ask('GET', '/admin/limits', reader)).status,
    ]).toEqual([403, 404, 422, 422, 422, 200, 403]);
  });

  it('stands after two admins set it at once', async () => {
    const set = await Promise.all([
      ...Array.from({ length: 4 }, () => limit({ rating: 'safe', terms: [tags[0]] })),
      ...Array.from({ length: 4 }, () => limit({})),
    ]);
    expect(set.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  });

  it('goes with a term that becomes another one', async () => {
    const { db } = site.deps;
    const [old] = await withTransaction(db, (tx) => findOrCreateTerms(tx, [{ kind: 'tag', name: 'Old subject' }]));
    await limit({ terms: [old] });
    await withTransaction(db, (tx) => endMerge(tx, old!, tags[3]!));
    expect((await json('/account')).limit.terms).toEqual([tags[3]]);
  });

  it('tells nobody of new chapters over it', async () => {
    const { db } = site.deps;
    const [over, within] = [
      comics.find(({ rating }) => rating === 'explicit')!,
      comics.find(({ rating }) => rating === 'safe')!,
    ];
    for (const { slug } of [over, within]) {
      await ask('PUT', `/comics/${slug}/follow`, reader);
    }
    await limit({ rating: 'suggestive' });
    for (const { id } of [over, within]) {
      const from = await addChapter(id, '2');
      await withTransaction(db, (tx) => announceRelease(tx, { comic_id: id, from, fresh: false }, new Date()));
    }
    const { rows } = await sql<{
      payload: object;
    }>`delete from jobs where kind = ${RELEASES_JOB.kind} returning payload`.execute(db);
    expect(rows).toHaveLength(2);
    for (const { payload } of rows) {
      const { signal } = new AbortController();
      await releasesJob(site.deps)({ id: 0, kind: '', payload, attempts: 0, signal, async complete() {} });
    }
    const told = (await json('/account/notifications')).data;
    expect([told.length, JSON.stringify(told).includes(within.slug)]).toEqual([1, true]);
  });

  it('holds for pages that are made whole by the cookie of the member’s browser', async () => {
    const asGuest = async (cookie: string) =>
      JSON.parse(
        String(
          (
            await site.app.inject({
              url: '/api/comics?nsfw=true&per_page=100',
              headers: { host: 'comics.test', cookie },
            })
          ).body,
        ),
      ).total;
    expect(await asGuest(`limit=suggestive_${tags[0]}.${tags[1]}`)).toBe(
      allowed({ rating: 'suggestive', terms: [tags[0]!, tags[1]!] }).length,
    );
    expect(await asGuest('limit=mild_x.y')).toBe(comics.length);
  });
});
