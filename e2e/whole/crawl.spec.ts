import { matchRoutes } from 'react-router';
import { crawl, firstOfKind } from '../crawling.ts';
import { expect, test } from '../fixtures.ts';
import { WALKED } from './languages.ts';
import { ROUTES } from './routes.ts';

const PATTERNS = Object.keys(ROUTES).map((path) => ({ path: `/:lang/${path}` }));

/** The page of the router an address leads to, with its language. */
function kindFor(path: string): string {
  const { pathname } = new URL(path, 'http://site.test');
  return `${pathname.slice(1, 3)} ${matchRoutes(PATTERNS, pathname)?.at(-1)?.route.path}`;
}

/** The same with what a list is asked for: one list of each kind is read, not every list in every order. */
function listFor(path: string): string {
  return `${kindFor(path)} ${[...new Set(new URL(path, 'http://site.test').searchParams.keys())].toSorted().join(' ')}`;
}

test('every address of the site, in every language, is a page that says what it is, in good HTML, and nothing it is made of is missing', async ({
  baseURL,
}) => {
  test.setTimeout(3_600_000);
  const firstList = firstOfKind(listFor);
  const { pages, files, faults } = await crawl(
    baseURL!,
    WALKED.map((locale) => `/${locale}`),
    {
      follow: (path) =>
        WALKED.some((locale) => locale === path.slice(1, 3)) && (!/[?&](?!page=)/.test(path) || firstList(path)),
      // One page of each layout: all that follow are made by the same code.
      validate: firstOfKind(kindFor),
      files: true,
    },
  );
  const read = WALKED.map((locale) => [locale, pages.filter((path) => path.slice(1, 3) === locale)] as const);
  console.log(`${read.map(([locale, those]) => `${locale}: ${those.length}`).join(', ')} pages; ${files} files`);
  expect(faults).toEqual([]);
  // All languages have the pages of the first.
  const first = read[0]?.[1] ?? [];
  const names = (paths: readonly string[]) =>
    paths
      .filter((path) => !path.includes('?'))
      .map((path) => path.slice(3))
      .toSorted();
  for (const [, those] of read) {
    expect(names(those)).toEqual(names(first));
  }
});
