import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { projectFiles } from './house/imports.ts';

/** Pages about the product as it is; decisions tell of the time they were made in. */
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/{,operations/}*.md')];
/** A path of the project between backticks: a file, or a folder with a slash at its end. */
const PATH =
  /`((?:contract|server|web|e2e|bench|tools|public|messages|docs|demo)\/[\w./*-]*(?:\/|\.(?:ts|tsx|mjs|js|css|md|json|sql)))`/g;

it('the pages name no file and no folder that is not there', () => {
  const missing = PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(PATH)]
      .map(([, path = '']) => path)
      .filter((path) => (path.includes('*') ? globSync(path).length === 0 : !existsSync(path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

it('they name no file without its folder that is nowhere', () => {
  const named = new Set(projectFiles().map((path) => posix.basename(path)));
  const missing = PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`([a-z][a-z\d.-]*\.(?:tsx?|mjs|css|sql))`/g)]
      // `look.css` is a key of the configuration.
      .filter(([, name = '']) => !named.has(name) && !name.startsWith('index.') && name !== 'look.css')
      .map(([, name]) => `${page}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('docs/data-model.md names every table', () => {
  const tables = readFileSync('server/db/schema.ts', 'utf8')
    .split('export interface Schema {')[1]!
    .matchAll(/^ {2}(\w+): /gm);
  const page = readFileSync('docs/data-model.md', 'utf8');
  expect([...tables].map(([, name]) => name!).filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});

it('their links to one another lead somewhere', () => {
  const dead = PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, to = '']) => to)
      .filter((to) => !existsSync(new URL(to, new URL(page, `file://${process.cwd()}/`))))
      .map((to) => `${page} → ${to}`),
  );
  expect(dead).toEqual([]);
});

it('and to a heading that is there', () => {
  const dead = PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/g)]
      .filter(([, to = '', heading = '']) => {
        const there = new URL(to || posix.basename(page), new URL(page, `file://${process.cwd()}/`));
        return existsSync(there) && !anchors(readFileSync(there, 'utf8')).includes(heading);
      })
      .map(([, to, heading]) => `${page} → ${to}#${heading}`),
  );
  expect(dead).toEqual([]);
});

it('each decision has a number of its own, and says it in its title', () => {
  const numbered = globSync('docs/decisions/*.md').map((path) => ({ path, number: posix.basename(path).slice(0, 4) }));
  const twice = numbered.filter(({ number }, at) => numbered.findIndex((other) => other.number === number) !== at);
  const untitled = numbered.filter(({ path, number }) => !readFileSync(path, 'utf8').startsWith(`# ${number}. `));
  expect({ twice, untitled }).toEqual({ twice: [], untitled: [] });
});

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
