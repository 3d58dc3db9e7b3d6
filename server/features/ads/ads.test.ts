import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';

let now = new Date('2026-03-10T12:00:00Z');
let site: TestApp;
let admin: Member;
const password = 'a quiet panel of rain';
const banner = { name: 'Banner', spot: 'top', code: '<a href="https://example.com/">A shop</a>' };

beforeAll(async () => {
  site = await testApp({ features: ['ads', 'nsfw'], ads: { freeRoles: ['moderator'] } }, () => now);
  admin = await member(site.deps.db, { role: 'admin' });
  await site.deps.db
    .updateTable('users')
    .set({ password: await hashPassword(password) })
    .where('id', '=', admin.id)
    .execute();
});
afterAll(() => site.close());

async function call(
  method: 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
  headers: Record<string, string> = admin.headers,
) {
  const answer = await site.app.inject({ method, url: `/api${url}`, headers, ...(body ? { payload: body } : {}) });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}
const add = async (ad: object) => (await call('POST', '/admin/ads', { ...banner, ...ad, password })).body;
const shown = async (query = 'lang=en', headers = {}) => (await site.get(`/api/ads?${query}`, headers)).body;
const clear = () => site.deps.db.deleteFrom('ads').execute();

describe('ads', () => {
  it('are shown by spot to readers of their languages while it is their time', async () => {
    await clear();
    const [all, french] = [
      await add({ name: 'All' }),
      await add({ name: 'French', spot: 'bottom', languages: ['fr'], weight: 3 }),
    ];
    await add({ name: 'Tomorrow', starts_at: '2026-03-11T00:00:00Z' });
    await add({ name: 'Over', ends_at: '2026-03-10T12:00:00Z' });
    await add({ name: 'Off', enabled: false });
    await add({ name: 'Nowhere here', spot: 'list' });
    expect(await shown()).toEqual({
      top: [
        {
          id: all.id,
          code: banner.code,
          language: null,
          pages: [],
          ratings: ['safe', 'suggestive', 'explicit'],
          device: 'any',
          weight: 1,
          first_party: false,
        },
      ],
    });
    expect(await shown('lang=fr')).toMatchObject({
      top: [{ id: all.id, language: null }],
      bottom: [{ id: french.id, language: 'fr', weight: 3 }],
    });
    now = new Date('2026-03-11T12:00:00Z');
    expect((await shown()).top).toHaveLength(2);
    now = new Date('2026-03-10T12:00:00Z');
  });

  it('for explicit pages never reach those who do not list such', async () => {
    await clear();
    const ad = await add({ ratings: ['explicit'] });
    expect(await shown('nsfw=false')).toEqual({});
    expect((await shown('nsfw=true')).top).toMatchObject([{ id: ad.id }]);
  });

  it('are none for members who are free of them, and nowhere without the feature', async () => {
    await clear();
    await add({});
    const free = await member(site.deps.db, { role: 'moderator' });
    expect(await shown('lang=en', free.headers)).toEqual({});
    expect((await site.get('/api/account', free.headers)).body.ad_free).toBe(true);
    expect((await site.get('/api/account', admin.headers)).body.ad_free).toBe(false);
    const plain = await testApp({ features: ['tags'] });
    expect([(await plain.get('/api/ads')).status, (await plain.get('/ads/1')).status]).toEqual([404, 404]);
    await plain.close();
  });

  it('run in a frame with an origin of its own, while it is their time', async () => {
    await clear();
    const ad = await add({});
    const frame = await site.app.inject(`/ads/${ad.id}`);
    expect(frame.statusCode).toBe(200);
    expect(frame.body).toContain(banner.code);
    expect(frame.headers['content-security-policy']).toMatch(
      /^sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox;/,
    );
    await call('PATCH', `/admin/ads/${ad.id}`, { version: ad.version, enabled: false });
    for (const id of [ad.id, '0', 'x', '99999999999', '..%2fx']) {
      expect((await site.app.inject(`/ads/${id}`)).statusCode).toBe(404);
    }
  });

  it('change their code for those alone who say their password again, and every change is written down', async () => {
    await clear();
    expect(await call('POST', '/admin/ads', banner)).toMatchObject({ status: 422, body: { code: 'password-wrong' } });
    const ad = await add({});
    expect(await call('PATCH', `/admin/ads/${ad.id}`, { version: ad.version, code: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'password-wrong' },
    });
    expect(await call('PATCH', `/admin/ads/${ad.id}`, { version: ad.version, weight: 5 })).toMatchObject({
      status: 200,
      body: { weight: 5, version: 2 },
    });
    expect(await call('PATCH', `/admin/ads/${ad.id}`, { version: ad.version, weight: 6 })).toMatchObject({
      status: 409,
      body: { code: 'ad-changed' },
    });
    expect((await call('PATCH', `/admin/ads/${ad.id}`, { version: 2, code: '<b>New</b>', password })).body.code).toBe(
      '<b>New</b>',
    );
    expect(
      (
        await call('PATCH', `/admin/ads/${ad.id}`, {
          version: 3,
          starts_at: '2026-05-01T00:00:00Z',
          ends_at: '2026-04-01T00:00:00Z',
        })
      ).status,
    ).toBe(422);
    expect((await call('DELETE', `/admin/ads/${ad.id}`)).status).toBe(204);
    const rows = await site.deps.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('subject', '=', 'ad')
      .where('subject_id', '=', ad.id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['ad.create', 'ad.edit', 'ad.edit', 'ad.delete']);
    expect(rows[2]?.details).toEqual({ before: { code: banner.code }, after: { code: '<b>New</b>' } });
  });

  it('are counted as seen and clicked, once a page, without anything of the reader', async () => {
    await clear();
    const ad = await add({});
    const guest = { 'user-agent': 'test' };
    await call('POST', '/ads/seen', { views: [ad.id, ad.id], clicks: [ad.id] }, guest);
    await call('POST', '/ads/seen', { views: [ad.id, 999_999] }, guest);
    expect((await site.get(`/api/admin/ads/${ad.id}`, admin.headers)).body).toMatchObject({
      views: 2,
      clicks: 1,
      days: [{ day: '2026-03-10', views: 2, clicks: 1 }],
    });
    expect((await call('POST', '/ads/seen', { views: Array.from({ length: 21 }, () => 1) }, guest)).status).toBe(422);
  });
});
