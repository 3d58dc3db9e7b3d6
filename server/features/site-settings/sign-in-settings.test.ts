import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SiteSettings } from '#contract/site-settings.ts';
import { secretSource } from '#server/config/sign-in.ts';
import { uploadedBlob, uploadedPicture } from '#server/config/uploaded-picture.ts';
import { withTransaction } from '#server/db/database.ts';
import { insertProof } from '#server/features/accounts/providers/queries-sign-ins.ts';
import { startLiar, type LyingProvider } from '#server/features/accounts/providers/testing/lying-provider.ts';
import { listUnreferenced } from '#server/features/picture-upkeep/queries-orphans.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';

const SECRET = 'nobody may read this';

let site: TestApp;
let rosa: Member;
let liar: LyingProvider;
/** Stands for her password. */
let proof: string;
beforeAll(async () => {
  site = await testApp({ signIn: { allowPrivate: true } }, undefined, undefined, [
    { id: 'open', hosts: ['open.test'] },
  ]);
  rosa = await member(site.deps.db, { role: 'admin', username: 'rosa' });
  proof = await withTransaction(site.deps.db, (tx) => insertProof(tx, rosa.id));
  liar = await startLiar();
});
beforeEach(() => {
  liar.instead = {};
});
afterAll(async () => {
  await liar.close();
  await site.close();
});

const call = async (method: 'GET' | 'PATCH' | 'POST', url: string, payload?: object, host = 'comics.test') => {
  const answer = await site.app.inject({
    method,
    url: `/api/${url}`,
    headers: { host, ...rosa.headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json() as any, text: answer.body };
};
const now = async () => (await call('GET', 'admin/site')).body as SiteSettings;
const settle = async (values: object, password = proof) =>
  call('PATCH', 'admin/site', { revision: (await now()).revision, values, password });
const corp = (more: object = {}) => ({ id: 'corp', name: 'Corp', issuer: liar.issuer, clientId: 'comics', ...more });
const look = async (more: object = {}, host?: string) =>
  (await call('POST', 'admin/site/provider', { provider: corp({ seconds: 1, ...more }) }, host)).body;

it('lets members in at a provider that an admin set for their password, and tells its secret to nobody', async () => {
  const values = { 'signIn.providers': [corp({ clientSecret: SECRET })] };
  expect(await settle(values, '')).toMatchObject({ status: 422, body: { code: 'password-wrong' } });
  const saved = await settle(values);
  expect(saved).toMatchObject({ status: 200, body: { secrets: { 'signIn.providers.corp': 'set' } } });
  expect((await call('GET', 'config')).body.signIn.providers).toMatchObject([{ id: 'corp', name: 'Corp' }]);
  const [provider] = site.deps.config.site.signIn.providers;
  const environment = { values: new Map([['CORP', 'of the environment']]), files: new Map() };
  expect(secretSource(environment, provider!)).toEqual({ text: SECRET });
  expect((await call('POST', 'login/providers/corp', {})).body.location).toContain(`${liar.issuer}/authorize`);
  const history = await call('GET', 'admin/site/history');
  expect(history.body[0].changes).toContainEqual({ key: 'signIn.providers.corp', before: null, after: 'set' });
  const { rows } = await sql<{ all: string }>`
    select (select string_agg(s::text, '') from site_settings s) || (select string_agg(a::text, '') from audit_log a) as all`.execute(
    site.deps.db,
  );
  expect(rows[0]!.all + saved.text + history.text + (await call('GET', 'admin/site')).text).not.toContain(SECRET);
});

it('sends the secret to no other issuer, reads no file, and refuses what cannot be', async () => {
  const moved = await settle({ 'signIn.providers': [corp({ issuer: 'https://other.example' })] });
  expect(moved.body.secrets).toEqual({ 'signIn.providers.corp': 'unfit' });
  const refused = [
    [corp({ clientSecretFile: '/etc/passwd' }), 'signIn.providers.0.clientSecretFile'],
    [corp({ icon: '/etc/passwd' }), 'signIn.providers.0.icon'],
    [corp({ icon: `blob:${'a'.repeat(64)}` }), 'signIn.providers.0.icon'],
    [corp({ icon: 'data:image/png;base64,AAAA' }), 'signIn.providers.0.icon'],
    [corp({ icon: 7 }), 'signIn.providers.0.icon'],
    [corp({ issuer: 'ftp://x' }), 'signIn.providers.0.issuer'],
    [corp({ clientSecret: 7 }), 'signIn.providers.corp'],
    [corp({ roles: { staff: 'king' } }), 'signIn.providers.0.roles.staff'],
  ] as const;
  for (const [provider, key] of refused) {
    expect(Object.keys((await settle({ 'signIn.providers': [provider] })).body.errors)).toEqual([key]);
  }
  const back = await settle({ 'signIn.providers': [corp()] });
  expect(back.body.secrets).toEqual({ 'signIn.providers.corp': 'set' });
});

it('has pictures for buttons, drawn anew, kept in the store for as long as they can come back, and nobody else’s', async () => {
  const send = async (bytes: Buffer) => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/admin/site/provider/picture',
      headers: { host: 'comics.test', 'content-type': 'image/png', ...rosa.headers },
      payload: bytes,
    });
    return { status: answer.statusCode, body: answer.json() as any };
  };
  const drawing = (width: number, height: number, background = '#204080') =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  const button = () => site.get('/api/login/providers/corp/icon?v=1');
  const offered = async () => (await call('GET', 'config')).body.signIn.providers[0].icon as string | null;
  const told = async () => ((await now()).values['signIn.providers'] as { icon: string }[])[0]!.icon;

  const { icon } = (await send(await drawing(300, 100))).body;
  expect((await call('GET', 'admin/site')).body.values).toMatchObject({ 'signIn.providers': [{ icon: '' }] });
  expect((await look({ icon })).findings).toEqual([]);
  expect((await settle({ 'signIn.providers': [corp({ icon })] })).status).toBe(200);
  const { revision } = await now();
  const value = await told();
  expect(value).toMatch(/^blob:[0-9a-f]{64}$/);
  expect(await offered()).toBe(value.slice(-8));
  const { status, headers, body } = await button();
  expect([status, headers['content-type']]).toEqual([200, 'image/png']);
  expect(await sharp(body as Buffer).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 });
  // Wide ones are seen whole.
  const { data } = await sharp(body as Buffer)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([data[3], data[(32 * 64 + 32) * 4 + 3]]).toEqual([0, 255]);

  // One that a site has can stay, one that it never had cannot be named, whoever knows its hash.
  expect((await settle({ 'signIn.providers': [corp({ name: 'Corp 2', icon: value })] })).status).toBe(200);
  const others = uploadedPicture(await site.deps.blobs.put(await drawing(70, 70, '#804020')));
  expect((await settle({ 'signIn.providers': [corp({ icon: others })] })).body.errors).toHaveProperty([
    'signIn.providers.0.icon',
  ]);

  await settle({ 'signIn.providers': [corp({ icon: '' })] });
  expect([await offered(), (await button()).status]).toEqual([null, 404]);
  const keys = [value, others].map((each) => uploadedBlob(each)!);
  expect(await listUnreferenced(site.deps.db, keys)).toEqual([keys[1]]);
  await call('POST', `admin/site/history/${revision}/restore`, { revision: (await now()).revision, password: proof });
  expect([await offered(), (await button()).status]).toEqual([value.slice(-8), 200]);

  for (const bytes of [await drawing(300, 40), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]) {
    expect((await send(bytes)).body.errors['signIn.providers'][0]).toContain('at least 64 pixels wide');
  }
  expect((await send(Buffer.alloc(0))).status).toBe(422);
});

