import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { SiteSettings } from '#contract/site-settings.ts';
import { collectBlobs } from '#server/features/picture-upkeep/blob-collection.ts';
import { serveSite } from '#server/http/pages/site.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';
import { sourceSite } from '#server/testing/site-source.ts';
import { applySettings } from './following.ts';

let site: TestApp;
let rosa: Member;
let noor: Member;
beforeAll(async () => {
  site = await testApp({ links: [{ label: 'Shop', url: 'https://shop.example' }] });
  rosa = await member(site.deps.db, { role: 'admin', username: 'rosa' });
  noor = await member(site.deps.db, { role: 'admin', username: 'noor' });
});
afterAll(() => site.close());

const call = async (
  method: 'GET' | 'PATCH' | 'POST',
  url: string,
  who: Member | null,
  payload?: object,
  lang = 'en',
) => {
  const answer = await site.app.inject({
    method,
    url: `/api/admin/site${url}`,
    headers: { host: 'comics.test', 'accept-language': lang, ...who?.headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json() as any };
};
const now = async () => (await call('GET', '', rosa)).body as SiteSettings;
const publicConfig = async () => (await site.get('/api/config')).body as { name: string; features: string[] };
const settle = async (values: object, who = rosa) =>
  call('PATCH', '', who, { revision: (await now()).revision, values });

it('says of every key what it is, what it would be, and who says so', async () => {
  const { values, defaults, origins, revision } = await now();
  expect(revision).toBe(0);
  expect([values.name, defaults.name, origins.name]).toEqual(['Komawari', 'Komawari', { by: 'default', name: null }]);
  expect(origins.links).toEqual({ by: 'file', name: 'komawari.config.json: links' });
  expect(origins['limits.readsPerMinute']).toMatchObject({ by: 'file' });
  expect(Object.keys(values).sort()).toEqual(Object.keys(origins).sort());
  expect(Object.keys(values)).not.toContain('premium.webhookSecret');
});

it('is changed by admins alone', async () => {
  const user = await member(site.deps.db, { role: 'moderator' });
  expect((await call('GET', '', user)).status).toBe(403);
  expect((await call('PATCH', '', null, { revision: 0, values: {} })).status).toBe(401);
});

it('is in force at once: in the API, in what is switched on, and in pages that were kept', async () => {
  const changed = await settle({ name: 'Fuchsbau', features: ['tags', 'register'] });
  expect(changed).toMatchObject({
    status: 200,
    body: { values: { name: 'Fuchsbau', letter: 'F', title: 'Fuchsbau' }, origins: { name: { by: 'page' } } },
  });
  expect(await publicConfig()).toMatchObject({ name: 'Fuchsbau', features: ['tags', 'register'] });
  expect((await site.get('/api/groups')).status).toBe(404);
  expect((await site.get('/api/openapi.json')).body.paths).not.toHaveProperty('/api/groups');
  await settle({ features: null });
  expect((await site.get('/api/groups')).status).toBe(200);
  expect((await site.get('/api/openapi.json')).body.paths).toHaveProperty('/api/groups');
});

it('goes on where it was: what is in the database is in force in a process that starts, and in one that looks', async () => {
  const { settings, revision } = await sql<{ settings: object; revision: number }>`
    select settings, revision from site_settings order by revision desc limit 1`
    .execute(site.deps.db)
    .then(({ rows }) => rows[0]!);
  // As another process would.
  await sql`insert into site_settings (site, revision, settings, changes)
    values ('komawari', ${revision + 1}, ${JSON.stringify({ ...settings, name: 'Elsewhere' })}::jsonb, '[]')`.execute(
    site.deps.db,
  );
  await applySettings(site.deps);
  expect((await publicConfig()).name).toBe('Elsewhere');
});

it('refuses what cannot be, field by field, in the language of who asks, and changes nothing', async () => {
  const before = await now();
  const refused = await call(
    'PATCH',
    '',
    rosa,
    {
      revision: before.revision,
      values: { name: '', locales: ['fr'], 'limits.captcha': 0, contact: 'nobody', 'ads.spots': [{ name: 'top' }] },
    },
    'de',
  );
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toMatchObject({
    name: ['Darf nicht leer sein.'],
    'limits.captcha': ['Muss mindestens 1 sein.'],
  });
  expect(Object.keys(refused.body.errors).sort()).toEqual([
    'ads.spots.0.narrow',
    'ads.spots.0.wide',
    'contact',
    'limits.captcha',
    'name',
  ]);
  expect((await settle({ locales: ['fr'] })).body.errors).toEqual({ defaultLocale: ['Expected one of: fr.'] });
  expect((await settle({ links: [] })).body.errors).toEqual({
    links: ['This is fixed by komawari.config.json: links, and can only be changed there.'],
  });
  expect((await settle({ 'premium.webhookSecret': 'x' })).body.errors).toEqual({
    'premium.webhookSecret': ['There is no such key.'],
  });
  expect((await settle({ logo: '/etc/passwd' })).body.errors).toEqual({ logo: ['This value cannot be used.'] });
  expect(await now()).toEqual(before);
});

it('tells the second of two admins what the first one changed, and keeps both', async () => {
  const { revision } = await now();
  expect((await call('PATCH', '', rosa, { revision, values: { description: 'Of foxes' } })).status).toBe(200);
  const second = await call('PATCH', '', noor, { revision, values: { theme: 'light' } });
  expect(second).toMatchObject({
    status: 412,
    body: {
      code: 'settings-changed',
      since: [{ key: 'description', before: '', after: 'Of foxes' }],
      current: { revision: revision + 1 },
    },
  });
  const again = await call('PATCH', '', noor, { revision: revision + 1, values: { theme: 'light' } });
  expect(again.body.values).toMatchObject({ theme: 'light', description: 'Of foxes' });
  const [one, two] = await Promise.all([
    call('PATCH', '', rosa, { revision: revision + 2, values: { nsfw: true } }),
    call('PATCH', '', noor, { revision: revision + 2, values: { noai: true } }),
  ]);
  expect([one.status, two.status].sort()).toEqual([200, 412]);
});

it('writes down who changed what, and goes back to any state', async () => {
  const start = await now();
  await settle({ name: 'First' });
  await settle({ name: 'Second', noai: true }, noor);
  const history = (await call('GET', '/history', rosa)).body;
  expect(history.slice(0, 2)).toMatchObject([
    { by: { username: 'noor' }, changes: expect.arrayContaining([{ key: 'name', before: 'First', after: 'Second' }]) },
    { by: { username: 'rosa' }, restored: null },
  ]);
  expect((await call('GET', `/history?before=${history[1].revision}`, rosa)).body[0].revision).toBe(
    history[2].revision,
  );
  const back = await call('POST', `/history/${start.revision}/restore`, rosa, { revision: start.revision + 2 });
  expect(back.body.values).toEqual(start.values);
  expect((await publicConfig()).name).toBe(start.values.name);
  expect((await call('POST', '/history/0/restore', rosa, { revision: start.revision + 3 })).body.values.name).toBe(
    'Komawari',
  );
  expect((await call('POST', '/history/9999/restore', rosa, { revision: start.revision + 4 })).status).toBe(404);
  const log = (await site.get('/api/admin/audit?action=settings', rosa.headers)).body;
  expect(log.data[0]).toMatchObject({ action: 'settings.restore', details: { restored: 0 } });
});

it('leaves out what a newer file forbids, and says so in the log', async () => {
  const { revision } = await now();
  await sql`insert into site_settings (site, revision, settings, changes)
    values ('komawari', ${revision + 1}, '{"name": "Kept", "limits.captcha": -4, "gone": true}', '[]')`.execute(
    site.deps.db,
  );
  await applySettings(site.deps);
  expect((await publicConfig()).name).toBe('Kept');
  expect(site.logged().find(({ event }) => event === 'settings-refused')).toMatchObject({
    keys: expect.arrayContaining(['limits.captcha']),
  });
});

it('takes pictures, drawn anew in a child, keeps their bytes for as long as they can come back, and refuses what is none', async () => {
  const send = async (picture: string, bytes: Buffer) => {
    const answer = await site.app.inject({
      method: 'PUT',
      url: `/api/admin/site/pictures/${picture}?revision=${(await now()).revision}`,
      headers: { host: 'comics.test', 'content-type': 'image/png', ...rosa.headers },
      payload: bytes,
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const square = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 4, background: '#20408080' } })
      .png()
      .toBuffer();
  const { revision } = await now();
  const sent = await send('logo', await square(300));
  expect(sent).toMatchObject({ status: 200, body: { origins: { logo: { by: 'page' } } } });
  expect((await site.get('/api/config')).body.logo).toMatchObject({ width: 192, height: 192 });
  const value = sent.body.values.logo as string;
  expect(value).toMatch(/^blob:[0-9a-f]{64}$/);
  expect(
    (await sharp((await site.deps.pictures.find(site.deps.config.site, '/images/logo.png'))?.bytes.identity).metadata())
      .height,
  ).toBe(192);
  expect((await send('icon', await square(100))).body.errors.icon[0]).toContain('at least 192 pixels wide');
  expect((await send('fallback', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(422);
  expect((await settle({ logo: 'blob:' + 'a'.repeat(64) })).status).toBe(422);
  await settle({ logo: null });
  expect((await site.get('/api/config')).body.logo).toBeNull();
  const swept = await collectBlobs(site.deps, new Date(Date.now() + 1000), new AbortController().signal);
  expect(swept.blobs).toBe(0);
  const back = await call('POST', `/history/${revision + 1}/restore`, rosa, { revision: revision + 2 });
  expect(back.body.values.logo).toBe(value);
  expect((await site.get('/api/config')).body.logo).toMatchObject({ width: 192 });
});

it('makes pages anew that were kept, in the look that was set', async () => {
  const pages = await testApp({}, undefined, async (app, deps) => serveSite(app, deps, await sourceSite()));
  const admin = await member(pages.deps.db, { role: 'admin' });
  const title = async () => String((await pages.get('/en/about', { accept: 'text/html' })).body);
  await title();
  await pages.app.inject({
    method: 'PATCH',
    url: '/api/admin/site',
    headers: { host: 'comics.test', ...admin.headers },
    payload: {
      revision: 0,
      values: { name: 'Anders', 'look.css': '.card { color: #123456 }', 'look.accent': '#336699' },
    },
  });
  expect(await title()).toContain('Anders');
  const [, address = ''] = /<link rel="stylesheet" href="(\/site\.css\?v=\w+)">/.exec(await title()) ?? [];
  const style = await pages.get(address);
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  expect(String(style.body)).toMatch(
    /--accent:light-dark.*@scope \(#main\) to \(\[data-own-look\]\)\{\.card\{color:#123456\}\}/,
  );
  expect((await pages.get('/en/about')).headers['content-security-policy']).toContain("style-src 'self'");
  const refused = await pages.app.inject({
    method: 'PATCH',
    url: '/api/admin/site',
    headers: { host: 'comics.test', ...admin.headers },
    payload: { revision: 1, values: { 'look.css': '.card {\n display: none }' } },
  });
  expect(refused.json().errors).toEqual({ 'look.css': ['Line 2: “display” is not allowed in this style sheet.'] });
  await pages.close();
});
