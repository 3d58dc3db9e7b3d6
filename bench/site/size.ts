import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from '#contract/rendering.ts';
import { table, type Figure } from '../figures.ts';
import { ROOT } from '../servers/processes.ts';

/** The files of the built site. */
export const BUILT = join(ROOT, 'build/client');
const READER = 'web/reader/screen/reader-page.tsx';

/** The pages most visits begin with, by their files, and most kilobytes of scripts of each (docs/decisions/0050). */
const FIRST_LOADS = [
  { page: 'home', files: ['web/catalogue/home/home-page.tsx'], limit: 125 },
  { page: 'latest', files: ['web/catalogue/listing/latest-page.tsx'], limit: 125 },
  {
    page: 'comic',
    files: ['web/catalogue/comic/comic-page.tsx', 'web/catalogue/chapters/comic-contents-page.tsx'],
    limit: 125,
  },
  { page: 'reader', files: [READER], limit: 135 },
];

/** Of everything of the reader that comes later. */
const LAZY_LIMIT = 40;

export type BuiltManifest = Record<string, Manifest[string] & { dynamicImports?: string[] }>;

/** Weighs what a browser fetches of scripts when it opens a page for the first time, and what the reader may fetch later. */
export async function benchSize(say: (line: string) => void): Promise<Figure[]> {
  const manifest = readManifest();
  say('First-load JavaScript, gzip');
  say(
    table(
      ['page', 'KB', 'files'],
      FIRST_LOADS.map(({ page, files }) => {
        const scripts = findScripts(['index.html', ...files], manifest);
        return [
          page,
          kilobytes(scripts).toFixed(1),
          scripts.map((file) => basename(file).replace(/-[\w-]{8}\.js$/, '')).join(' '),
        ];
      }),
    ),
  );
  const later = findLazyScripts(READER, manifest).map((file) => [basename(file), kilobytes([file]).toFixed(1)]);
  say(`\nJavaScript of the reader that comes later, gzip\n${table(['file', 'KB'], later)}\n`);
  return weighScripts(manifest);
}

/** The scripts of each page's first load and of the reader's later parts in the built site. KB are 1,000 bytes, compressed by gzip. */
export function weighScripts(manifest: BuiltManifest): Figure[] {
  return [
    ...FIRST_LOADS.map(({ page, files, limit }): Figure => ({
      name: `first-load JavaScript: ${page}`,
      value: kilobytes(findScripts(['index.html', ...files], manifest)),
      unit: 'KB',
      limit,
      bound: 'most',
    })),
    {
      name: 'JavaScript of the reader that comes later',
      value: kilobytes(findLazyScripts(READER, manifest)),
      unit: 'KB',
      limit: LAZY_LIMIT,
      bound: 'most',
    },
  ];
}

/** Vite's manifest of the site as it was built last. @throws where it never was. */
export function readManifest(): BuiltManifest {
  const file = join(BUILT, '.vite/manifest.json');
  if (!existsSync(file)) throw new Error('The site is not built: run `npm run build`, then this again.');
  return JSON.parse(readFileSync(file, 'utf8')) as BuiltManifest;
}

/** The script files that modules are in, and those they import in turn, each once. @throws where the manifest has no such module. */
export function findScripts(modules: readonly string[], manifest: BuiltManifest): string[] {
  const names = new Set(modules);
  for (const name of names) {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The built site has no ${name}.`);
    for (const imported of chunk.imports ?? []) {
      names.add(imported);
    }
  }
  return [...new Set([...names].map((name) => manifest[name]!.file))];
}

/** The script files that a page's own modules may ask for later, with all they import; without those of its first load. */
export function findLazyScripts(page: string, manifest: BuiltManifest): string[] {
  const loaded = new Set(findScripts(['index.html', page], manifest));
  const found = new Set<string>();
  const ways = [...(manifest[page]?.dynamicImports ?? [])];
  for (const name of ways) {
    const chunk = manifest[name];
    if (chunk === undefined || loaded.has(chunk.file) || found.has(chunk.file)) continue;
    found.add(chunk.file);
    ways.push(...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []));
  }
  return [...found];
}

/** Kilobytes of built files, compressed by gzip. */
export function kilobytes(scripts: readonly string[]): number {
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(BUILT, file)), { level: 6 }).length, 0) / 1000;
}
