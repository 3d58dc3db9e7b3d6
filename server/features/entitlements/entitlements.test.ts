import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member, type Member } from '#server/testing/member.ts';
import { freeComics } from './premium-expiry.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const clock = { now: new Date() };
let site: TestApp;
let admin: Member;
let reader: Member;
const comics: Record<string, { id: number; slug: string }> = {};
const at = (seconds: number) => new Date(clock.now.getTime() + seconds * 1000).toISOString();
const pages = (comic: string, who?: Member) => site.get(`/api/comics/${comics[comic]?.slug}/images`, who?.headers);

beforeAll(async () => {
  site = await testApp(
    { premium: { requires: 'entitlement', webhookSecret: SECRET, previewPages: 1 } },
    () => clock.now,
  );
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  for (const title of ['Gold', 'Silver', 'Early', 'Late', 'Series']) {
    comics[title] = await withTransaction(db, (tx) =>
      plantComic(tx, { title, premium: title !== 'Series', oneshot: title !== 'Series' }, image),
    );
  }
  [admin, reader] = [await member(db, { role: 'admin' }), await member(db)];
});
afterAll(() => site.close());

/** Delivers a report as a seller does; `changed` says what about the delivery is not as it should be. */
async function deliver(
  report: object,
  {
    id = `msg_${Math.random()}`,
    sent = 0,
    secret = SECRET,
    signature,
    tampered = '',
  }: {
    id?: string;
    sent?: number;
    secret?: string;
    signature?: (good: string) => string;
    tampered?: string;
  } = {},
) {
  const payload = JSON.stringify(report);
  const timestamp = String(Math.floor(clock.now.getTime() / 1000) + sent);
  const good = `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${timestamp}.${payload}`)
    .digest('base64')}`;
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/webhooks/entitlements',
    payload: payload + tampered,
    headers: {
      host: 'comics.test',
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature ? signature(good) : good,
    },
  });
  return { status: answer.statusCode, body: answer.json() };
}
const granted = (data: object, timestamp?: string) => ({
  type: 'entitlement.granted',
  ...(timestamp ? { timestamp } : {}),
  data,
});
const revoked = (data: object, timestamp?: string) => ({
  type: 'entitlement.revoked',
  ...(timestamp ? { timestamp } : {}),
  data,
});

describe('a premium comic where access is sold', () => {
  it('is listed and described to everyone, and read by staff and by those it was sold to', async () => {
    const guest = await pages('Gold');
    expect([guest.status, guest.body.code]).toEqual([401, 'premium-sign-in-required']);
    const closed = await pages('Gold', reader);
    expect([closed.status, closed.body.code]).toEqual([403, 'premium-not-entitled']);
    expect((await pages('Gold', admin)).status).toBe(200);
    const { body } = await site.get(`/api/comics/${comics.Gold?.slug}`, reader.headers);
    expect([body.premium, body.premium_until, body.preview_images.length]).toEqual([true, null, 1]);
    expect(
      (
        await deliver(
          granted({ username: reader.username.toUpperCase(), comic: comics.Gold?.slug, reference: 'sale 1' }),
        )
      ).body,
    ).toEqual({ changed: true });
    expect((await pages('Gold', reader)).status).toBe(200);
    expect((await pages('Silver', reader)).status).toBe(403);
    expect((await pages('Gold', await member(site.deps.db))).status).toBe(403);
  });

  it('is closed again when it is revoked, and when its time is over or has not come', async () => {
    await deliver(revoked({ username: reader.username, reference: 'sale 1' }, at(1)));
    expect((await pages('Gold', reader)).status).toBe(403);
    await deliver(
      granted({
        email: reader.email,
        comic: comics.Gold?.id,
        reference: 'sale 2',
        starts_at: at(-200),
        ends_at: at(-100),
      }),
    );
    expect((await pages('Gold', reader)).status).toBe(403);
    await deliver(
      granted(
        { user_id: reader.id, comic: comics.Gold?.id, reference: 'sale 2', starts_at: at(500), ends_at: null },
        at(1),
      ),
    );
    expect((await pages('Gold', reader)).status).toBe(403);
    await deliver(granted({ user_id: reader.id, reference: 'sale 2', starts_at: at(-500), ends_at: at(3600) }, at(2)));
    expect([(await pages('Gold', reader)).status, (await pages('Silver', reader)).status]).toEqual([200, 200]);
    await deliver(revoked({ user_id: reader.id, reference: 'sale 2' }, at(3)));
  });
});

describe('what a seller reports', () => {
  it('of an address is for who has shown that it is theirs, not for who named it before', async () => {
    const { db } = site.deps;
    const thief = await member(db, { verified: false });
    await db.updateTable('users').set({ email: 'golda@example.test' }).where('id', '=', thief.id).execute();
    const buyer = await member(db, { username: 'golda' });
    await deliver(granted({ email: buyer.email, comic: comics.Silver?.id, reference: 'by address' }));
    expect([(await pages('Silver', thief)).status, (await pages('Silver', buyer)).status]).toEqual([403, 200]);
  });

  it('is done once, however often it is delivered', async () => {
    const report = granted({ username: reader.username, reference: 'twice' }, at(0));
    expect((await deliver(report, { id: 'msg_same' })).body).toEqual({ changed: true });
    await deliver(revoked({ username: reader.username, reference: 'twice' }, at(10)));
    expect(await deliver(report, { id: 'msg_same', sent: 60 })).toEqual({ status: 200, body: { changed: false } });
    expect(await deliver(report, { sent: 60 })).toEqual({ status: 200, body: { changed: false } });
    expect((await pages('Gold', reader)).status).toBe(403);
  });

  it('counts in the order in which it happened, not in which it arrives', async () => {
    await deliver(revoked({ username: reader.username, reference: 'late gift' }, at(20)));
    expect((await deliver(granted({ username: reader.username, reference: 'late gift' }, at(10)))).body).toEqual({
      changed: false,
    });
    expect((await pages('Gold', reader)).status).toBe(403);
    expect((await deliver(granted({ username: reader.username, reference: 'late gift' }, at(30)))).body).toEqual({
      changed: true,
    });
    expect((await pages('Gold', reader)).status).toBe(200);
    expect((await deliver(revoked({ username: reader.username, reference: 'late gift' }, at(30)))).body).toEqual({
      changed: true,
    });
  });

  it('is refused with a signature that is missing, wrong, of another body, secret or time', async () => {
    const report = granted({ username: reader.username, reference: 'forged' });
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    for (const wrong of [
      { secret: other },
      { tampered: ' ' },
      { sent: -301 },
      { sent: 301 },
      { signature: () => '' },
      { signature: () => 'v1,' },
      { signature: (good: string) => good.replace('v1', 'v2') },
      { id: '' },
      { id: 'a b' },
    ]) {
      const { status, body } = await deliver(report, wrong);
      expect([status, body.code], JSON.stringify(wrong)).toEqual([401, 'webhook-signature-wrong']);
    }
    expect((await deliver(report, { signature: (good) => `v1,${'A'.repeat(43)}= ${good}` })).status).toBe(200);
    await deliver(revoked({ username: reader.username, reference: 'forged' }, at(40)));
  });

  it('can be delivered again when it could not be done, and is refused when it makes no sense', async () => {
    const report = granted({ username: 'someone-later', reference: 'early bird' });
    expect((await deliver(report, { id: 'msg_early' })).body.code).toBe('user-not-found');
    await member(site.deps.db, { username: 'someone-later' });
    expect((await deliver(report, { id: 'msg_early' })).body).toEqual({ changed: true });
    expect((await deliver(granted({ username: reader.username, comic: 'nowhere', reference: 'x' }))).body.code).toBe(
      'comic-not-found',
    );
    for (const odd of [
      {},
      [],
      null,
      granted({}),
      granted({ reference: 'x' }),
      granted({ username: 7, reference: 'x' }),
      { type: 'other', data: { username: 'a', reference: 'x' } },
      granted({ username: reader.username, reference: 'x', starts_at: at(10), ends_at: at(5) }),
    ]) {
      expect((await deliver(odd as object)).status, JSON.stringify(odd)).toBe(422);
    }
  });

  it('cannot be reported where no secret is configured, and the secret is nobody’s to read', async () => {
    expect(JSON.stringify((await site.get('/api/config')).body)).not.toContain('whsec_');
    const other = await testApp();
    const answer = await other.app.inject({
      method: 'POST',
      url: '/api/webhooks/entitlements',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    });
    await other.close();
    expect(answer.statusCode).toBe(404);
  });
});

describe('what staff gives', () => {
  it('is listed, given, changed and taken back by admins alone', async () => {
    const url = `/api/admin/users/${reader.username}/entitlements`;
    const call = (method: 'POST' | 'DELETE', path: string, who: Member, payload?: object) =>
      site.app.inject({
        method,
        url: path,
        headers: { host: 'comics.test', ...who.headers },
        ...(payload ? { payload } : {}),
      });
    expect((await call('POST', url, reader, {})).statusCode).toBe(403);
    const made = await call('POST', url, admin, { comic: comics.Silver?.slug, reference: 'prize', ends_at: at(3600) });
    expect([made.statusCode, made.json().comic.slug, made.json().active]).toEqual([201, comics.Silver?.slug, true]);
    expect([(await pages('Silver', reader)).status, (await pages('Gold', reader)).status]).toEqual([200, 403]);
    expect((await site.get(url, admin.headers)).body[0]).toMatchObject({
      reference: 'prize',
      source: 'staff',
      active: true,
    });
    expect((await call('DELETE', `${url}/${made.json().id}`, admin)).statusCode).toBe(204);
    expect((await pages('Silver', reader)).status).toBe(403);
    expect(
      (await call('DELETE', `/api/admin/users/${admin.username}/entitlements/${made.json().id}`, admin)).json().code,
    ).toBe('entitlement-not-found');
    expect((await call('POST', '/api/admin/users/nobody-here/entitlements', admin, {})).json().code).toBe(
      'user-not-found',
    );
  });
});

describe('early access', () => {
  it('closes a comic until its date, and frees it then without anything being done', async () => {
    const { db } = site.deps;
    const until = (seconds: number) => new Date(Date.now() + seconds * 1000);
    const later = until(3600);
    await db
      .updateTable('comics')
      .set({ premium: false, premium_until: later })
      .where('id', '=', comics.Early?.id ?? 0)
      .execute();
    await db
      .updateTable('comics')
      .set({ premium: true, premium_until: until(-1) })
      .where('id', '=', comics.Late?.id ?? 0)
      .execute();
    const { body } = await site.get(`/api/comics/${comics.Early?.slug}`);
    expect([body.premium, body.premium_until.slice(0, 16)]).toEqual([true, later.toISOString().slice(0, 16)]);
    expect((await pages('Early')).status).toBe(401);
    const late = await site.get(`/api/comics/${comics.Late?.slug}`);
    expect([late.body.premium, late.body.premium_until]).toEqual([false, null]);
    expect((await pages('Late')).status).toBe(200);
    await freeComics(db)({} as never);
    const { rows } = await sql<{
      title: string;
    }>`select title from comics where premium_until is null and not premium`.execute(db);
    expect(rows.map(({ title }) => title).sort()).toEqual(['Late', 'Series']);
    expect((await pages('Late')).status).toBe(200);
    const { body: found } = await site.get('/api/comics?q=is:premium');
    expect(found.data.map(({ title }: { title: string }) => title).sort()).toEqual(['Early', 'Gold', 'Silver']);
  });

  it('closes one chapter of a comic that is free', async () => {
    const { db } = site.deps;
    const id = comics.Series?.id ?? 0;
    await db
      .updateTable('chapters')
      .set({ premium_until: new Date(Date.now() + 3_600_000) })
      .where('comic_id', '=', id)
      .execute();
    const {
      body: [chapter],
    } = await site.get(`/api/comics/${id}/chapters`);
    expect([chapter.premium, typeof chapter.premium_until]).toEqual([true, 'string']);
    expect((await site.get(`/api/comics/${id}/${chapter.slug}/images`)).body.code).toBe('premium-sign-in-required');
    expect((await site.get(`/api/comics/${id}/${chapter.slug}/images`, reader.headers)).body.code).toBe(
      'premium-not-entitled',
    );
    expect((await site.get(`/api/comics/${id}/${chapter.slug}/images`, admin.headers)).status).toBe(200);
    expect((await site.get(`/api/comics/${id}`)).body.premium).toBe(false);
  });
});

it('is open to the roles that the site names, and to everyone who is signed in where that is enough', async () => {
  const open = async (premium: object, role: 'user' | 'uploader' | 'moderator') => {
    const { contentAccess } = await import('#server/db/visible.ts');
    const { SiteFile } = await import('#server/config/site-file.ts');
    return contentAccess(
      { site: SiteFile.parse({ premium }), viewer: { id: 1, role, entitled: false }, rating: 'all' },
      { id: 1, state: 'published', rating: 'safe', premium: true },
    );
  };
  expect(await open({}, 'user')).toBe('everything');
  expect(await open({ requires: 'role' }, 'user')).toBe('preview');
  expect(await open({ requires: 'role' }, 'uploader')).toBe('everything');
  expect(await open({ requires: 'role', roles: ['admin'] }, 'uploader')).toBe('preview');
  expect(await open({ requires: 'entitlement' }, 'moderator')).toBe('everything');
});
