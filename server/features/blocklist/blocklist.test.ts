import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { drawBook } from '#server/images/testing/books.ts';
import { claimJob, complete } from '#server/jobs/queue.ts';
import { keepImages } from '#server/features/pictures/public/queries-images.ts';
import { storePicture } from '#server/features/pictures/pictures.ts';
import type { RunningJob } from '#server/jobs/registry.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic } from '#server/testing/catalogue.ts';
import { openCounted } from '#server/testing/counting/counted-work.ts';
import { member, type Member } from '#server/testing/member.ts';
import { addFile, checkTerms, refuseTerms, requireUnlisted, similarImages } from './blocklist.ts';
import { forgetEvidence } from './public/quarantine.ts';
import { isFrozen } from '#server/features/blocklist/public/queries-alike.ts';
import { RESCAN_JOB, searchListed } from './rescan.ts';
import { readListInThread } from './list-thread.ts';
import { readEntries } from './testing/counted-reading.ts';

let site: TestApp;
let admin: Member;
let pages: Buffer[];
beforeAll(async () => {
  site = await testApp();
  admin = await member(site.deps.db, { role: 'admin' });
  ({ pages } = await drawBook(11, { pages: 4 }));
});
afterAll(() => site.close());

const job: RunningJob = {
  id: 1,
  kind: RESCAN_JOB.kind,
  payload: {},
  attempts: 0,
  signal: new AbortController().signal,
  complete: async () => {},
};
const call = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object | string,
  by = admin,
) => {
  const answer = await site.app.inject({
    method,
    url: `/api/admin/blocklists${path}`,
    headers: { ...by.headers, ...(typeof payload === 'string' ? { 'content-type': 'text/csv' } : {}) },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};

/** Keeps a page as an upload of a member would; its hash, or the code of the refusal. */
async function kept(bytes: Buffer, userId: number | null = null): Promise<string> {
  const stored = await storePicture(site.deps, bytes, {
    cover: true,
    provenance: { source: 'upload', userId, file: 'book.cbz', page: 3 },
  });
  if ('problem' in stored) return stored.problem.code;
  if (stored.image) {
    const { image } = stored;
    await withTransaction(site.deps.db, (tx) => keepImages(tx, [image]));
  }
  return stored.hash;
}

async function computePhash(hash: string): Promise<Buffer> {
  const { rows } = await sql<{ phash: Buffer }>`select phash from images where hash = ${hash}`.execute(site.deps.db);
  return Buffer.from(rows[0]!.phash);
}

const audited = async (action: string) =>
  (
    await sql<{
      details: Record<string, unknown>;
    }>`select details from audit_log where action = ${action} order by id`.execute(site.deps.db)
  ).rows.map(({ details }) => details);

it('copies of a page are found in the library, up to 31 bits away and no further', async () => {
  const hash = await kept(pages[0]!);
  const phash = await computePhash(hash);
  for (let bit = 0; bit < 31; bit += 1) {
    phash[bit]! ^= 1 << (bit % 8);
  }
  expect(await similarImages(site.deps.db, phash)).toEqual([{ hash, distance: 31 }]);
  phash[31]! ^= 1;
  expect(await similarImages(site.deps.db, phash)).toEqual([]);
});

it('a picture that is listed is refused in any form; its evidence is kept apart, its uploader waits for an admin', async () => {
  const uploader = await member(site.deps.db, { role: 'uploader' });
  const listed = await computePhash(await kept(pages[1]!));
  const { status, body } = await call(
    'POST',
    '/file',
    `kind,value,note\npdq,${listed.toString('hex')},"a case, closed"\nnonsense\n`,
  );
  expect([status, body]).toEqual([201, { added: 1, known: 0, refused: [{ line: 3, value: 'nonsense' }] }]);
  const copy = await sharp(pages[1]!).resize(240).webp({ quality: 60 }).toBuffer();
  expect(await kept(copy, uploader.id)).toBe('image-prohibited');
  expect(await kept(pages[1]!, uploader.id)).toBe('image-prohibited');
  expect(await kept(pages[2]!, uploader.id)).toMatch(/^[0-9a-f]{64}$/);
  expect(await isFrozen(site.deps.db, uploader.id)).toBe(true);

  const {
    body: {
      data: [last, first],
    },
  } = await call('GET', '/quarantine');
  expect(first).toMatchObject({
    kind: 'phash',
    source: 'upload',
    file: 'book.cbz',
    page: 3,
    user: { id: uploader.id },
    state: 'open',
    frozen: true,
    evidence: true,
  });
  expect(await site.deps.blobs.has(first.image)).toBe(false);
  expect(await site.deps.evidence.has(first.image)).toBe(true);
  expect((await site.get(`/images/${first.image}/original.webp`)).status).toBe(404);
  expect((await call('GET', `/quarantine/${first.id}/picture`)).status).toBe(422);
  const seen = await call('GET', `/quarantine/${first.id}/picture?reason=to%20decide`);
  expect(Buffer.from(seen.body.base64, 'base64')).toEqual(copy);
  expect(await audited('blocklist.viewed')).toEqual([{ reason: 'to decide' }]);
  expect((await audited('blocklist.refused')).length).toBe(2);

  expect(
    (await call('PATCH', `/quarantine/${first.id}`, { state: 'confirmed', frozen: false, note: 'seen' })).body,
  ).toMatchObject({ state: 'confirmed', frozen: false, note: 'seen' });
  expect((await call('PATCH', `/quarantine/${last.id}`, { state: 'released' })).body).toMatchObject({
    state: 'released',
    frozen: false,
  });
  expect(await isFrozen(site.deps.db, uploader.id)).toBe(false);
  expect(await kept(pages[1]!, uploader.id)).toMatch(/^[0-9a-f]{64}$/);
  expect((await call('GET', '/refused')).body.data[0]).toMatchObject({
    where: 'upload',
    file: 'book.cbz',
    text: null,
    user: { id: uploader.id },
  });
});

it('what comes onto the list is searched for in the library and taken away at once, also after a stop; nothing is published with it meanwhile', async () => {
  const { db } = site.deps;
  const hash = await kept(pages[3]!);
  const comic = await withTransaction(db, (tx) => plantComic(tx, { title: 'A listed page' }, hash));
  expect((await site.get(`/images/${hash}/original.jpeg`)).status).toBe(200);
  await addFile(
    db,
    admin.id,
    Buffer.from(
      JSON.stringify([
        { type: 'sha256', hash, note: 'x' },
        ...Array.from({ length: 60 }, (_, at) => `${at}`.padStart(64, 'a')),
      ]),
    ),
    'sha256',
  );
  await expect(withTransaction(db, (tx) => requireUnlisted(tx, [hash]))).rejects.toMatchObject({
    code: 'image-prohibited',
  });
  const stopped = { ...job, signal: AbortSignal.abort(new Error('closing')) };
  await expect(searchListed(site.deps)(stopped)).rejects.toThrow('closing');
  await searchListed(site.deps)(job);
  await searchListed(site.deps)(job);
  const { rows } = await sql`select state, removed_from from comics where id = ${comic.id}`.execute(db);
  expect(rows).toEqual([{ state: 'removed', removed_from: 'published' }]);
  const {
    body: {
      data: [found],
    },
  } = await call('GET', '/quarantine?state=open');
  expect(found).toMatchObject({ kind: 'sha256', source: 'library', comic: { id: comic.id }, page: 1, evidence: true });
  expect((await call('GET', '?kind=sha256&q=x')).body.data).toMatchObject([
    { value: hash, note: 'x', searched: true, added_by: { id: admin.id } },
  ]);
  expect(await site.deps.blobs.has(hash)).toBe(true);
  await call('PATCH', `/quarantine/${found.id}`, { state: 'confirmed' });
  expect(await site.deps.blobs.has(hash)).toBe(false);
  await sql`update quarantine set hold = id = ${found.id}`.execute(db);
  await forgetEvidence(site.deps, new Date(Date.now() + 60_000), 100);
  expect(
    (await call('GET', '/quarantine')).body.data.map(({ id, evidence }: { id: number; evidence: boolean }) =>
      id === found.id ? evidence : !evidence,
    ),
  ).toEqual([true, true, true]);
  expect(await site.deps.evidence.has(hash)).toBe(true);
});

it('what comes onto the list when a search is about to end is searched for too', async () => {
  const { db } = site.deps;
  const held = (await claimJob(db, 'me', { kinds: [RESCAN_JOB.kind] }))!;
  let late = 0;
  const ending = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      // All is searched for, as far as the job knows.
      if (result.rows.length === 0 && late === 0) {
        late = (await addFile(db, admin.id, Buffer.from('b'.repeat(64)), 'sha256')).added;
      }
      return result;
    },
  });
  await searchListed({ ...site.deps, db: ending })({
    ...held,
    signal: job.signal,
    complete: (tx) => complete(tx, held, 'me'),
  });
  const { rows } = await sql`select value, searched from blocklist where value like 'bbb%'`.execute(db);
  expect([late, rows]).toEqual([1, [{ value: 'b'.repeat(64), searched: true }]]);
  expect(await claimJob(db, 'me', { kinds: [RESCAN_JOB.kind] })).toBeNull();
});

