import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { announceRelease } from '#server/features/notifications/public/queries-releases.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture, plantSeries } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { emitWebhooks } from './public/webhook-events.ts';
import { deliverDue } from './testing/deliver-due.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let site: TestApp;
let admin: Member;
let discord: Server;
let now = new Date(Date.now() + 3_600_000);
const got: { path: string; headers: IncomingHttpHeaders; body: Message }[] = [];
/** How many messages the channel takes before it asks to wait. */
let room = Infinity;

interface Message {
  content?: string;
  username?: string;
  allowed_mentions: { parse: string[] };
  embeds: {
    author: { name: string; url: string };
    title?: string;
    url?: string;
    description?: string;
    image?: { url: string };
    color: number;
    footer: { text: string };
    timestamp: string;
  }[];
}

/** Why Discord would take a message not, by its documentation; null where it would. */
function refusal({ content = '', embeds, username = '' }: Message): string | null {
  const texts = embeds.map(({ author, title = '', description = '', footer }) =>
    [author.name, title, description, footer.text].join(''),
  );
  if (content === '' && texts.join('') === '') return 'empty';
  if (embeds.length > 10 || texts.join('').length > 6000) return 'too much';
  if (username.length > 80 || /discord|clyde/i.test(username)) return 'username';
  return embeds.some(
    ({ author, title = '', description = '' }) =>
      author.name.length > 256 || title.length > 256 || description.length > 4096,
  )
    ? 'too long'
    : null;
}

beforeAll(async () => {
  site = await testApp(
    { webhooks: { allowPrivate: true }, url: 'https://comics.test', defaultLocale: 'fr', name: 'Planches' },
    () => now,
  );
  admin = await member(site.deps.db, { role: 'admin' });
  discord = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as Message;
      if (room <= 0) {
        reply.writeHead(429, { 'content-type': 'application/json', 'retry-after': '3' });
        return void reply.end(
          JSON.stringify({ message: 'You are being rate limited.', retry_after: 2.5, global: false }),
        );
      }
      room -= 1;
      const refused = refusal(body);
      if (refused === null) {
        got.push({ path: request.url ?? '', headers: request.headers, body });
      }
      return void reply.writeHead(refused === null ? 204 : 400).end(refused ?? '');
    });
  });
  await new Promise<void>((ready) => {
    discord.listen(0, '127.0.0.1', ready);
  });
});
afterAll(async () => {
  discord.close();
  await site.close();
});
beforeEach(async () => {
  got.length = 0;
  room = Infinity;
  await sql`truncate webhook_deliveries, webhooks, jobs`.execute(site.deps.db);
});

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
  site.app.inject({
    method,
    url: `/api/admin/webhooks${path}`,
    headers: { host: 'comics.test', ...admin.headers },
    ...(payload ? { payload } : {}),
  });
const TOKEN = 'Ab_-9'.repeat(10);
const channel = () => `http://127.0.0.1:${(discord.address() as AddressInfo).port}/api/webhooks/1234567890/${TOKEN}`;
const add = async (events: string[]): Promise<{ id: number }> =>
  (await call('POST', '', { url: channel(), form: 'discord', events })).json();
const deliveries = async (id: number) =>
  (await call('GET', `/${id}/deliveries`)).json().deliveries as {
    state: string;
    tries: number;
    status: number;
    body: string;
  }[];

