import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from '#contract/rendering.ts';
import { table, type Figure } from './figures.ts';
import { openLibrary, type Library } from './library.ts';
import { ROOT } from './processes.ts';

const LIMITS: Record<Library['pages'][number]['name'], number> = { home: 125, latest: 125, comic: 125, reader: 135 };

/** Of everything of the reader that comes later. */
const LAZY_LIMIT = 40;
const READER = 'web/reader/screen/reader-page.tsx';

/** Weighs what a browser fetches of scripts when it opens a page for the first time, and what the reader may fetch later. KB are 1,000 bytes, compressed by gzip. */
export async function benchSize(say: (line: string) => void): Promise<Figure[]> {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'build/client/.vite/manifest.json'), 'utf8')) as LazyManifest;
  const { pages, close } = await openLibrary();
  try {
    const weighed = [];
    for (const { name, url } of pages) {
      const answer = await fetch(url);
      if (!answer.ok) { throw new Error(`${url} answered ${answer.status}`); }
      const scripts = findScripts(await answer.text(), manifest);
      weighed.push({ name, scripts, kilobytes: scripts.reduce((sum, file) => sum + gzipped(file), 0) / 1000 });
    }
    say('First-load JavaScript, gzip');
    say(table(['page', 'KB', 'files'], weighed.map(({ name, kilobytes, scripts }) => [name, kilobytes.toFixed(1), scripts.map((file) => basename(file).replace(/-[\w-]{8}\.js$/, '')).join(' ')])));
    const later = findLazyScripts(READER, manifest, new Set(weighed.find(({ name }) => name === 'reader')?.scripts))
      .map((file) => ({ file, kilobytes: gzipped(file) / 1000 }));
    say(`\nJavaScript of the reader that comes later, gzip\n${table(['file', 'KB'], later.map(({ file, kilobytes }) => [basename(file), kilobytes.toFixed(1)]))}\n`);
    return [
      ...weighed.map(({ name, kilobytes }): Figure => ({ name: `first-load JavaScript: ${name}`, value: kilobytes, unit: 'KB', limit: LIMITS[name], bound: 'most' })),
      { name: 'JavaScript of the reader that comes later', value: later.reduce((sum, { kilobytes }) => sum + kilobytes, 0), unit: 'KB', limit: LAZY_LIMIT, bound: 'most' },
    ];
  } finally {
    await close();
  }
}

/** The script files a page names, and those they import in turn. */
export function findScripts(html: string, manifest: Manifest): string[] {
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag)
    .filter((tag) => tag.startsWith('<script') || tag.includes('modulepreload'))
    .flatMap((tag) => /(?:src|href)="\/([^"?]+\.js)"/.exec(tag)?.[1] ?? []);
  const found = new Set(named);
  for (const file of found) {
    const chunk = Object.values(manifest).find((entry) => entry.file === file);
    for (const name of chunk?.imports ?? []) {
      const imported = manifest[name]?.file;
      if (imported !== undefined) { found.add(imported); }
    }
  }
  return [...found];
}

type LazyManifest = Record<string, Manifest[string] & { dynamicImports?: string[] }>;

/** The script files that a page's own modules may ask for later, with all they import; without those in `loaded`. */
export function findLazyScripts(page: string, manifest: LazyManifest, loaded: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const ways = [...manifest[page]?.dynamicImports ?? []];
  for (const name of ways) {
    const chunk = manifest[name];
    if (chunk === undefined || loaded.has(chunk.file) || found.has(chunk.file)) { continue; }
    found.add(chunk.file);
    ways.push(...chunk.imports ?? [], ...chunk.dynamicImports ?? []);
  }
  return [...found];
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(join(ROOT, 'build/client', file)), { level: 6 }).length;
}
