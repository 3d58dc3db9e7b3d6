import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { freeComics } from '#server/features/entitlements/premium-expiry.ts';
import { announceRelease } from '#server/features/notifications/public/queries-releases.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { isSignedMessage } from '#server/security/standard-webhooks.ts';
import { forgetDeliveries } from '#server/features/webhooks/public/queries-forgetting.ts';
import { DELIVER_JOB } from './jobs.ts';
import { emitWebhooks } from './public/webhook-events.ts';
import { deliverDue } from './testing/deliver-due.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let site: TestApp;
let admin: Member;
let receiver: Server;
// Ahead of the database's clock, by which jobs are due.
let now = new Date(Date.now() + 3_600_000);
/** The requests the receiver got. */
const got: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
let answer = 204;

beforeAll(async () => {
  site = await testApp({ webhooks: { allowPrivate: true } }, () => now);
  admin = await member(site.deps.db, { role: 'admin' });
  receiver = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(parts) });
      reply.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((ready) => {
    receiver.listen(0, '127.0.0.1', ready);
  });
});
afterAll(async () => {
  receiver.close();
  await site.close();
});

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  site.app.inject({
    method,
    url: `/api/admin/webhooks${path}`,
    headers: { host: 'comics.test', ...admin.headers },
    ...(payload ? { payload } : {}),
  });
const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

const deliver = () => deliverDue(site.deps);

it('a message is signed as Standard Webhooks say, told once a transaction, and not at all of one that failed', async () => {
  const made = (await call('POST', '', { url: url(), events: ['report.created', 'comment.created'] })).json();
  expect(made).toMatchObject({ enabled: true, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) });
  const report = { report_id: 7, subject: 'comic', subject_id: 3, reason: 'spam' };
  await withTransaction(site.deps.db, async (tx) => {
    await emitWebhooks(tx, 'report.created', report);
    await emitWebhooks(tx, 'report.created', report);
    await emitWebhooks(tx, 'comic.published', { comic_id: 1 });
  });
  await expect(
    withTransaction(site.deps.db, async (tx) => {
      await emitWebhooks(tx, 'report.created', { ...report, report_id: 8 });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await deliver();
  expect(got).toHaveLength(1);
  const { headers, body } = got[0]!;
  const signed = {
    id: String(headers['webhook-id']),
    timestamp: String(headers['webhook-timestamp']),
    signature: String(headers['webhook-signature']),
    body,
  };
  expect(isSignedMessage(signed, made.secret, now)).toBe(true);
  expect(isSignedMessage({ ...signed, body: Buffer.concat([body, Buffer.from(' ')]) }, made.secret, now)).toBe(false);
  expect(JSON.parse(body.toString())).toMatchObject({ type: 'report.created', data: report });
  expect((await call('GET', `/${made.id}/deliveries`)).json().deliveries).toMatchObject([
    { event: 'report.created', state: 'delivered', tries: 1, status: 204, error: null },
  ]);

  // Once more by hand, to the byte.
  await call('POST', `/${made.id}/deliveries/${(await call('GET', `/${made.id}/deliveries`)).json().deliveries[0].id}`);
  await call('POST', `/${made.id}/ping`);
  await deliver();
  expect(got.map((each) => JSON.parse(each.body.toString()).type).toSorted()).toEqual([
    'ping',
    'report.created',
    'report.created',
  ]);
  expect(got.find((each, at) => at > 0 && each.body.equals(body))?.headers['webhook-id']).toBe(headers['webhook-id']);
  await call('DELETE', `/${made.id}`);
});

it('a message that is not taken comes again for a day, then never; no redirect is followed', async () => {
  got.length = 0;
  answer = 302;
  const made = (await call('POST', '', { url: url(), events: ['report.created'] })).json();
  await withTransaction(site.deps.db, (tx) =>
    emitWebhooks(tx, 'report.created', { report_id: 9, subject: 'user', subject_id: 1, reason: 'spam' }),
  );
  const start = now.getTime();
  const tries: number[] = [];
  for (let minute = 0; minute <= 3000; minute += 1) {
    const due = await site.deps.db
      .selectFrom('jobs')
      .select('run_at')
      .where('kind', '=', DELIVER_JOB.kind)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (!due) break;
    now = new Date(Math.max(now.getTime(), due.run_at.getTime()));
    await deliver();
    tries.push(Math.round((now.getTime() - start) / 3_600_000));
  }
  expect(tries).toEqual([0, 0, 0, 1, 3, 8, 16, 24]);
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect((await call('GET', `/${made.id}/deliveries`)).json().deliveries).toMatchObject([
    { state: 'failed', tries: 8, status: 302 },
  ]);

  // Days later nothing has arrived yet: it is told nothing more, and the admins know.
  now = new Date(start + 3.1 * 86_400_000);
  await withTransaction(site.deps.db, (tx) =>
    emitWebhooks(tx, 'report.created', { report_id: 10, subject: 'user', subject_id: 1, reason: 'spam' }),
  );
  await deliver();
  expect((await call('GET', `/${made.id}`)).json()).toMatchObject({ enabled: false, stopped_at: expect.any(String) });
  const mails = await site.deps.db.selectFrom('jobs').select('payload').where('kind', '=', 'accounts.mail').execute();
  expect(mails).toMatchObject([{ payload: { user: admin.id, template: 'webhook-stopped' } }]);
  expect((await call('PATCH', `/${made.id}`, { enabled: true })).json()).toMatchObject({
    enabled: true,
    failing_since: null,
    stopped_at: null,
  });
  await site.deps.db
    .updateTable('webhook_deliveries')
    .set({ created_at: new Date(Date.now() - 15 * 86_400_000) })
    .execute();
  await forgetDeliveries(site.deps.db, new Date(Date.now() - 14 * 86_400_000), 1000);
  expect((await call('GET', `/${made.id}/deliveries`)).json().deliveries).toEqual([]);
});

it('comments, reports, releases and the end of early access are told once each, and only to who listens', async () => {
  const { db, blobs } = site.deps;
  await sql`truncate webhook_deliveries`.execute(db);
  const reader = await member(db);
  const image = await plantPicture(db, blobs);
  const made = (
    await call('POST', '', {
      url: url(),
      events: ['comic.published', 'chapter.published', 'comment.created', 'report.created'],
    })
  ).json();
  const comic = await withTransaction(db, async (tx) => {
    const planted = await plantComic(tx, { title: 'Lighthouse' }, image);
    await announceRelease(tx, { comic_id: planted.id, from: 1, fresh: true }, new Date());
    return planted;
  });
  const send = (path: string, payload: object) =>
    site.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { host: 'comics.test', ...reader.headers },
      payload,
    });
  expect((await send(`/comics/${comic.slug}/comments`, { text: 'A *good* read' })).statusCode).toBe(201);
  for (const text of ['', 'once more']) {
    expect((await send('/reports', { subject: 'comic', subject_id: comic.id, reason: 'spam', text })).statusCode).toBe(
      201,
    );
  }
  await sql`update comics set premium = true, premium_until = now() - interval '1 second' where id = ${comic.id}`.execute(
    db,
  );
  await freeComics(db)({} as never);
  await freeComics(db)({} as never);
  const told = (await call('GET', `/${made.id}/deliveries`))
    .json()
    .deliveries.map(({ event, body }: { event: string; body: string }) => ({ event, ...JSON.parse(body).data }));
  expect(told).toMatchObject([
    { event: 'comic.published', occasion: 'free', comic: { slug: comic.slug } },
    { event: 'report.created', subject: 'comic', subject_id: comic.id, reason: 'spam' },
    {
      event: 'comment.created',
      text: 'A *good* read',
      state: 'shown',
      user: { username: reader.username },
      comic: { title: 'Lighthouse' },
    },
    {
      event: 'comic.published',
      occasion: 'new',
      comic: { id: comic.id, slug: comic.slug, title: 'Lighthouse', rating: 'safe' },
    },
  ]);
  expect(told).toHaveLength(4);
  await call('DELETE', `/${made.id}`);
});

