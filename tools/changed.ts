import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** A page of each kind: for what every page is made of. */
const EVERY_KIND = ['home', 'browse', 'read', 'auth'];

/** Where a change shows → the browser tests that look there; of several places the longest counts. What is nowhere here shows in no page. */
export const BROWSER_TESTS: Readonly<Record<string, readonly string[]>> = {
  contract: EVERY_KIND,
  'index.html': EVERY_KIND,
  'vite.config.ts': EVERY_KIND,
  messages: ['locales', 'home'],
  public: ['offline'],
  e2e: EVERY_KIND,
  'server/app.ts': EVERY_KIND,
  'server/db': EVERY_KIND,
  'server/http': EVERY_KIND,
  'server/features/accounts': ['auth', 'settings'],
  'server/features/ads': ['ads'],
  'server/features/age': ['age'],
  'server/features/blocklist': ['moderation'],
  'server/features/chapters': ['read', 'admin-comics'],
  'server/features/comics': ['browse', 'filters'],
  'server/features/comments': ['comments', 'manage-comments'],
  'server/features/downloads': ['download'],
  'server/features/editing': ['admin-comics'],
  'server/features/imports': ['missing-pages'],
  'server/features/library': ['library', 'bookmarks', 'reader-progress'],
  'server/features/moderation': ['moderation'],
  'server/features/search': ['search'],
  'server/features/site-pages': ['finish'],
  'server/features/sites': ['sites'],
  'server/features/slides': ['home'],
  'server/features/takedowns': ['dmca'],
  'server/features/taxonomy': ['taxonomy', 'hidden'],
  'server/features/uploads': ['upload', 'missing-pages'],
  web: EVERY_KIND,
  'web/app/third-parties': ['consent'],
  'web/catalogue/ads': ['ads'],
  'web/catalogue/cards': ['browse', 'home'],
  'web/catalogue/chapters': ['browse', 'reader-progress'],
  'web/catalogue/comic': ['browse', 'library', 'without-javascript'],
  'web/catalogue/downloads': ['download'],
  'web/catalogue/filters': ['filters', 'without-javascript'],
  'web/catalogue/home': ['home'],
  'web/catalogue/listing': ['browse', 'filters', 'without-javascript'],
  'web/catalogue/search': ['search'],
  'web/catalogue/terms': ['taxonomy'],
  'web/community': ['comments', 'moderation'],
  'web/legal/age': ['age'],
  'web/legal/consent': ['consent'],
  'web/legal/notices': ['dmca'],
  'web/library/bookmarks': ['bookmarks'],
  'web/library/hidden': ['hidden'],
  'web/library/marks': ['library', 'member-journey'],
  'web/library/offline': ['offline'],
  'web/library/preferences': ['reader-direction', 'settings'],
  'web/library/progress': ['reader-progress', 'library'],
  'web/library/sync': ['library'],
  'web/members/auth': ['auth', 'order'],
  'web/members/library': ['library', 'bookmarks'],
  'web/members/offline': ['offline'],
  'web/members/settings': ['settings'],
  'web/platform/i18n': ['locales', 'pseudo-locale', 'home'],
  'web/reader': ['read', 'reader-bars', 'reader-direction', 'reader-position', 'reader-progress'],
  'web/reader/bars': ['read', 'reader-bars', 'reader-direction'],
  'web/reader/guided': ['reader-guided'],
  'web/staff': ['admin-comics', 'moderation'],
  'web/staff/comics': ['admin-comics'],
  'web/staff/moderation': ['moderation', 'manage-comments'],
  'web/staff/uploads': ['upload', 'missing-pages'],
  'web/ui': [...EVERY_KIND, 'accessibility'],
};

/** Tests that read files or start processes, of which no import tells: the paths whose changes can break them → the tests. */
const READERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?!.*\.(css|md)$)/, ['architecture']],
  [/^messages\//, ['messages']],
  [/^docs\/configuration\.md$|^server\/config\//, ['tools/configuration-page.test.ts']],
  [/^server\/(?:[a-z]+\.ts$|config\/|db\/(?!.*\.test\.ts)|jobs\/)/, ['server/main.test.ts']],
  [/^server\/(?:cli|features\/imports)\b/, ['server/cli/import.test.ts']],
];

/** The paths that differ from a commit, those that are not committed included. @throws where there is no such commit. */
export function changedSince(commit: string, folder = process.cwd()): string[] {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr.trim());
    return stdout.split('\0').filter((path) => path !== '');
  };
  return [
    ...git('diff', '--name-only', '-z', commit, '--'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
}

/** The browser tests that look at what has changed, by their files: those of each change's place, and those that changed themselves. */
export function browserTestsFor(changed: readonly string[]): string[] {
  const found = changed
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) => {
      if (/^e2e\/[\w-]+\.spec\.ts$/.test(path)) return [path.slice('e2e/'.length, -'.spec.ts'.length)];
      const place = Object.keys(BROWSER_TESTS)
        .filter((each) => path === each || path.startsWith(`${each}/`))
        .sort((a, b) => b.length - a.length)[0];
      return place === undefined ? [] : (BROWSER_TESTS[place] ?? []);
    });
  // One that was deleted is among what has changed.
  const there = new Set(readdirSync('e2e'));
  return [...new Set(found)]
    .map((name) => `${name}.spec.ts`)
    .filter((file) => there.has(file))
    .map((file) => `e2e/${file}`)
    .sort();
}

/** The tests of Vitest that read files or start processes made of what has changed: nothing they import says so. */
export function testsReading(changed: readonly string[]): string[] {
  return [...new Set(READERS.flatMap(([pattern, tests]) => (changed.some((path) => pattern.test(path)) ? tests : [])))];
}