it('a profile picture that is listed is refused', async () => {
  const someone = await member(site.deps.db);
  const bytes = await sharp(pages[2]!).png().toBuffer();
  await call('POST', '', { kind: 'phash', value: (await computePhash(await kept(pages[2]!))).toString('hex') });
  const answer = await site.app.inject({
    method: 'PUT',
    url: '/api/account/avatar',
    headers: { ...someone.headers, 'content-type': 'image/png' },
    payload: bytes,
  });
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'image-prohibited']);
  expect(await isFrozen(site.deps.db, someone.id)).toBe(true);
});

it('a prohibited term is refused and recorded; a search for one finds nothing and says why, and to leave it out is allowed', async () => {
  const { db } = site.deps;
  await call('POST', '', { kind: 'prohibited', value: 'Forbidden Book' });
  expect((await call('POST', '', { kind: 'prohibited', value: 'forbidden book' })).body).toMatchObject({ added: 1 });
  await expect(
    refuseTerms(db, ['A fine day', 'L0LI'], { userId: admin.id, where: 'comic.title' }),
  ).rejects.toMatchObject({ code: 'term-prohibited' });
  expect((await audited('blocklist.refused')).at(-1)).toMatchObject({ where: 'comic.title', text: 'L0LI' });
  expect(await checkTerms(db, ['A fine day', null, undefined, ''])).toBe(null);
  const { body } = await site.get('/api/comics?q=lolicon');
  expect(body).toMatchObject({ total: 0, data: [], search: { hints: [expect.any(String)] } });
  expect((await site.get('/api/comics?q=-tag:lolicon')).body.search.hints).not.toEqual(body.search.hints);
});

