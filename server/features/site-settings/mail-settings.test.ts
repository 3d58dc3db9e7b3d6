import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteSettings } from '#contract/site-settings.ts';
import { openSecrets } from '#server/config/setting-secrets.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';
import { applySettings } from './following.ts';

const PASSWORD = 'correct horse 7';
const USUAL: Record<string, string> = { AUTH: '235 welcome', STARTTLS: '454 not here' };

let site: TestApp;
let rosa: Member;
let server: Server;
let port: number;
/** The lines that the mail server was told. */
let told: string[] = [];
/** Its answers where they are not the usual ones, by the word of a command. */
let answers: Record<string, string> = {};
const sockets = new Set<Socket>();

beforeAll(async () => {
  site = await testApp({}, undefined, undefined, [{ id: 'beside', hosts: ['beside.test'] }]);
  rosa = await member(site.deps.db, { role: 'admin', username: 'rosa' });
  server = createServer(serveMail).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  for (const socket of sockets) {
    socket.destroy();
  }
  server.close();
  await site.close();
});

function serveMail(socket: Socket): void {
  sockets.add(socket);
  const say = (command: string, usual: string) => socket.write(`${answers[command] ?? usual}\r\n`);
  let inMail = false;
  say('GREETING', '220 mail.test ESMTP');
  socket
    .on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').slice(0, -1)) {
        told.push(line);
        const command = line.split(' ', 1)[0]!.toUpperCase();
        if (inMail) {
          inMail = line !== '.';
          if (!inMail) {
            say('MAIL-END', '250 taken');
          }
        } else if (command === 'EHLO') {
          socket.write('250-mail.test\r\n250 AUTH PLAIN\r\n');
        } else {
          inMail = command === 'DATA';
          say(command, inMail ? '354 go on' : (USUAL[command] ?? '250 ok'));
        }
      }
    })
    .on('error', () => {});
}

