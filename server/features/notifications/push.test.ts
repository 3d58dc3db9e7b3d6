import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { isAllowedUrl, fetchOutbound } from '#server/http/outbound-http.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { PUSH_JOB } from './jobs.ts';
import { notify } from './public/queries-targets.ts';
import { pushJob } from './push.ts';

interface ReceivedPush {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

let site: TestApp;
let reader: Member;
let comic: { id: number; slug: string };
const received: ReceivedPush[] = [];
let answerWith = 201;
const service = createServer((request, answer) => {
  const parts: Buffer[] = [];
  request
    .on('data', (part: Buffer) => parts.push(part))
    .on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      answer.writeHead(answerWith, answerWith === 302 ? { location: '/elsewhere' } : {}).end();
    });
});
let endpoint: string;

beforeAll(async () => {
  site = await testApp({ url: 'https://comics.test', name: 'Test Comics' });
  await new Promise<void>((listening) => {
    service.listen(0, '127.0.0.1', () => listening());
  });
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  reader = await member(site.deps.db);
  const image = await plantPicture(site.deps.db, site.deps.blobs);
  comic = await withTransaction(site.deps.db, (tx) =>
    plantComic(tx, { title: 'Midnight Train', oneshot: false, rating: 'explicit' }, image),
  );
});
afterAll(async () => {
  service.close();
  await site.close();
});
beforeEach(async () => {
  received.length = 0;
  answerWith = 201;
  await sql`delete from jobs`.execute(site.deps.db);
});

const call = async (method: 'GET' | 'PUT' | 'DELETE', payload?: object, who = reader) => {
  const answer = await site.app.inject({
    method,
    url: '/api/account/push',
    headers: who.headers,
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
};

/** A browser: its keys, and what it makes of a message (RFC 8188, 8291). */
function browser() {
  const ecdh = createECDH('prime256v1');
  const own = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const theirs = body.subarray(21, 21 + body[20]!);
      const shared = Buffer.from(
        hkdfSync(
          'sha256',
          ecdh.computeSecret(theirs),
          auth,
          Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]),
          32,
        ),
      );
      const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16));
      const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12));
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      const sealed = body.subarray(21 + body[20]!);
      decipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}

/** Has a browser at this machine's push service told, as the route would if it were elsewhere. */
async function subscribe(path: string, keys: { p256dh: string; auth: string }, who = reader): Promise<void> {
  const elsewhere = `https://push.example.net${path}`;
  expect((await call('PUT', { endpoint: elsewhere, keys }, who)).status).toBe(200);
  await sql`update push_subscriptions set endpoint = ${endpoint + path} where endpoint = ${elsewhere}`.execute(
    site.deps.db,
  );
}
const tell = (who = reader) =>
  withTransaction(site.deps.db, (tx) =>
    notify(tx, {
      userId: who.id,
      kind: 'release',
      payload: { comic_id: comic.id, from: 1, to: 9999, fresh: true, term_id: null },
    }),
  );
async function deliver(local = true): Promise<void> {
  const { rows } = await sql<{
    id: number;
    payload: unknown;
  }>`update jobs set state = 'done' where kind = ${PUSH_JOB.kind} and state = 'waiting' returning id, payload`.execute(
    site.deps.db,
  );
  for (const { id, payload } of rows) {
    await pushJob(
      site.deps,
      local,
    )({ id, kind: PUSH_JOB.kind, payload, attempts: 0, signal: new AbortController().signal, async complete() {} });
  }
}
const waiting = async () =>
  (await sql`select id from jobs where kind = ${PUSH_JOB.kind} and state = 'waiting'`.execute(site.deps.db)).rows
    .length;
const subscriptions = async () =>
  (
    await sql<{ endpoint: string }>`select endpoint from push_subscriptions where user_id = ${reader.id}`.execute(
      site.deps.db,
    )
  ).rows.map((row) => row.endpoint);

