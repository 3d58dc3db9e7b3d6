import { randomBytes } from 'node:crypto';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { median, readable, table, type Figure } from '../figures.ts';
import { startScript } from '../servers/processes.ts';
import { callAsUploader, startUploaderSite, type UploaderSite } from '../servers/uploader.ts';
import { benchUploadedArchives } from './upload-archives.ts';

const MEGABYTE = 1024 ** 2;
/** Size of the upload and of its parts, in bytes. */
const [SIZE, PART] = [1024 * MEGABYTE, 16 * MEGABYTE];
const ROUNDS = 2;

/**
 * Measures an upload of 1 GiB in parts against bare Fastify that copies the same parts to the same disk, in turns, with
 * the memory it takes; then archives that are uploaded against sharp alone.
 */
export async function benchUpload(say: (line: string) => void): Promise<Figure[]> {
  const site = await startUploaderSite();
  let figures: Figure[];
  try {
    figures = await bytes(site, site.folder, say);
  } finally {
    await site.close();
  }
  return [...figures, ...(await benchUploadedArchives(say))];
}

async function bytes(site: UploaderSite, folder: string, say: (line: string) => void): Promise<Figure[]> {
  const part = randomBytes(PART);
  const bare = await bareCopies(folder);
  const times = { ours: [] as number[], bare: [] as number[] };
  const before = readMemory(site.pid);
  let highest = before;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [id, url] = await begin(site, `large-${round}.cbz`, SIZE);
      const ours = await timed(async (at) => {
        await callAsUploader(
          site,
          'PATCH',
          url,
          { 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
          part,
        );
        highest = Math.max(highest, readMemory(site.pid));
      });
      await callAsUploader(site, 'DELETE', `/api/admin/uploads/${id}`);
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

async function begin(site: UploaderSite, path: string, size: number): Promise<[id: number, url: string]> {
  const { id } = await callAsUploader(site, 'POST', '/api/admin/uploads');
  const { upload_url: url } = await callAsUploader(
    site,
    'POST',
    `/api/admin/uploads/${id}/files`,
    { 'content-type': 'application/json' },
    Buffer.from(JSON.stringify({ path, bytes: size })),
  );
  return [id, url];
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
