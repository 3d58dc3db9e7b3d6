import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drawPage, writeArchive } from '#server/features/imports/testing/archives.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member, type Member } from '#server/testing/member.ts';
import { buildWorker, type Worker } from '#server/worker.ts';
import { endedTransfer } from './testing/ended.ts';
import { ODD_KEY, SERVER_KINDS, startOddServer, type Purpose, type ServerKind } from './testing/odd-server.ts';

let site: TestApp;
let worker: Worker;
let admin: Member;
let folder: string;
let seed = 0;
const closing: { close(): void }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-odd-'));
  site = await testApp({ transfers: { allowPrivate: true }, uploads: { archiveMegabytes: 1 } });
  worker = buildWorker(site.deps);
  worker.start();
  admin = await member(site.deps.db, { role: 'admin' });
});
afterEach(() => {
  for (const server of closing.splice(0)) {
    server.close();
  }
});
afterAll(async () => {
  await worker.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A server of a kind with as many comics, none like one that any other has. */
async function odd(kind: ServerKind, comics: number) {
  const files: Buffer[] = [];
  for (let at = 0; at < comics; at += 1) {
    seed += 1;
    files.push(
      readFileSync(await writeArchive(join(folder, `${seed}.cbz`), { '1.png': await drawPage(70_000 + seed) })),
    );
  }
  const server = await startOddServer(kind, files);
  closing.push(server);
  return server;
}

async function begin(kind: ServerKind, address: string, locale = 'en') {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/admin/imports/transfers?lang=${locale}`,
    headers: admin.headers,
    payload: { kind, address, key: ODD_KEY, publish: true, rating: 'safe' },
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function begun(kind: ServerKind, address: string): Promise<number> {
  const { status, body } = await begin(kind, address);
  expect(status, JSON.stringify(body)).toBe(202);
  return body.id;
}

const resume = (id: number) =>
  site.app.inject({
    method: 'POST',
    url: `/api/admin/imports/transfers/${id}/resume`,
    headers: admin.headers,
  });
const ended = (id: number) => endedTransfer(site, admin, id);
const html = (response: ServerResponse) =>
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>Sign in</title>');

describe.each(SERVER_KINDS)('a %s server', (kind) => {
  it('that lists nonsense, and the same again for ever, ends with what has a name', async () => {
    const server = await odd(kind, 1);
    const id = kind === 'lanraragi' ? 'arcid' : kind === 'komawari' ? 'slug' : 'id';
    const name = kind === 'kavita' || kind === 'komga' ? 'name' : 'title';
    const known = kind === 'kavita' ? 1 : '1';
    server.lists([
      { [id]: known, [name]: `Moon\0 \ud800 ${'x'.repeat(9_000)}` },
      null,
      { [id]: kind === 'kavita' ? 2 : '2', [name]: { en: 'No title' } },
      7,
      { [id]: known, [name]: 'Again' },
      { [id]: null, [name]: 'Nobody' },
      { [id]: 'a\0b', [name]: 'Unstorable' },
      { [id]: 'k'.repeat(9_000), [name]: 'Long' },
    ]);
    const { items, ...end } = await ended(await begun(kind, server.address));
    expect(end).toMatchObject({ state: 'done', total: 2, imported: 1, refused: 1 });
    expect(items).toMatchObject([
      { title: expect.stringMatching(/^Moon . x{400,500}$/u), state: 'imported' },
      { title: '#2', state: 'refused' },
    ]);
    expect(server.counts.list).toBeLessThan(7);
  });

  it('whose key is withdrawn on the way ends with that, and goes on where it was once the key is good again', async () => {
    const server = await odd(kind, 3);
    let withdrawn = true;
    server.answers(({ purpose, nth, response }) => {
      if (!withdrawn || purpose !== 'file' || nth < 2) return false;
      response.writeHead(401).end();
      return true;
    });
    const id = await begun(kind, server.address);
    expect(await ended(id)).toMatchObject({
      state: 'failed',
      imported: 1,
      error: { code: 'transfer-refused', message: expect.stringContaining('401') },
      items: [{ state: 'imported' }, { state: 'waiting' }, { state: 'waiting' }],
    });
    withdrawn = false;
    server.answers(() => false);
    const before = server.counts.file;
    expect((await resume(id)).statusCode).toBe(202);
    expect(await ended(id)).toMatchObject({ state: 'done', imported: 3, error: null });
    expect(server.counts.file - before).toBe(2);
  });

  it('that answers with a page for people is told so, and loses nothing else', async () => {
    const server = await odd(kind, 4);
    server.answers(({ purpose, comic, response }) => {
      if (!(purpose === 'comic' && comic === 1) && !(purpose === 'file' && comic === 3)) return false;
      html(response);
      return true;
    });
    const id = await begun(kind, server.address);
    expect(await ended(id)).toMatchObject({
      state: 'done',
      items: [
        { state: 'refused', error: { code: 'transfer-odd' } },
        { state: 'imported' },
        { state: 'refused', error: { code: 'archive-unreadable' } },
        { state: 'imported' },
      ],
    });
    server.answers(() => false);
    await resume(id);
    expect(await ended(id)).toMatchObject({ state: 'done', imported: 4, refused: 0 });
    server.answers(({ response }) => {
      html(response);
      return true;
    });
    expect(await begin(kind, server.address, 'fr')).toMatchObject({
      status: 502,
      body: { code: 'transfer-odd', message: expect.stringContaining('réponse') },
    });
  });

  it('that wants to be asked less is waited for, and is asked again later where it wants that for long', async () => {
    const server = await odd(kind, 3);
    const busy = (seconds: number, purposes: readonly Purpose[]) => {
      let times = 0;
      server.answers(({ purpose, response }) => {
        times += 1;
        if (!purposes.includes(purpose) || (seconds === 0 && times % 2 === 0)) return false;
        response.writeHead(429, { 'retry-after': String(seconds) }).end();
        return true;
      });
    };
    busy(3600, ['list']);
    expect(await begin(kind, server.address)).toMatchObject({ status: 503, body: { code: 'transfer-busy' } });
    busy(3600, ['file']);
    const id = await begun(kind, server.address);
    const stands = async () => (await site.get(`/api/admin/imports/transfers/${id}`, admin.headers)).body;
    await expect.poll(async () => (await stands()).error, { timeout: 20_000 }).toMatchObject({ code: 'transfer-busy' });
    expect(await stands()).toMatchObject({ state: 'running', imported: 0, refused: 0 });
    busy(0, ['list', 'comic', 'file']);
    await expect
      .poll(
        async () => {
          await sql`update jobs set run_at = now() where kind = 'transfers.run' and state = 'waiting'`.execute(
            site.deps.db,
          );
          announceJobs();
          return (await stands()).state;
        },
        { timeout: 20_000 },
      )
      .toBe('done');
    expect(await ended(id)).toMatchObject({ imported: 3, refused: 0, error: null });
  });

  it('that fails at one comic or file, cuts it off or never ends it brings the others, and that one once it can', async () => {
    const server = await odd(kind, 6);
    server.answers(({ purpose, comic, response }) => {
      if (purpose === 'comic' && comic === 1) {
        response.writeHead(500).end();
      } else if (purpose === 'comic' && comic === 2) {
        response.writeHead(200, { 'content-length': 5_000 }).write('{"id":');
        setImmediate(() => response.destroy());
      } else if (purpose === 'file' && comic === 3) {
        response.writeHead(500).end();
      } else if (purpose === 'file' && comic === 4) {
        response.writeHead(200, { 'content-length': 5_000 }).write('PK');
        setImmediate(() => response.destroy());
      } else if (purpose === 'file' && comic === 5) {
        const part = Buffer.alloc(65_536, 'x');
        const more = () => {
          while (!response.destroyed && response.write(part));
        };
        response.on('drain', more);
        more();
      } else return false;
      return true;
    });
    const id = await begun(kind, server.address);
    expect(await ended(id)).toMatchObject({
      state: 'done',
      items: [
        { state: 'refused', error: { code: 'transfer-refused', message: expect.stringContaining('500') } },
        { state: 'refused', error: { code: 'transfer-unreachable' } },
        { state: 'refused', error: { code: 'transfer-refused' } },
        { state: 'refused', error: { code: 'transfer-unreachable' } },
        { state: 'refused', error: { code: 'archive-too-large' } },
        { state: 'imported' },
      ],
    });
    server.answers(() => false);
    await resume(id);
    expect(await ended(id)).toMatchObject({ state: 'done', imported: 6, refused: 0 });
  });

  it('that is gone is not taken for one that lacks everything: it is asked again later', async () => {
    const server = await odd(kind, 2);
    server.answers(({ purpose, response }) => {
      if (purpose !== 'comic') return false;
      server.close();
      response.destroy();
      return true;
    });
    const id = await begun(kind, server.address);
    const stands = async () => (await site.get(`/api/admin/imports/transfers/${id}`, admin.headers)).body;
    await expect
      .poll(async () => (await stands()).error, { timeout: 20_000 })
      .toMatchObject({ code: 'transfer-unreachable' });
    expect(await stands()).toMatchObject({ state: 'running', imported: 0, refused: 0, total: 2 });
    await site.app.inject({
      method: 'POST',
      url: `/api/admin/imports/transfers/${id}/cancel`,
      headers: admin.headers,
    });
  });
});
