import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';

let site: TestApp;
let ann: Member;
let staff: Member;
let slug: string;
beforeAll(async () => {
  site = await testApp({
    features: ['comments'],
    limits: { readsPerMinute: 0, commentSeconds: 0, commentsPerHour: 0 },
  });
  const image = await plantPicture(site.deps.db, site.deps.blobs);
  ({ slug } = await withTransaction(site.deps.db, (tx) => plantComic(tx, { title: 'Lighthouse' }, image)));
  ann = await member(site.deps.db, { username: 'ann' });
  staff = await member(site.deps.db, { username: 'staff', role: 'admin' });
});
afterAll(() => site.close());

const ODD = ['nul \u0000 inside', 'half \ud83d inside', '\udc00\u0000'];

it.each(ODD)('whoever sends %j is answered, and no statement fails for it', async (text) => {
  const send = (method: 'POST' | 'PATCH' | 'PUT', url: string, who: Member, payload: object) =>
    site.app.inject({ method, url, headers: who.headers, payload });
  const address = encodeURIComponent(text.toWellFormed());
  const version = (await site.get(`/api/admin/comics/${slug}`, staff.headers)).body.version as number;
  const answers = await Promise.all([
    send('POST', `/api/comics/${slug}/comments`, ann, { text }),
    send('POST', '/api/lists', ann, { name: text, public: false }),
    send('PATCH', `/api/admin/comics/${slug}`, staff, {
      version,
      changes: { description: text, terms: { tags: [{ name: text }] } },
    }),
    ...[
      '/api/comics?q=',
      '/api/tags?q=',
      '/api/suggest?q=',
      '/api/comics/',
      '/api/users/',
      '/api/tags/',
      '/api/admin/comics?q=',
      '/api/admin/comics?uploader=',
    ].map((url) => site.app.inject({ url: url + address, headers: staff.headers })),
  ]);
  expect(
    answers
      .filter(({ statusCode }) => statusCode === 400 || statusCode >= 500)
      .map(({ statusCode, body }) => [statusCode, body]),
  ).toEqual([]);
  const saved = (await site.get(`/api/admin/comics/${slug}`, staff.headers)).body;
  expect(saved.description).toBe(text.replaceAll(/\u0000|[\ud83d\udc00]/g, '\ufffd'));
});
