import { median, readable, table, type Figure } from '../figures.ts';
import { openLibrary } from '../synthetic/library.ts';
import { startScript, type Running } from '../servers/processes.ts';

/** Turns of each server for each page, and their length in seconds. */
const TURNS = 25;
const SECONDS = 0.3;

interface PageFigures {
  name: string;
  ours: number[];
  bytes: number[];
}

/** Measures cached anonymous pages against Fastify sending the same bytes from memory, in turns in one run. */
export async function benchPages(say: (line: string) => void): Promise<Figure[]> {
  const { server, pages: all, close } = await openLibrary();
  try {
    const pages = all.filter(({ name }) => name !== 'reader');
    const plain = startScript('bench/main.ts', ['send-bytes', ...pages.map(({ url }) => url)], {
      NODE_ENV: 'production',
    });
    try {
      const plainUrl = await printedAddress(plain);
      const measured: PageFigures[] = [];
      for (const { name, url } of pages) {
        const [ours = [], bytes = []] = await rates([url, url.replace(server.url, plainUrl)]);
        measured.push({ name, ours, bytes });
      }
      return report(measured, say);
    } finally {
      await plain.stop();
    }
  } finally {
    await close();
  }
}

/** Requests a second of each turn, asked by a process of its own. */
async function rates(urls: readonly string[]): Promise<number[][]> {
  const child = startScript('bench/main.ts', ['load', String(TURNS), String(SECONDS), ...urls]);
  if ((await child.ended) !== 0) throw new Error(child.output());
  return JSON.parse(child.output().trim().split('\n').at(-1) ?? '[]') as number[][];
}

async function printedAddress(child: Running): Promise<string> {
  for (;;) {
    const found = /http:\/\/[\d.]+:\d+/.exec(child.output())?.[0];
    if (found !== undefined) return found;
    const ended = await Promise.race([
      child.ended.then(() => true),
      new Promise<false>((resolve) => {
        setTimeout(() => resolve(false), 20);
      }),
    ]);
    if (ended) throw new Error(child.output());
  }
}

function report(measured: readonly PageFigures[], say: (line: string) => void): Figure[] {
  say('Cached anonymous pages, requests a second');
  say(
    table(
      ['page', 'the site', 'Fastify, same bytes', 'ratio'],
      measured.map(({ name, ours, bytes }) => [
        name,
        readable(median(ours)),
        readable(median(bytes)),
        readable(median(ours) / median(bytes)),
      ]),
    ),
  );
  say('');
  return measured.map(({ name, ours, bytes }) => ({
    name: `cached page ÷ the same bytes from memory: ${name}`,
    value: median(ours) / median(bytes),
    unit: '×',
    limit: 0.6,
    bound: 'least',
  }));
}
