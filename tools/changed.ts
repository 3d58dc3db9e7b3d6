import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A page of each kind: for what every page is made of. */
const EVERY_KIND = ['catalogue/home', 'catalogue/browse', 'reader/read', 'members/auth'];

/** Where a change shows → the browser tests that look there; of several places the longest counts. What is nowhere here shows in no page. */
export const BROWSER_TESTS: Readonly<Record<string, readonly string[]>> = {
  contract: EVERY_KIND,
  'index.html': EVERY_KIND,
  'vite.config.ts': EVERY_KIND,
  messages: ['app/locales', 'catalogue/home'],
  public: ['members/offline'],
  e2e: EVERY_KIND,
  'server/app.ts': EVERY_KIND,
  'server/db': EVERY_KIND,
  'server/http': EVERY_KIND,
  'server/features/accounts': ['members/auth', 'members/settings'],
  'server/features/ads': ['catalogue/ads'],
  'server/features/age': ['legal/age'],
  'server/features/blocklist': ['staff/moderation'],
  'server/features/chapters': ['reader/read', 'staff/admin-comics'],
  'server/features/comics': ['catalogue/browse', 'catalogue/filters'],
  'server/features/comments': ['community/comments', 'staff/manage-comments'],
  'server/features/downloads': ['catalogue/download'],
  'server/features/editing': ['staff/admin-comics'],
  'server/features/imports': ['staff/missing-pages'],
  'server/features/library': [
    'members/library',
    'members/bookmarks',
    'members/shelves',
    'members/searches',
    'reader/reader-progress',
  ],
  'server/features/figures': ['members/figures'],
  'server/features/moderation': ['staff/moderation'],
  'server/features/portability': ['members/import'],
  'server/features/search': ['catalogue/search'],
  'server/features/site-pages': ['app/finish'],
  'server/features/sites': ['app/sites'],
  'server/features/slides': ['catalogue/home'],
  'server/features/takedowns': ['legal/dmca'],
  'server/features/taxonomy': ['catalogue/taxonomy', 'members/hidden'],
  'server/features/transfers': ['staff/imports'],
  'server/features/uploads': ['staff/upload', 'staff/missing-pages'],
  'server/features/webhooks': ['staff/webhooks'],
  web: EVERY_KIND,
  'web/app/third-parties': ['legal/consent'],
  'web/catalogue/ads': ['catalogue/ads'],
  'web/catalogue/cards': ['catalogue/browse', 'catalogue/home'],
  'web/catalogue/chapters': ['catalogue/browse', 'reader/reader-progress'],
  'web/catalogue/comic': ['catalogue/browse', 'members/library', 'app/without-javascript'],
  'web/catalogue/downloads': ['catalogue/download'],
  'web/catalogue/filters': ['catalogue/filters', 'app/without-javascript'],
  'web/catalogue/home': ['members/suggested', 'catalogue/home'],
  'web/catalogue/listing': ['catalogue/browse', 'catalogue/filters', 'app/without-javascript'],
  'web/catalogue/search': ['catalogue/search'],
  'web/catalogue/terms': ['catalogue/taxonomy'],
  'web/community': ['community/comments', 'community/reviews', 'staff/moderation'],
  'web/legal/age': ['legal/age'],
  'web/legal/consent': ['legal/consent'],
  'web/legal/notices': ['legal/dmca'],
  'web/library/bookmarks': ['members/bookmarks'],
  'web/library/shelves': ['members/shelves'],
  'web/library/filters': ['members/searches', 'catalogue/filters'],
  'web/library/hidden': ['members/hidden'],
  'web/library/marks': ['members/library', 'members/member-journey'],
  'web/library/offline': ['members/offline'],
  'web/library/preferences': ['reader/reader-direction', 'members/settings'],
  'web/library/progress': ['reader/reader-progress', 'members/library'],
  'web/library/sync': ['members/library'],
  'web/members/auth': ['members/auth', 'members/order'],
  'web/members/library': ['members/library', 'members/bookmarks', 'members/shelves'],
  'web/members/figures': ['members/figures'],
  'web/members/offline': ['members/offline'],
  'web/members/portability': ['members/import'],
  'web/members/settings': ['members/settings'],
  'web/platform/i18n': ['app/locales', 'app/pseudo-locale', 'catalogue/home'],
  'web/reader': [
    'reader/read',
    'reader/reader-bars',
    'reader/reader-direction',
    'reader/reader-position',
    'reader/reader-progress',
  ],
  'web/reader/bars': ['reader/read', 'reader/reader-bars', 'reader/reader-direction'],
  'web/reader/guided': ['reader/reader-guided'],
  'web/staff': ['staff/admin-comics', 'staff/moderation'],
  'web/staff/comics': ['staff/admin-comics'],
  'web/staff/moderation': ['staff/moderation', 'staff/manage-comments'],
  'web/staff/transfers': ['staff/imports'],
  'web/staff/uploads': ['staff/upload', 'staff/missing-pages'],
  'web/staff/webhooks': ['staff/webhooks'],
  'web/ui': [...EVERY_KIND, 'app/accessibility'],
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
      const [, itself] = /^e2e\/((?!whole\/)[\w-]+\/[\w-]+)\.spec\.ts$/.exec(path) ?? [];
      if (itself !== undefined) return [itself];
      const place = Object.keys(BROWSER_TESTS)
        .filter((each) => path === each || path.startsWith(`${each}/`))
        .sort((a, b) => b.length - a.length)[0];
      return place === undefined ? [] : (BROWSER_TESTS[place] ?? []);
    });
  return (
    [...new Set(found)]
      .map((name) => `e2e/${name}.spec.ts`)
      // One that was deleted is among what has changed.
      .filter((file) => existsSync(file))
      .sort()
  );
}

/** The tests of Vitest that read files or start processes made of what has changed: nothing they import says so. */
export function testsReading(changed: readonly string[]): string[] {
  return [...new Set(READERS.flatMap(([pattern, tests]) => (changed.some((path) => pattern.test(path)) ? tests : [])))];
}
