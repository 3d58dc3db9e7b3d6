import { median, readable, table, type Figure } from './figures.ts';
import { openLibrary } from './library.ts';
import type { Load } from './load.ts';
import { startScript, type Running } from './processes.ts';

const ROUNDS = 5;
/** Seconds each server is asked for each page in each round. */
const SECONDS = 1.5;

interface Measured { name: string; ours: number[]; bytes: number[] }

/** Measures cached anonymous pages against Fastify sending the same bytes from memory, in turns in one run. */
export async function benchPages(say: (line: string) => void): Promise<Figure[]> {
  const { server, pages: all, close } = await openLibrary();
  try {
    const pages = all.filter(({ name }) => name !== 'reader');
    const plain = startScript('bench/main.ts', ['send-bytes', ...pages.map(({ url }) => url)], { NODE_ENV: 'production' });
    try {
      const plainUrl = await printedAddress(plain);
      const measured: Measured[] = pages.map(({ name }) => ({ name, ours: [], bytes: [] }));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, { url }] of pages.entries()) {
          const ours = () => rate(url).then((requests) => measured[index]!.ours.push(requests));
          const bytes = () => rate(url.replace(server.url, plainUrl)).then((requests) => measured[index]!.bytes.push(requests));
          for (const ask of round % 2 === 0 ? [ours, bytes] : [bytes, ours]) { await ask(); }
        }
      }
      return report(measured, say);
    } finally {
      await plain.stop();
    }
  } finally {
    await close();
  }
}

/** Requests a second, asked by a process of its own. */
async function rate(url: string): Promise<number> {
  const child = startScript('bench/main.ts', ['load', url, String(SECONDS)]);
  await child.ended;
  const load = JSON.parse(child.output().trim().split('\n').at(-1) ?? '{}') as Load;
  if (load.failed > 0 || !(load.requests > 0)) { throw new Error(`${url}: ${child.output()}`); }
  return load.requests / load.seconds;
}

async function printedAddress(child: Running): Promise<string> {
  for (;;) {
    const found = /http:\/\/[\d.]+:\d+/.exec(child.output())?.[0];
    if (found !== undefined) { return found; }
    const ended = await Promise.race([child.ended.then(() => true), new Promise<false>((resolve) => { setTimeout(() => resolve(false), 20); })]);
    if (ended) { throw new Error(child.output()); }
  }
}

function report(measured: readonly Measured[], say: (line: string) => void): Figure[] {
  say('Cached anonymous pages, requests a second');
  say(table(['page', 'the site', 'Fastify, same bytes', 'ratio'], measured.map(({ name, ours, bytes }) =>
    [name, readable(median(ours)), readable(median(bytes)), readable(median(ours) / median(bytes))])));
  say('');
  return measured.map(({ name, ours, bytes }) => (
    { name: `cached page ÷ the same bytes from memory: ${name}`, value: median(ours) / median(bytes), unit: '×', limit: 0.6, bound: 'least' }
  ));
}