const call = async (
  method: 'GET' | 'PATCH' | 'POST',
  url: string,
  payload?: object,
  lang = 'en',
  host = 'comics.test',
) => {
  const answer = await site.app.inject({
    method,
    url: `/api/admin${url}`,
    headers: { host, 'accept-language': lang, ...rosa.headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json() as any, text: answer.body };
};
const now = async () => (await call('GET', '/site')).body as SiteSettings;
const settle = async (values: object) => call('PATCH', '/site', { revision: (await now()).revision, values });
const tried = async (values?: object, lang = 'en') => {
  told = [];
  return (await call('POST', '/system/mail', values && { values }, lang)).body;
};
const here = () => ({ 'mail.server': '127.0.0.1', 'mail.port': port, 'mail.security': 'none', 'mail.user': 'ann' });

it('tries what is entered before it is saved, and keeps the password out of every answer, the history and the log', async () => {
  const entered = { ...here(), 'mail.password': PASSWORD, 'mail.sender': 'Tea house <tea@ink.example>' };
  expect(await tried(entered)).toMatchObject({ sent: true, address: rosa.email, error: null });
  expect(told).toContain(`AUTH PLAIN ${Buffer.from(`\0ann\0${PASSWORD}`).toString('base64')}`);
  expect(told).toContain('From: Tea house <tea@ink.example>');
  expect((await now()).revision).toBe(0);

  const saved = await settle(entered);
  expect(saved.body).toMatchObject({
    values: { 'mail.server': '127.0.0.1', 'mail.password': null },
    origins: { 'mail.password': { by: 'page' } },
    secrets: { 'mail.password': 'set' },
  });
  expect(await tried()).toMatchObject({ sent: true });
  expect(told.find((line) => line.startsWith('AUTH'))).toBeDefined();
  const history = await call('GET', '/site/history');
  expect(history.body[0].changes).toContainEqual({ key: 'mail.password', before: null, after: 'set' });
  await settle({ 'mail.password': 'another one' });
  expect((await call('GET', '/site/history')).body[0].changes).toEqual([
    { key: 'mail.password', before: 'set', after: 'new' },
  ]);
  await settle({ 'mail.password': PASSWORD });
  const { rows } = await sql<{ all: string }>`
    select (select string_agg(s::text, '') from site_settings s) || (select string_agg(a::text, '') from audit_log a)
      || (select string_agg(k::text, '') from site_secrets k) as all`.execute(site.deps.db);
  expect(rows[0]!.all).not.toMatch(new RegExp(`${PASSWORD}|${Buffer.from(PASSWORD).toString('base64')}`));
  expect(saved.text + history.text + (await call('GET', '/site')).text).not.toContain(PASSWORD);
});

it('sends a password nowhere but to the server and the account that it was given for', async () => {
  const { revision } = await now();
  const elsewhere = { 'mail.user': 'eve' };
  expect(await tried(elsewhere)).toMatchObject({ sent: false });
  expect(told.join('\n')).not.toContain(Buffer.from(PASSWORD).toString('base64').slice(4, -4));
  expect((await settle(elsewhere)).body.secrets).toEqual({ 'mail.password': 'unfit' });
  expect(site.deps.config.site.mail.password).toBe('');
  // Undone, it is the account again that it was given for.
  const back = await call('POST', `/site/history/${revision}/restore`, { revision: revision + 1 });
  expect(back.body.secrets).toEqual({ 'mail.password': 'set' });
  expect(site.deps.config.site.mail).toMatchObject({ user: 'ann', password: PASSWORD });
  // A row that was copied to another site, or is read by another instance, says nothing.
  const [row] = await sql<{ sealed: string }>`select sealed from site_secrets`
    .execute(site.deps.db)
    .then((r) => r.rows);
  const kept = new Map([['mail.password', row!.sealed]]);
  expect(openSecrets(site.deps.secret, { ...site.deps.config.site, id: 'beside' }, kept).size).toBe(0);
  expect(openSecrets('another instance', site.deps.config.site, kept).size).toBe(0);
});

it('is in force in a process that looks, and is taken away again', async () => {
  const { site: before } = site.deps.config;
  site.deps.config.site = { ...before, mail: { ...before.mail, password: 'stale' } };
  await settle({ description: 'Of foxes' });
  await applySettings(site.deps);
  expect(site.deps.config.site.mail.password).toBe(PASSWORD);
  expect((await settle({ 'mail.password': null })).body.secrets).toEqual({});
  expect(site.deps.config.site.mail.password).toBe('');
});

it('says why a mail does not leave in the language of who asks, with what the mail server said', async () => {
  answers = { AUTH: '535 5.7.8 go away' };
  expect(await tried({ ...here(), 'mail.password': 'wrong' }, 'de')).toMatchObject({
    sent: false,
    reason: 'Der Server nimmt diesen Benutzernamen und dieses Passwort nicht an.',
    error: expect.stringContaining('go away'),
  });
  answers = { RCPT: '550 5.1.1 nobody of this name' };
  expect(await tried({ ...here(), 'mail.password': 'x' })).toMatchObject({
    reason: 'The server refused the email.',
    error: expect.stringContaining('nobody of this name'),
  });
  answers = {};
  expect(await tried({ ...here(), 'mail.security': 'starttls', 'mail.password': 'x' })).toMatchObject({
    reason: expect.stringContaining('No encrypted connection'),
  });
  expect(told.some((line) => line.startsWith('AUTH'))).toBe(false);
  expect(await tried({ ...here(), 'mail.security': 'tls' })).toMatchObject({
    reason: expect.stringContaining('No encrypted connection'),
  });
  expect(await tried({ ...here(), 'mail.port': 1 })).toMatchObject({
    reason: expect.stringContaining('can’t be reached'),
  });
  expect(await tried({ ...here(), 'mail.server': 'nobody.invalid' })).toMatchObject({
    reason: 'There is no server of this name.',
  });
});

it('tells nothing of what answers where no mail server is, and says nothing to it', async () => {
  answers = { GREETING: 'SSH-2.0-OpenSSH_9.9' };
  const answer = await tried(here());
  answers = {};
  expect(answer).toMatchObject({ sent: false, reason: expect.stringContaining('no mail server'), error: null });
  expect(told).toEqual([]);
});

it('refuses what cannot be, and what another site or the environment says', async () => {
  const wrong = await call('POST', '/system/mail', { values: { 'mail.server': 'http://x/', 'mail.port': 0 } });
  expect(wrong).toMatchObject({ status: 422 });
  expect(Object.keys(wrong.body.errors).sort()).toEqual(['mail.port', 'mail.server']);
  expect((await settle({ 'mail.password': 7 })).body.errors).toHaveProperty(['mail.password']);
  expect((await settle({ 'mail.sender': 'nobody' })).body.errors).toHaveProperty(['mail.sender']);
  expect((await call('POST', '/system/mail', { values: { name: 'x' } })).status).toBe(422);
  const beside = await call('GET', '/site', undefined, 'en', 'beside.test');
  expect(beside.body.origins['mail.server']).toEqual({ by: 'main', name: null });
  const set = await call('PATCH', '/site', { revision: 0, values: { 'mail.server': 'a.test' } }, 'en', 'beside.test');
  expect(set.status).toBe(422);
});
