import { LOCALES } from '#contract/locales.ts';
import { crawl, firstOfKind } from '../crawling.ts';
import { expect, test } from '../fixtures.ts';

/** Of how many terms of a kind the pages are read, and of how many comics those below theirs: all are made by the same code. */
const OF_A_KIND = 3;

/** Addresses that lead to any comic, or is a list in one of its many orders. */
const ENDLESS = /\/random|[?&](?!page=)/;

/** Other tests take away while this runs: the members of `member-journey.spec.ts`, and comments that are hidden. */
const LEAVING = /\/profile\/mika|\/comments\/\d/;

test('every link of the site leads to a page that says what it is, in every language, in good HTML', async ({
  baseURL,
}) => {
  const followed = new Map<string, Set<string>>();
  /** The pages of all comics, and of the first of everything else. */
  const amongFirst = (path: string) => {
    const [, , kind = '', name, below] = path.split(/[/?]/);
    if (name === undefined || (kind === 'comic' && below === undefined)) return true;
    const names = followed.get(kind) ?? new Set();
    followed.set(kind, names);
    return names.has(name) || (names.size < OF_A_KIND && names.add(name) !== undefined);
  };
  const { pages, faults } = await crawl(
    baseURL!,
    LOCALES.map((locale) => `/${locale}`),
    {
      // All that one language links to but the reader's pages; of the others, a page of each kind that has no name of its own.
      follow: (path) =>
        !ENDLESS.test(path) &&
        !LEAVING.test(path) &&
        (path.startsWith('/en/')
          ? !path.includes('/reader') && amongFirst(path)
          : /^\/\w\w\/(?:latest|tags|cookies|terms|transparency)$/.test(path)),
      // One page of each layout: all that follow are made by the same code.
      validate: firstOfKind((path) => {
        const [, locale = '', ...parts] = path.split(/[/?]/);
        return `${locale === 'en' ? '' : 'translated '}${parts.map((part, index) => (index % 2 === 0 ? part : 'x')).join('/')}`;
      }),
    },
  );
  expect(faults).toEqual([]);
  expect(pages.length).toBeGreaterThan(150);
});