it('says what is wrong with a provider: of another name, broken, slow, or where not everyone is', async () => {
  expect(await look()).toEqual({
    findings: [],
    redirect: 'http://comics.test/sign-in/corp',
    logout: 'http://comics.test/api/login/providers/corp/logout',
  });
  const wrong = async (more?: object, host?: string) => (await look(more, host)).findings[0]?.text as string;
  liar.instead.discovery = (reply) => reply.end(JSON.stringify({ issuer: 'https://evil.example' }));
  expect(await wrong()).toContain('calls itself https://evil.example');
  liar.instead.discovery = (reply) => reply.end('<html>');
  expect(await wrong()).toContain('no discovery document');
  liar.instead.discovery = () => {};
  expect(await wrong()).toContain('can’t be reached (ETIMEDOUT)');
  liar.instead = { keys: (reply) => reply.end('{}') };
  expect(await wrong()).toContain('keys');
  liar.instead = {};
  expect(await wrong({}, 'open.test')).toContain('is not encrypted');
  expect(await wrong({ issuer: 'https://127.0.0.1:1' }, 'open.test')).toContain('not a public address');
});

it('never locks the admins out: without passwords one of them is joined to a provider that answers', async () => {
  const off = { 'signIn.passwords': false };
  expect((await settle(off)).body.errors).toHaveProperty(['signIn.passwords']);
  await sql`insert into identities (user_id, issuer, subject, provider) values (${rosa.id}, ${liar.issuer}, 'rosa', 'corp')`.execute(
    site.deps.db,
  );
  liar.instead.discovery = (reply) => reply.writeHead(500).end();
  expect((await settle(off)).status).toBe(422);
  liar.instead = {};
  const { revision } = await now();
  expect((await settle(off)).body.values).toMatchObject({ 'signIn.passwords': false });
  expect(
    (await settle({ 'signIn.providers': [corp({ issuer: 'https://other.example' })] })).body.errors,
  ).toHaveProperty(['signIn.passwords']);
  // Nor does she without the secret that it knows this site by, taken away, or left behind with the name it was kept under.
  for (const providers of [[corp({ clientSecret: '' })], [corp({ id: 'corp-2' })]]) {
    expect((await settle({ 'signIn.providers': providers })).body.errors).toHaveProperty(['signIn.passwords']);
  }
  expect((await settle({ name: 'Fuchsbau' })).status).toBe(200);
  const restore = (password?: string) =>
    call('POST', `admin/site/history/${revision}/restore`, { revision: revision + 2, ...(password && { password }) });
  expect((await restore()).body.code).toBe('password-wrong');
  expect((await restore(proof)).body.values['signIn.passwords']).toBe(true);
});