describe('a browser that wants to be told', () => {
  it('gets a message that it alone can read, from a sender it knows', async () => {
    const {
      body: { key },
    } = await call('GET');
    expect((await call('GET')).body.key).toBe(key);
    const own = browser();
    await subscribe('/one', own.keys);
    await sql`update users set settings = '{"nsfw": true}' where id = ${reader.id}`.execute(site.deps.db);
    await tell();
    await deliver();
    const [{ path, headers, body }] = received as [ReceivedPush];
    expect([path, headers['content-encoding'], headers.ttl]).toEqual(['/one', 'aes128gcm', '86400']);
    expect(body.includes('Midnight')).toBe(false);
    expect(own.decrypt(body)).toEqual({
      title: 'Test Comics',
      body: 'New: Midnight Train',
      url: `https://comics.test/en/comic/${comic.slug}`,
      tag: `release-${comic.id}`,
    });

    const [, token = '', named = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    expect(named).toBe(key);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: endpoint,
      sub: 'https://comics.test',
    });
  });

  it('is shown no name of an explicit work unless its owner asked for such', async () => {
    const shy = await member(site.deps.db);
    const own = browser();
    await sql`update users set settings = '{"nsfw": false}' where id = ${shy.id}`.execute(site.deps.db);
    await subscribe('/shy', own.keys, shy);
    await tell(shy);
    await deliver();
    expect(own.decrypt(received[0]!.body)).toMatchObject({ body: 'There is something new for you' });
  });

  it('is forgotten when it is gone, and tried again when its service is not well', async () => {
    await sql`delete from push_subscriptions`.execute(site.deps.db);
    await sql`delete from notifications`.execute(site.deps.db);
    await subscribe('/two', browser().keys);
    await tell();
    answerWith = 503;
    await deliver();
    expect([await subscriptions(), await waiting()]).toEqual([[`${endpoint}/two`], 1]);
    answerWith = 410;
    await deliver();
    expect([await subscriptions(), await waiting(), received.length]).toEqual([[], 0, 2]);
  });

  it("is its owner's: another member can neither see nor end it, and a read notification is not sent", async () => {
    await sql`delete from notifications`.execute(site.deps.db);
    const other = await member(site.deps.db);
    await subscribe('/three', browser().keys);
    expect((await call('DELETE', { endpoint: `${endpoint}/three` }, other)).body).toEqual({ subscribed: false });
    expect(await subscriptions()).toHaveLength(1);
    await tell();
    await sql`update notifications set read_at = now()`.execute(site.deps.db);
    await deliver();
    expect(received).toEqual([]);
    await call('DELETE', { endpoint: `${endpoint}/three` });
    expect(await subscriptions()).toEqual([]);
    expect((await site.app.inject('/api/account/push')).statusCode).toBe(401);
  });

  it('is told nothing more once its session is ended, from wherever', async () => {
    const lost = await member(site.deps.db);
    await subscribe('/lost', browser().keys, lost);
    const left = async () =>
      (await sql`select from push_subscriptions where user_id = ${lost.id}`.execute(site.deps.db)).rows.length;
    expect(await left()).toBe(1);
    await site.app.inject({ method: 'POST', url: '/api/logout', headers: lost.headers });
    expect(await left()).toBe(0);
  });

  it("cannot be made of an address that is not everyone's, and none such is called", async () => {
    const { keys } = browser();
    for (const bad of [
      'http://push.example.net/x',
      'https://127.0.0.1/x',
      'https://localhost/x',
      'https://a.localhost/',
      'https://[::1]/',
      'https://[::ffff:7f00:1]/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0.0.0.0/',
      'https://169.254.169.254/latest',
      'https://10.1.2.3/',
      'https://172.31.0.1/',
      'https://192.168.1.1/',
      'https://100.64.0.1/',
      'https://[fd00::1]/',
      'https://[fe80::1]/',
      'https://[2002:7f00:1::]/',
      'https://[64:ff9b::7f00:1]/',
      'https://017700000001/',
      'https://user:secret@push.example.net/',
      'file:///etc/passwd',
      'nonsense',
    ]) {
      expect([bad, (await call('PUT', { endpoint: bad, keys })).status]).toEqual([bad, 422]);
    }
    expect(
      (await call('PUT', { endpoint: 'https://push.example.net/x', keys: { p256dh: 'a"b', auth: 'x' } })).status,
    ).toBe(422);
    expect(['https://1.1.1.1/', 'https://[2606:4700::1111]/', 'https://push.example.net/'].map(isAllowedUrl)).toEqual([
      true,
      true,
      true,
    ]);
    const { port } = service.address() as AddressInfo;
    // A name of this machine: what it resolves to is looked at, not only how it is written.
    for (const host of [hostname(), '127.0.0.1', '[::1]', 'localhost']) {
      await expect(
        fetchOutbound(`https://${host}:${port}/`, { method: 'POST', headers: {}, seconds: 5 }),
        host,
      ).rejects.toThrow(/not everyone's|ENOTFOUND|EAI_AGAIN/);
    }
    await sql`delete from push_subscriptions`.execute(site.deps.db);
    await sql`delete from notifications`.execute(site.deps.db);
    await subscribe('/four', keys);
    await tell();
    await deliver(false);
    expect([received, await subscriptions()]).toEqual([[], []]);
  });

  it('leads nowhere else, and waits no longer than it is told to', async () => {
    answerWith = 302;
    expect(
      (await fetchOutbound(`${endpoint}/moved`, { method: 'POST', headers: {}, seconds: 5, local: true })).status,
    ).toBe(302);
    expect(received.map(({ path }) => path)).toEqual(['/moved']);
    const silent = createServer(() => {});
    await new Promise<void>((listening) => {
      silent.listen(0, '127.0.0.1', () => listening());
    });
    await expect(
      fetchOutbound(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, {
        method: 'POST',
        headers: {},
        seconds: 0.1,
        local: true,
      }),
    ).rejects.toThrow(/abort|timeout/);
    silent.closeAllConnections();
    silent.close();
  });
});
