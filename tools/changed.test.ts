import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { BROWSER_TESTS, browserTestsFor, changedSince, testsReading } from './changed.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a change picks the browser tests of the innermost place it is in, and those that changed themselves', () => {
  expect(browserTestsFor(['web/reader/guided/panels.ts'])).toEqual(['e2e/reader/reader-guided.spec.ts']);
  expect(browserTestsFor(['web/reader/strip/strip-run.tsx'])).toContain('e2e/reader/reader-position.spec.ts');
  expect(browserTestsFor(['web/catalogue/home/home-page.tsx', 'e2e/legal/dmca.spec.ts'])).toEqual([
    'e2e/catalogue/home.spec.ts',
    'e2e/legal/dmca.spec.ts',
    'e2e/members/suggested.spec.ts',
  ]);
  expect(
    browserTestsFor([
      'server/features/purging/purging.ts',
      'docs/search.md',
      'web/reader/strip/strip-geometry.test.ts',
    ]),
  ).toEqual([]);
});

it('every wing of the site has browser tests, and all places and tests that are named are there', () => {
  const wings = readdirSync('web', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name);
  for (const wing of wings) {
    expect(browserTestsFor([`web/${wing}/x.ts`]), wing).not.toEqual([]);
  }
  const named = [
    ...Object.keys(BROWSER_TESTS),
    ...Object.values(BROWSER_TESTS)
      .flat()
      .map((name) => `e2e/${name}.spec.ts`),
  ];
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it('what tests read or start is told by its place', () => {
  expect(testsReading(['messages/de.json'])).toEqual(['architecture', 'messages']);
  expect(testsReading(['server/main.ts'])).toContain('server/main.test.ts');
  expect(testsReading(['docs/search.md'])).toEqual([]);
});

it('what has changed is all that differs from a commit, new files among it; a commit that is not there is told', () => {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-changed-'));
  folders.push(folder);
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  for (const name of ['same.ts', 'edited ä.ts', 'gone.ts']) {
    writeFileSync(join(folder, name), name);
  }
  git('add', '.');
  git('commit', '--quiet', '-m', 'before');
  writeFileSync(join(folder, 'edited ä.ts'), 'otherwise');
  writeFileSync(join(folder, 'new.ts'), 'new');
  rmSync(join(folder, 'gone.ts'));
  expect(changedSince('HEAD', folder).sort()).toEqual(['edited ä.ts', 'gone.ts', 'new.ts']);
  expect(() => changedSince('nowhere', folder)).toThrow('nowhere');
});