it('a channel is told of a comic and a chapter in the language of the site, with the covers of safe works alone', async () => {
  const { db, blobs } = site.deps;
  const made = await add(['comic.published', 'chapter.published']);
  const image = await plantPicture(db, blobs);
  const dark = await plantPicture(db, blobs);
  const [safe, explicit, series] = await withTransaction(db, async (tx) => {
    const one = await plantComic(tx, { title: 'Le *phare* [1]' }, image);
    const other = await plantComic(tx, { title: 'Nuit', rating: 'explicit' }, dark);
    const third = await plantSeries(tx, { title: 'Le port' }, image, { numbers: ['7'], pages: 1 });
    await announceRelease(tx, { comic_id: one.id, from: 1, fresh: true }, new Date());
    await announceRelease(tx, { comic_id: other.id, from: 1, fresh: true }, new Date());
    await announceRelease(tx, { comic_id: third.id, from: third.chapters[0]!, fresh: false }, new Date());
    return [one, other, third];
  });
  await deliverDue(site.deps);
  const told = got.map(({ body }) => body.embeds[0]!);
  const named = (url: string) => told.find((each) => each.url === url);
  expect(named(`https://comics.test/fr/comic/${safe!.slug}`)).toMatchObject({
    author: { name: 'Nouvelle BD' },
    title: String.raw`Le \*phare\* \[1\]`,
    image: { url: expect.stringMatching(/^https:\/\/comics\.test\/share\/[0-9a-f]{64}\.jpg$/) },
    footer: { text: 'Planches' },
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const picture = await site.app.inject({
    url: new URL(named(`https://comics.test/fr/comic/${safe!.slug}`)!.image!.url).pathname,
    headers: { host: 'comics.test' },
  });
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(named(`https://comics.test/fr/comic/${explicit!.slug}`)).toMatchObject({ title: 'Nuit' });
  expect(named(`https://comics.test/fr/comic/${explicit!.slug}`)).not.toHaveProperty('image');
  expect(told.find(({ title }) => title === 'Le port')).toMatchObject({
    author: { name: 'Nouveau chapitre' },
    description: 'Chapitre 7',
    url: expect.stringContaining(`/fr/comic/${series!.slug}/`),
  });
  expect(got[0]).toMatchObject({
    path: new URL(channel()).pathname,
    body: { username: 'Planches', allowed_mentions: { parse: [] } },
  });
  expect(Object.keys(got[0]!.headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  // The page of the webhook shows what was sent.
  const shown = await deliveries(made.id);
  expect(shown.map(({ state, status }) => [state, status])).toEqual(shown.map(() => ['delivered', 204]));
  expect(shown.map(({ body }) => JSON.parse(body)).toSorted(byTitle)).toEqual(
    got.map(({ body }) => body).toSorted(byTitle),
  );
});

const byTitle = (a: Message, b: Message) => ((a.embeds[0]!.title ?? '') < (b.embeds[0]!.title ?? '') ? -1 : 1);

it('texts as long as they may be fit into a message, mention nobody and are no Markdown', async () => {
  await add(['comment.created', 'report.created']);
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  await withTransaction(db, async (tx) => {
    const comic = await plantComic(tx, { title: '*'.repeat(255) }, image);
    await emitWebhooks(tx, 'comment.created', {
      comment_id: 12,
      comic_id: comic.id,
      term_id: null,
      user: { id: 1, username: '@everyone' },
      text: `@everyone [x](https://evil.test) ${'😀_'.repeat(1700)}`.slice(0, 5000),
      state: 'held',
    });
    await emitWebhooks(tx, 'report.created', { report_id: 3, subject: 'comic', subject_id: comic.id, reason: 'spam' });
  });
  await deliverDue(site.deps);
  const [report, comment] = got.map(({ body }) => body).toSorted(byTitle);
  expect(got).toHaveLength(2);
  expect(report!.embeds[0]).toMatchObject({ url: 'https://comics.test/fr/moderation/reports', title: 'Spam' });
  const { title, description, author } = comment!.embeds[0]!;
  expect(title).toMatch(/^(\\\*){127}…$/);
  expect(description).toMatch(/^@everyone \\\[x\\\]\\\(https:\/\/evil\.test\\\) (😀\\_)+(😀)?…$/u);
  expect(description!.isWellFormed()).toBe(true);
  expect(author.name).toContain('@everyone');
  expect(comment!.allowed_mentions).toEqual({ parse: [] });
});

it('a comment on a term is told with the name of the term, and leads to it', async () => {
  await add(['comment.created']);
  const { db } = site.deps;
  await withTransaction(db, async (tx) => {
    const [term] = await findOrCreateTerms(tx, [{ kind: 'artist', name: 'Ann Ōe' }]);
    await emitWebhooks(tx, 'comment.created', {
      comment_id: 13,
      comic_id: null,
      term_id: term!,
      user: { id: 1, username: 'bo' },
      text: 'So good.',
      state: 'shown',
    });
  });
  await deliverDue(site.deps);
  expect(got[0]!.body.embeds[0]).toMatchObject({
    title: 'Ann Ōe',
    url: expect.stringMatching(/^https:\/\/comics\.test\/fr\/artist\//),
  });
});

it('a channel that asks to wait is left alone that long, all of its messages arrive, and none counts as failed', async () => {
  const made = await add(['report.created']);
  await withTransaction(site.deps.db, (tx) =>
    emitWebhooks(
      tx,
      'report.created',
      Array.from({ length: 12 }, (_, at) => ({
        report_id: at + 1,
        subject: 'comic',
        subject_id: at + 1,
        reason: 'spam',
      })),
    ),
  );
  room = 5;
  await deliverDue(site.deps);
  expect(got).toHaveLength(5);
  const start = now.getTime();
  now = new Date(start + 2400);
  room = 5;
  await deliverDue(site.deps);
  expect(got).toHaveLength(5);
  // One was asked to wait; the others did not ask.
  expect((await deliveries(made.id)).filter(({ status }) => status === 429)).toHaveLength(1);
  for (let at = 1; at <= 120 && got.length < 12; at += 1) {
    now = new Date(start + at * 3000);
    room = 5;
    await deliverDue(site.deps);
  }
  expect((await deliveries(made.id)).map(({ state, tries }) => [state, tries])).toEqual(
    Array.from({ length: 12 }, () => ['delivered', 1]),
  );
  expect((await call('GET', `/${made.id}`)).json()).toMatchObject({ failing_since: null, enabled: true });
});

it('the test message arrives in either form, and the form can be changed', async () => {
  const made = await add(['report.created']);
  await call('POST', `/${made.id}/ping`);
  await deliverDue(site.deps);
  expect(got[0]?.body.embeds[0]).toMatchObject({
    author: { name: 'Planches' },
    title: expect.stringContaining('Message de test'),
  });
  expect((await call('PATCH', `/${made.id}`, { form: 'standard' })).json()).toMatchObject({ form: 'standard' });
  const [message] = await deliveries(made.id);
  expect(JSON.parse(message!.body)).toMatchObject({ type: 'ping', data: {} });
  expect((await call('POST', '', { url: channel(), form: 'slack', events: ['report.created'] })).statusCode).toBe(422);
});

it('who reads the log of changes or the mail about a stopped webhook cannot post to its channel', async () => {
  const made = await add(['report.created']);
  await call('PATCH', `/${made.id}`, { url: channel(), enabled: false });
  const { rows } = await sql<{
    details: string;
  }>`select details::text as details from audit_log where action like 'webhook.%'`.execute(site.deps.db);
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.every(({ details }) => details.includes('/webhooks/1234567890/…') || !details.includes('http'))).toBe(
    true,
  );
  expect(rows.map(({ details }) => details).join('')).not.toContain(TOKEN);
});
