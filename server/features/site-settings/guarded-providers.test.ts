import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { insertProof } from '#server/features/accounts/providers/queries-sign-ins.ts';
import { startLiar, type LyingProvider } from '#server/features/accounts/providers/testing/lying-provider.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { makeUpInternet, type MadeUpInternet } from '#server/testing/made-up-internet.ts';
import { member, type Member } from '#server/testing/member.ts';

const HOST = 'sso.corp.example';
const OPEN = '93.184.215.14';

let internet: MadeUpInternet;
let liar: LyingProvider;
let site: TestApp;
let rosa: Member;
/** How often a server in the site’s own network was connected to, whatever for. */
let within = 0;
const inner = createServer((_request, reply) => reply.end('{}')).on('connection', () => {
  within += 1;
});
beforeAll(async () => {
  internet = await makeUpInternet([HOST]);
  liar = await startLiar({ host: HOST, certificate: internet.certificate });
  await new Promise<void>((resolve) => {
    inner.listen(0, '127.0.0.1', resolve);
  });
  site = await testApp();
  rosa = await member(site.deps.db, { role: 'admin', username: 'rosa' });
});
beforeEach(() => {
  liar.instead = {};
  internet.answers.set(HOST, [[OPEN]]);
  internet.reached.length = 0;
  within = 0;
});
afterAll(async () => {
  await site.close();
  await liar.close();
  inner.close();
  internet.close();
});

const corp = () => ({ id: 'corp', name: 'Corp', issuer: liar.issuer, clientId: 'comics' });
const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/${url}`,
    headers: { host: 'comics.test', ...headers },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() as any, cookie: String(answer.headers['set-cookie']) };
};
const look = async () => (await post('admin/site/provider', { provider: corp() }, rosa.headers)).body;
const insideUrl = () => `http://127.0.0.1:${(inner.address() as AddressInfo).port}/`;
/** Signs in at the provider, which agrees to everything. */
async function signIn() {
  const { body, cookie } = await post('login/providers/corp', {});
  if (body.location === undefined) return { body };
  const { searchParams } = new URL(body.location as string);
  const query = `code=${searchParams.get('nonce')}&state=${searchParams.get('state')}`;
  return post('login/providers/corp/return', { query }, { cookie: cookie.split(';')[0]! });
}

it('a provider of the page that is everyone’s is found as it should be, and lets people in', async () => {
  expect((await look()).findings).toEqual([]);
  const proof = await withTransaction(site.deps.db, (tx) => insertProof(tx, rosa.id));
  const saved = await site.app.inject({
    method: 'PATCH',
    url: '/api/admin/site',
    headers: { host: 'comics.test', ...rosa.headers },
    payload: { revision: 0, values: { 'signIn.providers': [corp()] }, password: proof },
  });
  expect(saved.statusCode).toBe(200);
  const { body } = await signIn();
  expect(body.newcomer ?? body.user).toMatchObject({ username: 'mika' });
  expect(new Set(internet.reached)).toEqual(new Set([OPEN]));
});

it('a name is refused that leads into a network of its own, if only with one of its addresses', async () => {
  for (const addresses of [['10.0.0.7'], [OPEN, '127.0.0.1'], ['::1'], ['::ffff:192.168.0.1']]) {
    internet.answers.set(HOST, [addresses]);
    expect((await look()).findings).toEqual([{ level: 'bad', text: expect.stringContaining('not a public address') }]);
  }
  expect(internet.reached).toEqual([]);
});

it('a name that leads elsewhere the second time is asked once for each call, and refused then', async () => {
  internet.answers.set(HOST, [[OPEN], ['127.0.0.1']]);
  // Its document was read; its keys are behind the second answer.
  expect((await look()).findings).toEqual([{ level: 'bad', text: expect.stringContaining('keys') }]);
  expect(internet.reached).toEqual([OPEN]);
});

it('nobody is sent inside by a redirect, or by the addresses of a document', async () => {
  liar.instead.discovery = (reply) => reply.writeHead(302, { location: insideUrl() }).end();
  expect((await look()).findings).toEqual([{ level: 'bad', text: expect.stringContaining('302') }]);
  liar.instead = { keys: (reply) => reply.writeHead(307, { location: insideUrl() }).end() };
  expect((await look()).findings).toEqual([{ level: 'bad', text: expect.stringContaining('keys') }]);
  liar.instead = { token: (reply) => reply.writeHead(307, { location: insideUrl() }).end() };
  expect((await signIn()).body.code).toBe('provider-odd');
  const document = {
    issuer: liar.issuer,
    authorization_endpoint: `${liar.issuer}/authorize`,
    token_endpoint: insideUrl().replace('http:', 'https:'),
    jwks_uri: insideUrl(),
  };
  liar.instead = {
    discovery: (reply) => reply.setHeader('content-type', 'application/json').end(JSON.stringify(document)),
  };
  expect((await look()).findings).toEqual([{ level: 'bad', text: expect.stringContaining('keys') }]);
  expect((await signIn()).body.code).toBe('provider-unreachable');
  expect(within).toBe(0);
});

it('a long document is read whole, and one without end is refused', async () => {
  const padded = (length: number) => {
    const document = {
      issuer: liar.issuer,
      authorization_endpoint: `${liar.issuer}/authorize`,
      token_endpoint: `${liar.issuer}/token`,
      jwks_uri: `${liar.issuer}/keys`,
      padding: '-'.repeat(length),
    };
    liar.instead.discovery = (reply) =>
      reply.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  };
  padded(150_000);
  expect((await look()).findings.filter(({ level }: { level: string }) => level === 'bad')).toEqual([]);
  padded(300_000);
  expect((await look()).findings).toEqual([{ level: 'bad', text: expect.any(String) }]);
});
