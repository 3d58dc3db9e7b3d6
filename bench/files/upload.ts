import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { openDatabase } from '#server/db/database.ts';
import { member } from '#server/testing/member.ts';
import { drawArchives } from '../synthetic/archives.ts';
import { derived, unpack } from './import.ts';
import { median, percentile, readable, table, type Figure } from '../figures.ts';
import { startScript, startServer } from '../servers/processes.ts';

const MEGABYTE = 1024 ** 2;
/** Size of the upload and of its parts, in bytes. */
const [SIZE, PART] = [1024 * MEGABYTE, 16 * MEGABYTE];
const ROUNDS = 2;

interface Site {
  url: string;
  pid: number;
  token: string;
}

/**
 * Measures an upload of 1 GiB in parts against bare Fastify that copies the same parts to the same disk, in turns, with
 * the memory it takes; then the pages a second that uploaded archives become, against sharp alone, and how long the
 * site takes to answer meanwhile.
 */
export async function benchUpload(say: (line: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  const { db, close } = await openDatabase({ dataDir: join(folder, 'database') });
  const { token } = await member(db, { role: 'uploader' });
  await close();
  const server = await startServer({ KOMAWARI_DATA: folder, KOMAWARI_DEMO: 'off' });
  try {
    const site = { url: server.url, pid: server.pid, token };
    const figures = await bytes(site, folder, say);
    return [...figures, ...(await pages(site, folder, say))];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bytes(site: Site, folder: string, say: (line: string) => void): Promise<Figure[]> {
  const part = randomBytes(PART);
  const bare = await bareCopies(folder);
  const times = { ours: [] as number[], bare: [] as number[] };
  const before = readMemory(site.pid);
  let highest = before;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [id, url] = await begin(site, `large-${round}.cbz`, SIZE);
      const ours = await timed(async (at) => {
        await call(
          site,
          'PATCH',
          url,
          { 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
          part,
        );
        highest = Math.max(highest, readMemory(site.pid));
      });
      await call(site, 'DELETE', `/api/admin/uploads/${id}`);
      const plain = await timed(async (at) => {
        await fetch(`${bare.url}/${at}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/octet-stream' },
          body: part,
        });
      });
      times.ours.push(ours);
      times.bare.push(plain);
    }
  } finally {
    await bare.close();
  }
  const [ours, plain] = [SIZE / MEGABYTE / median(times.ours), SIZE / MEGABYTE / median(times.bare)];
  say(
    `Upload of 1 GiB\n${table(
      ['what', 'MiB/s'],
      [
        ['upload', readable(ours)],
        ['bare Fastify', readable(plain)],
      ],
    )}\n`,
  );
  return [
    {
      name: 'upload of 1 GiB ÷ bare Fastify copying it to disk',
      value: ours / plain,
      unit: '×',
      limit: 0.7,
      bound: 'least',
    },
    {
      name: 'memory that an upload of 1 GiB takes more',
      value: highest - before,
      unit: 'MB',
      limit: 128,
      bound: 'most',
    },
  ];
}

async function pages(site: Site, folder: string, say: (line: string) => void): Promise<Figure[]> {
  const [archives, list, none] = [join(folder, 'drawn'), join(folder, 'pages.json'), join(folder, 'no-pages.json')];
  mkdirSync(archives);
  await drawArchives(archives);
  const drawn = await unpack(archives, join(folder, 'loose'));
  writeFileSync(list, JSON.stringify(drawn));
  writeFileSync(none, '[]');
  const bare = drawn.length / ((await derived(list)) - (await derived(none)));
  const { id } = await call(site, 'POST', '/api/admin/uploads');
  const answers: number[] = [];
  let busy = true;
  const asking = (async () => {
    while (busy) {
      const started = performance.now();
      await fetch(`${site.url}/`).then((answer) => answer.arrayBuffer());
      answers.push(performance.now() - started);
      await wait(50);
    }
  })();
  const started = performance.now();
  for (const name of readdirSync(archives)) {
    const whole = await readFile(join(archives, name));
    const file = await call(
      site,
      'POST',
      `/api/admin/uploads/${id}/files`,
      { 'content-type': 'application/json' },
      Buffer.from(JSON.stringify({ path: name, bytes: whole.length })),
    );
    for (let at = 0; at < whole.length; at += PART) {
      await call(
        site,
        'PATCH',
        file.upload_url,
        { 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
        whole.subarray(at, at + PART),
      );
    }
  }
  let upload = await call(site, 'GET', `/api/admin/uploads/${id}`);
  while (upload.files_done < upload.files_count) {
    await wait(200);
    upload = await call(site, 'GET', `/api/admin/uploads/${id}`);
  }
  const ours = drawn.length / ((performance.now() - started) / 1000);
  busy = false;
  await asking;
  say(
    `${drawn.length} pages of uploaded archives\n${table(
      ['what', 'pages a second'],
      [
        ['upload, read and rendered', readable(ours)],
        ['sharp alone', readable(bare)],
      ],
    )}\n`,
  );
  return [
    {
      name: 'uploaded archives ÷ sharp alone, pages a second',
      value: ours / bare,
      unit: '×',
      limit: 0.85,
      bound: 'least',
    },
    {
      name: 'the landing page meanwhile, p95',
      value: percentile(answers, 0.95),
      unit: 'ms',
      limit: 100,
      bound: 'most',
    },
  ];
}

async function begin(site: Site, path: string, size: number): Promise<[id: number, url: string]> {
  const { id } = await call(site, 'POST', '/api/admin/uploads');
  const { upload_url: url } = await call(
    site,
    'POST',
    `/api/admin/uploads/${id}/files`,
    { 'content-type': 'application/json' },
    Buffer.from(JSON.stringify({ path, bytes: size })),
  );
  return [id, url];
}

async function call(
  { url, token }: Site,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<any> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Seconds that sending all parts takes. */
async function timed(send: (at: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < SIZE; at += PART) {
    await send(at);
  }
  return (performance.now() - started) / 1000;
}

/** Fastify that writes what it is sent behind what it has, and nothing else, in a process of its own. */
async function bareCopies(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const running = startScript('bench/main.ts', ['copy-bytes', join(folder, 'bare')]);
  for (;;) {
    const [url] = /http:\S+/.exec(running.output()) ?? [];
    if (url !== undefined) return { url, close: () => running.stop() };
    await wait(20);
  }
}

/** The process that `bareCopies` starts: writes each body into a file, from the byte that the address names. */
export async function copyBytes(path: string): Promise<void> {
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => {
    done(null, body);
  });
  app.patch('/:at', async (request, reply) => {
    const at = Number((request.params as { at: string }).at);
    await pipeline(request.raw, createWriteStream(path, { flags: at === 0 ? 'w' : 'r+', start: at }));
    return reply.code(204).send();
  });
  console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
}

function readMemory(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024;
}