it('what is wrong is said, what is removed is recorded, and nobody but admins comes near', async () => {
  expect(await call('POST', '', { kind: 'sha256', value: 'abc' })).toMatchObject({
    status: 422,
    body: { code: 'blocklist-entry-wrong' },
  });
  expect(await call('POST', '/file', '{"no": "list"}')).toMatchObject({
    status: 422,
    body: { code: 'blocklist-file-unknown' },
  });
  const {
    body: {
      data: [entry],
    },
  } = await call('GET', '?kind=prohibited');
  expect((await call('DELETE', `/${entry.id}`)).status).toBe(204);
  expect(await call('DELETE', `/${entry.id}`)).toMatchObject({ status: 404 });
  expect((await audited('blocklist.removed'))[0]).toMatchObject({ kind: 'prohibited' });
  const moderator = await member(site.deps.db, { role: 'moderator' });
  for (const path of ['', '/refused', '/quarantine', '/quarantine/1/picture?reason=curious']) {
    expect((await call('GET', path, undefined, moderator)).status).toBe(403);
  }
});

it('a list is read beside the server and comes in parts; one that is too long is refused before all of it is read', async () => {
  const lines = Array.from({ length: 2500 }, (_, at) => `${at}`.padStart(64, 'c'));
  const read = await readListInThread(Buffer.from(['no hash', ...lines, 'none either'].join('\n')), 'sha256', 1);
  expect(read).toEqual({
    entries: lines.map((value) => ({ kind: 'sha256', value, note: '' })),
    refused: [{ line: 1, value: 'no hash' }],
  });
  const { added, known } = await addFile(
    site.deps.db,
    admin.id,
    Buffer.from([...lines, ...lines].join('\n')),
    'sha256',
  );
  expect([added, known]).toEqual([2500, 0]);
  await expect(readListInThread(Buffer.from('['), 'sha256', 1)).rejects.toMatchObject({
    code: 'blocklist-file-unknown',
  });
  const counted = await openCounted(new URL('./testing/counted-reading.ts', import.meta.url));
  try {
    // Ten seconds of this thread before.
    const { result, work } = await counted.call(readEntries, Buffer.alloc(20 * 1024 ** 2, ',\n'));
    expect(result).toBe('blocklist-file-unknown');
    expect(work).toBeLessThan(10_000);
  } finally {
    await counted.close();
  }
});
