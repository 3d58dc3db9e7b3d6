import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TRACKERS, type TrackerName } from '#contract/trackers.ts';
import { withTransaction } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { atTracker, openTokens, sealTokens } from './connections.ts';
import { findConnection } from './queries.ts';
import { dueJob, sendJob } from './sending.ts';
import { NAME, PASSWORD, startStandIns, WAIT, type Mood, type StandIns } from './testing/stand-ins.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const OWN_PASSWORD = 'a good long password';
/** The ids of the two works at each tracker. */
const IDS: Record<TrackerName, [string, string]> = {
  anilist: ['30013', '30002'],
  mal: ['13', '2'],
  kitsu: ['38', '8'],
  mangaupdates: ['pb8uwds', 'zd1hlmb'],
};
let there: StandIns;
let site: TestApp;
let hash: string;
let pirates: { id: number; slug: string; chapters: number[] };
let swords: { id: number; slug: string; chapters: number[] };
let unlinked: { id: number; slug: string; chapters: number[] };

beforeAll(async () => {
  there = await startStandIns();
  const keys = (service: TrackerName) => ({
    clientId: 'us',
    clientSecret: 'hush',
    url: `${there.url}/${service}`,
  });
  site = await testApp({
    url: 'https://comics.example',
    features: ['tags', 'favorites', 'shelves'],
    limits: { readsPerMinute: 0 },
    trackers: {
      anilist: { ...keys('anilist'), apiUrl: `${there.url}/anilist/graphql` },
      mal: { ...keys('mal'), apiUrl: `${there.url}/mal` },
      kitsu: keys('kitsu'),
      mangaupdates: { enabled: true, url: `${there.url}/mangaupdates` },
      allowPrivate: true,
    },
  });
  hash = await hashPassword(OWN_PASSWORD);
  const { db, blobs } = site.deps;
  const picture = await plantPicture(db, blobs, 20);
  await withTransaction(db, async (tx) => {
    const plant = (title: string) =>
      plantSeries(tx, { title, rating: 'safe' }, picture, { numbers: ['1', '2', '2.5', '3', '4'], pages: 3 });
    pirates = await plant('Pirates');
    swords = await plant('Swords');
    unlinked = await plant('Of no id');
    for (const service of TRACKERS) {
      await sql`insert into comic_links (comic_id, service, value) values (${pirates.id}, ${service}, ${IDS[service][0]}), (${swords.id}, ${service}, ${IDS[service][1]})`.execute(
        tx,
      );
    }
  });
});
afterAll(async () => {
  await site.close();
  await there.close();
});