it('a new chapter is told with its name and that of its comic', async () => {
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  const made = (await call('POST', '', { url: url(), events: ['chapter.published'] })).json();
  const comic = await withTransaction(db, async (tx) => {
    const planted = await plantSeries(tx, { title: 'Harbour' }, image, { numbers: ['7'], pages: 1 });
    await announceRelease(tx, { comic_id: planted.id, from: planted.chapters[0]!, fresh: false }, new Date());
    return planted;
  });
  const [told] = (await call('GET', `/${made.id}/deliveries`)).json().deliveries;
  expect(JSON.parse(told.body).data).toMatchObject({
    comic: { id: comic.id, slug: comic.slug, title: 'Harbour' },
    chapter: { id: comic.chapters[0], number: '7' },
  });
  await call('DELETE', `/${made.id}`);
});

it('addresses of this machine and private networks are refused unless the operator allows them', async () => {
  site.deps.config.site.webhooks.allowPrivate = false;
  const codes = await Promise.all(
    [
      'http://example.com/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://10.0.0.1/',
      'https://localhost/',
      'https://a:b@example.com/',
      'ftp://example.com',
      'no',
    ].map(async (address) => (await call('POST', '', { url: address, events: ['report.created'] })).json().code),
  );
  expect(new Set(codes)).toEqual(new Set(['webhook-address-refused']));
  // The stored address is looked at again when it is called.
  const [hook] = (await call('GET', '')).json();
  await call('POST', `/${hook.id}/ping`);
  got.length = 0;
  await deliver();
  expect(got).toEqual([]);
  expect((await call('GET', `/${hook.id}/deliveries`)).json().deliveries.slice(0, 1)).toMatchObject([
    { event: 'ping', state: 'waiting', status: null, error: expect.stringContaining('private network') },
  ]);
});