let reader: Member;
beforeEach(async () => {
  reader = await member(site.deps.db);
  await sql`update users set password = ${hash} where id = ${reader.id}`.execute(site.deps.db);
  await sql`delete from throttles`.execute(site.deps.db);
});
afterEach(() => {
  there.mood = 'well';
  there.unknown.clear();
  there.calls.length = 0;
  for (const service of TRACKERS) {
    there.lists[service].clear();
    there.tokens[service].clear();
  }
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, who = reader) {
  const answer = await site.app.inject({
    method,
    url: `/api${path}`,
    headers: { ...who.headers, host: 'comics.example' },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

async function join(service: TrackerName, who = reader): Promise<void> {
  const began = await call(
    'POST',
    `/account/trackers/${service}/join`,
    { password: OWN_PASSWORD, name: NAME, secret: PASSWORD },
    who,
  );
  expect(began.status).toBe(200);
  if (began.body.location === null) return;
  const state = new URL(began.body.location).searchParams.get('state');
  const ended = await call('POST', '/account/trackers/return', { query: `code=good&state=${state}` }, who);
  expect(ended).toEqual({ status: 200, body: { service } });
}

const run = async (job: ReturnType<typeof sendJob>, payload: object) => {
  await job({ id: 0, kind: '', attempts: 0, payload, signal: new AbortController().signal, complete: async () => {} });
};
const send = (service: TrackerName, who = reader) => run(sendJob(site.deps), { user: who.id, service });
const shelve = (comic: { slug: string }, body: object) => call('PUT', `/comics/${comic.slug}/shelf`, body);
const read = (comic: { id: number; chapters: number[] }, at: number) =>
  call('PUT', '/account/progress', {
    comic_id: comic.id,
    chapter_id: comic.chapters[at],
    page: 3,
    completed: true,
  });
const told = async (service: TrackerName, who = reader) =>
  (await call('GET', '/account/trackers', undefined, who)).body.find(
    (each: { service: string }) => each.service === service,
  ).joined;
const writes = (service: TrackerName) =>
  there.calls.filter(
    (each) =>
      each.service === service &&
      (each.body?.query?.includes('SaveMediaListEntry') ||
        (each.method !== 'GET' && /my_list_status|library-entries|lists\/series/.test(each.path))),
  );
/** An entry as each tracker keeps it, of so many chapters. */
const remote: Record<TrackerName, (id: string, chapters: number, score: number) => object> = {
  anilist: (id, progress, score) => ({
    mediaId: Number(id),
    status: 'CURRENT',
    progress,
    score: score * 10,
    repeat: 0,
  }),
  mal: (_id, chapters, score) => ({ status: 'reading', num_chapters_read: chapters, score, is_rereading: false }),
  kitsu: (_id, progress, score) => ({ status: 'current', progress, ratingTwenty: score * 2 }),
  mangaupdates: (id, chapter, rating) => ({
    series: { id: parseInt(id, 36) },
    list_id: 0,
    status: { chapter },
    rating,
  }),
};

describe.each(TRACKERS)('%s', (service) => {
  const [pirate, sword] = IDS[service];
  const list = () => there.lists[service];

  it('is joined, is told what changed, and forgets the member who parts', async () => {
    await join(service);
    expect(await told(service)).toMatchObject({ account: NAME, sent_at: null, waiting: 0, error: null });
    const { rows } = await sql<{ tokens: string }>`select tokens from trackers where user_id = ${reader.id}`.execute(
      site.deps.db,
    );
    expect(rows[0]!.tokens).not.toContain(service);

    await shelve(pirates, { shelf: 'reading', started_on: '2026-03-04' });
    await read(pirates, 0);
    await read(pirates, 2);
    await call('PUT', `/comics/${pirates.slug}/rating`, { score: 8 });
    expect((await told(service)).waiting).toBe(1);
    await send(service);
    expect(list().get(pirate)).toMatchObject(
      {
        anilist: { status: 'CURRENT', progress: 2, score: 80, startedAt: { year: 2026, month: 3, day: 4 } },
        mal: { status: 'reading', num_chapters_read: 2, score: 8, start_date: '2026-03-04' },
        kitsu: { status: 'current', progress: 2, ratingTwenty: 16, startedAt: '2026-03-04' },
        mangaupdates: { list_id: 0, status: { chapter: 2 }, rating: 8 },
      }[service],
    );
    expect(await told(service)).toMatchObject({ sent_at: expect.any(String), waiting: 0, error: null });

    // Nothing new, nothing sent: not by a second run, and not where all is sent that is the same.
    const before = writes(service).length;
    await send(service);
    await call('POST', `/account/trackers/${service}/send`);
    await send(service);
    expect(writes(service).length).toBe(before);

    await shelve(pirates, { shelf: 'rereading' });
    await send(service);
    expect(list().get(pirate)).toMatchObject(
      {
        anilist: { status: 'REPEATING' },
        mal: { is_rereading: true },
        kitsu: { reconsuming: true },
        mangaupdates: { list_id: 0 },
      }[service],
    );

    expect((await call('DELETE', `/account/trackers/${service}`)).status).toBe(204);
    expect(await told(service)).toBe(null);
    // The others have no call for that.
    expect(there.tokens[service].size > 0).toBe(service === 'anilist' || service === 'mal');
    for (const table of ['trackers', 'tracker_changes', 'tracked_comics', 'tracker_lists']) {
      expect(
        (await sql`select from ${sql.table(table)} where user_id = ${reader.id}`.execute(site.deps.db)).rows,
      ).toEqual([]);
    }
    await read(pirates, 3);
    await send(service);
    expect(list().get(pirate)).not.toMatchObject({ progress: 3 });
  });

  it('is told nothing of what has no id, is on no shelf or is private', async () => {
    await join(service);
    await shelve(unlinked, { shelf: 'reading' });
    await read(swords, 1);
    await shelve(pirates, { shelf: 'reading', private: true });
    await read(pirates, 1);
    await send(service);
    expect(writes(service)).toEqual([]);
    expect((await told(service)).waiting).toBe(0);
    expect((await call('POST', `/account/trackers/${service}/send`)).body).toEqual({ waiting: 0 });
    await send(service);
    expect(list().size).toBe(0);
    await shelve(pirates, { shelf: 'reading', private: false });
    await send(service);
    expect([...list().keys()]).toEqual([pirate]);
  });

  it('keeps what was read further there until the member says which counts, and gives its list on request', async () => {
    list().set(pirate, remote[service](pirate, 4, 9));
    list().set(sword, remote[service](sword, 2, 6));
    list().set('1', remote[service](service === 'mangaupdates' ? '1' : '1', 1, 1));
    await join(service);
    await shelve(pirates, { shelf: 'reading' });
    await read(pirates, 0);
    await send(service);
    expect(await told(service)).toMatchObject({ further: 1, waiting: 0 });
    expect(writes(service)).toEqual([]);

    const fetched = await call('POST', `/account/trackers/${service}/list`);
    expect(fetched.body).toMatchObject({ same: 0, missing: 1, unclear: 0 });
    expect(fetched.body.differences).toMatchObject([
      { comic_id: pirates.id, here: { chapters: 1, score: null }, there: { chapters: 4, score: 9, shelf: 'reading' } },
      { comic_id: swords.id, here: null, there: { chapters: 2, score: 6 } },
    ]);
    const taken = await call('PUT', `/account/trackers/${service}/list`, {
      choices: [
        { comic_id: pirates.id, take: 'here' },
        { comic_id: swords.id, take: 'there' },
        { comic_id: unlinked.id, take: 'there' },
      ],
    });
    expect(taken.body).toEqual({ taken: 1, sent: 1, scores: 0 });
    expect((await call('GET', `/comics/${swords.slug}/shelf`)).body).toMatchObject({ shelf: 'reading' });
    const places = (await call('GET', `/account/progress?comic=${swords.id}`)).body;
    expect(places.filter((each: { completed: boolean }) => each.completed)).toHaveLength(2);
    expect((await call('GET', `/comics/${swords.slug}/rating`)).body.score).toBe(6);
    await send(service);
    expect(list().get(pirate)).toMatchObject(
      {
        anilist: { progress: 1 },
        mal: { num_chapters_read: 1 },
        kitsu: { progress: 1 },
        mangaupdates: { status: { chapter: 1 } },
      }[service],
    );
    expect(await told(service)).toMatchObject({ further: 0, waiting: 0, fetched_at: expect.any(String) });
    expect((await call('POST', `/account/trackers/${service}/list`)).body).toMatchObject({ differences: [], same: 2 });
  });

  it.each([
    ['html', 'odd'],
    ['silent', 'odd'],
    ['broken', 'odd'],
    ['nothing', 'unreachable'],
    ['busy', 'busy'],
    ['withdrawn', 'refused'],
  ] as [Mood, string][])('that is %s loses nothing: the member is told, and it is tried again', async (mood, error) => {
    await join(service);
    await shelve(pirates, { shelf: 'reading' });
    there.mood = mood;
    await send(service);
    expect(await told(service)).toMatchObject({ error, waiting: 1 });
    const due = async () =>
      (
        await sql<{ seconds: number; refused: boolean }>`
          select extract(epoch from due_at - now())::float8 as seconds, refused from trackers where user_id = ${reader.id}`.execute(
          site.deps.db,
        )
      ).rows[0]!;
    const { seconds, refused } = await due();
    expect(refused).toBe(mood === 'withdrawn');
    expect(Math.ceil(seconds)).toBe(mood === 'busy' ? WAIT : 60);
    const fetched = await call('POST', `/account/trackers/${service}/list`);
    expect(fetched).toMatchObject({ body: { code: `tracker-${error}` } });
    there.mood = 'well';
    // A tracker that takes the token no more is left alone until its member has joined anew.
    const calls = there.calls.length;
    await send(service);
    expect(there.calls.length === calls).toBe(mood === 'withdrawn');
    await join(service);
    await send(service);
    expect(await told(service)).toMatchObject({ error: null, waiting: 0 });
    expect(list().has(pirate)).toBe(true);
  });

  it('is called so often in a minute for all members together, and no more', async () => {
    const other = await member(site.deps.db);
    await sql`update users set password = ${hash} where id = ${other.id}`.execute(site.deps.db);
    await join(service, other);
    await join(service);
    await shelve(pirates, { shelf: 'reading' });
    const limit = { anilist: 25, mal: 60, kitsu: 60, mangaupdates: 30 }[service];
    await sql`update throttles set count = ${limit - 1} where key = ${hashSecret(`tracker ${service}`)}`.execute(
      site.deps.db,
    );
    there.calls.length = 0;
    await send(service);
    expect(there.calls).toHaveLength(1);
    expect(await told(service)).toMatchObject({ error: 'busy', waiting: 1 });
    expect(await call('POST', `/account/trackers/${service}/list`, undefined, other)).toMatchObject({
      body: { code: 'tracker-busy' },
    });
    expect(there.calls).toHaveLength(1);
    await sql`update throttles set resets_at = now() - interval '1 second'`.execute(site.deps.db);
    await send(service);
    expect(await told(service)).toMatchObject({ error: null, waiting: 0 });
    expect([...list().keys()]).toEqual([pirate]);
  });

  it('does not know every work: the others are sent, and it is said', async () => {
    await join(service);
    there.unknown.add(pirate);
    await shelve(pirates, { shelf: 'planned' });
    await shelve(swords, { shelf: 'planned' });
    await send(service);
    expect([...list().keys()]).toEqual([sword]);
    expect(await told(service)).toMatchObject({ unknown: 1, waiting: 0, error: null });
  });
});

it('tokens that ran out are renewed, and the work goes on', async () => {
  await join('mal');
  await shelve(pirates, { shelf: 'reading' });
  there.tokens.mal.clear();
  await send('mal');
  expect(there.lists.mal.size).toBe(1);
  expect(
    there.calls.filter(({ path, body }) => path.endsWith('/token') && body.grant_type === 'refresh_token'),
  ).toHaveLength(1);
});

it('tokens are renewed before they run out, and who comes second takes those that another process got', async () => {
  await join('mal');
  await shelve(pirates, { shelf: 'reading' });
  const { db } = site.deps;
  const connection = async () => (await findConnection(db, reader.id, 'mal'))!;
  const joined = await connection();
  const tokens = openTokens(site.deps, joined)!;
  const soon = new Date(Date.now() + 30_000).toISOString();
  const sealed = sealTokens(site.deps, reader.id, 'mal', { ...tokens, expires: soon });
  await sql`update trackers set tokens = ${sealed} where user_id = ${reader.id}`.execute(db);
  there.calls.length = 0;
  await send('mal');
  expect(there.calls[0]).toMatchObject({ body: { grant_type: 'refresh_token', refresh_token: tokens.refresh } });
  const fresh = openTokens(site.deps, await connection())!;
  expect(there.calls.slice(1).map(({ token }) => token)).not.toContain(tokens.access);
  expect(fresh.access).not.toBe(tokens.access);

  const usedUp = { access: 'old', refresh: 'used up', expires: null };
  const late = { ...joined, tokens: sealTokens(site.deps, reader.id, 'mal', usedUp) };
  const used = await atTracker(site.deps, late, async (client, caller, { access }) => {
    await client.account(caller, access);
    return access;
  });
  expect(used).toBe(fresh.access);
});

it('tokens and what proves a joining are sealed, each for its member alone', async () => {
  const { db } = site.deps;
  const other = await member(db);
  await sql`update users set password = ${hash} where id = ${other.id}`.execute(db);
  await join('mal');
  await join('mal', other);
  await sql`update trackers set tokens = (select tokens from trackers where user_id = ${reader.id})
    where user_id = ${other.id}`.execute(db);
  there.calls.length = 0;
  expect(await call('POST', '/account/trackers/mal/list', undefined, other)).toMatchObject({
    body: { code: 'tracker-refused' },
  });
  expect(there.calls).toEqual([]);

  const { location } = (await call('POST', '/account/trackers/mal/join', { password: OWN_PASSWORD })).body;
  const asked = new URL(location).searchParams;
  const { rows } = await sql<{
    state: string;
    verifier: string;
  }>`select state, verifier from tracker_joins where user_id = ${reader.id}`.execute(db);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(asked.get('state'));
  expect(JSON.stringify(rows)).not.toContain(asked.get('code_challenge'));
});

it('is told nothing of what was taken away or made private while it waited, nor of a member who is suspended', async () => {
  const { db } = site.deps;
  await join('mal');
  await shelve(pirates, { shelf: 'reading' });
  await shelve(swords, { shelf: 'reading' });
  await sql`update shelved_comics set private = true where user_id = ${reader.id} and comic_id = ${swords.id}`.execute(
    db,
  );
  await sql`update comics set state = 'removed' where id = ${pirates.id}`.execute(db);
  await sql`insert into tracker_changes (user_id, service, comic_id) values (${reader.id}, 'mal', ${swords.id})
    on conflict do nothing`.execute(db);
  await send('mal');
  expect(writes('mal')).toEqual([]);
  expect((await told('mal')).waiting).toBe(0);
  await sql`update comics set state = 'published' where id = ${pirates.id}`.execute(db);

  // Private works are in no list of differences, and are not taken over.
  there.lists.mal.set(IDS.mal[1], remote.mal(IDS.mal[1], 3, 0));
  expect((await call('POST', '/account/trackers/mal/list')).body).toMatchObject({ differences: [] });
  const choices = [{ comic_id: swords.id, take: 'there' }];
  expect((await call('PUT', '/account/trackers/mal/list', { choices })).body).toMatchObject({ taken: 0 });

  await shelve(pirates, { shelf: 'paused' });
  await sql`update users set banned_at = now() where id = ${reader.id}`.execute(db);
  there.calls.length = 0;
  await send('mal');
  expect(there.calls).toEqual([]);
});

it('a token that was withdrawn takes no place in line, until its member has joined anew', async () => {
  await join('anilist');
  await shelve(pirates, { shelf: 'reading' });
  there.mood = 'withdrawn';
  await send('anilist');
  const lined = async () => {
    await sql`delete from jobs where kind = 'trackers.send'`.execute(site.deps.db);
    await sql`update trackers set due_at = now() where user_id = ${reader.id}`.execute(site.deps.db);
    await run(dueJob(site.deps), {});
    const { rows } =
      await sql`select from jobs where kind = 'trackers.send' and key = ${`${reader.id} anilist`}`.execute(
        site.deps.db,
      );
    return rows.length;
  };
  expect(await lined()).toBe(0);
  there.mood = 'well';
  await join('anilist');
  expect(await lined()).toBe(1);
});

it('is joined by who began it alone, once, with the password, and not by a stranger’s code', async () => {
  const other = await member(site.deps.db);
  expect(await call('POST', '/account/trackers/mal/join', { password: 'wrong' })).toMatchObject({
    status: 422,
    body: { code: 'password-wrong' },
  });
  const { location } = (await call('POST', '/account/trackers/mal/join', { password: OWN_PASSWORD })).body;
  const asked = new URL(location).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: 'us',
    redirect_uri: 'https://comics.example/settings/trackers',
    code_challenge_method: 'plain',
    code_challenge: expect.stringMatching(/^[\w-]{64}$/),
  });
  const query = `code=good&state=${asked.get('state')}`;
  const back = (who: Member, text = query) => call('POST', '/account/trackers/return', { query: text }, who);
  expect(await back(other)).toMatchObject({ status: 409, body: { code: 'tracker-join-stale' } });
  expect(await back(reader)).toMatchObject({ status: 200 });
  expect(await back(reader)).toMatchObject({ status: 409, body: { code: 'tracker-join-stale' } });
  const again = (await call('POST', '/account/trackers/mal/join', { password: OWN_PASSWORD })).body.location;
  const state = new URL(again).searchParams.get('state');
  expect(await back(reader, `error=access_denied&state=${state}`)).toMatchObject({
    body: { code: 'tracker-join-cancelled' },
  });
  const third = new URL(
    (await call('POST', '/account/trackers/anilist/join', { password: OWN_PASSWORD })).body.location,
  );
  expect(await back(reader, `code=bad&state=${third.searchParams.get('state')}`)).toMatchObject({
    body: { code: 'tracker-join-stale' },
  });
  expect(
    await call('POST', '/account/trackers/kitsu/join', { password: OWN_PASSWORD, name: NAME, secret: 'wrong' }),
  ).toMatchObject({ status: 422, body: { code: 'tracker-login-wrong' } });
});

it('is put in line where something changed', async () => {
  await join('anilist');
  await shelve(pirates, { shelf: 'reading' });
  await sql`update trackers set due_at = now() where user_id = ${reader.id}`.execute(site.deps.db);
  await run(dueJob(site.deps), {});
  const { rows } = await sql<{
    payload: object;
  }>`select payload from jobs where kind = 'trackers.send' and key = ${`${reader.id} anilist`}`.execute(site.deps.db);
  expect(rows).toEqual([{ payload: { user: reader.id, service: 'anilist' } }]);
});

it('of several editions takes the one that the member has, and guesses none', async () => {
  await join('anilist');
  const { db } = site.deps;
  await sql`insert into comic_links (comic_id, service, value) values (${unlinked.id}, 'anilist', ${IDS.anilist[0]})`.execute(
    db,
  );
  there.lists.anilist.set(IDS.anilist[0], remote.anilist(IDS.anilist[0], 2, 0));
  expect((await call('POST', '/account/trackers/anilist/list')).body).toMatchObject({ differences: [], unclear: 1 });
  await read(unlinked, 0);
  expect((await call('POST', '/account/trackers/anilist/list')).body).toMatchObject({
    differences: [{ comic_id: unlinked.id }],
    unclear: 0,
  });
  await sql`delete from comic_links where comic_id = ${unlinked.id}`.execute(db);
});

it('stands in the file of a member’s data without its tokens', async () => {
  await join('kitsu');
  await shelve(pirates, { shelf: 'reading', private: true });
  const file = (await call('GET', '/account/export?format=json')).body;
  expect(file.trackers).toMatchObject([{ service: 'kitsu', account: NAME }]);
  expect(file.comics).toMatchObject([{ slug: pirates.slug, private: true }]);
  expect(JSON.stringify(file)).not.toContain('kitsu-');
});

it('is not there on a site without keys', async () => {
  const without = await testApp({ features: ['shelves'] });
  try {
    const who = await member(without.deps.db);
    expect((await without.get('/api/account/trackers', who.headers)).status).toBe(404);
    expect((await without.get('/api/config')).body.trackers).toEqual([]);
  } finally {
    await without.close();
  }
});
