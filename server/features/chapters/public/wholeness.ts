import { problem, type ProblemParams } from '#contract/problems.ts';
import type { Tx } from '#server/db/database.ts';
import {
  acceptMissing,
  missingPages,
  shortChapters,
  type MissingPage,
  type Part,
  type ShortChapter,
} from './queries-missing.ts';

/** Pages that a problem names; of more it says how many. */
const NAMED = 10;

/** The doubts that keep a comic from being shown before someone says that it may be shown so. */
export type Lack =
  { code: 'comic-pages-missing'; params: ProblemParams } | { code: 'comic-pages-fewer'; params: ProblemParams };

/** The pages that are lacking without anyone having accepted it; null for what is whole. */
export async function findLack(tx: Tx, part: Part): Promise<Lack | null> {
  const missing = (await missingPages(tx, part)).filter(({ accepted }) => !accepted);
  if (missing.length > 0) return pagesMissing(missing);
  const [short] = await shortChapters(tx, part);
  return short === undefined ? null : pagesFewer(short);
}

/** The lack of these pages, with their places and names. */
export function pagesMissing(pages: readonly Pick<MissingPage, 'chapter' | 'page' | 'name'>[]): Lack {
  const named = pages
    .slice(0, NAMED)
    .map(
      ({ chapter, page, name }) => `${chapter === null ? '' : `${chapter}: `}${page}${name === '' ? '' : ` (${name})`}`,
    );
  return {
    code: 'comic-pages-missing',
    params: { count: pages.length, pages: `${named.join(', ')}${pages.length > NAMED ? ', …' : ''}` },
  };
}

/** That a chapter holds fewer pages than its file says. */
export function pagesFewer({ pages, said }: Pick<ShortChapter, 'pages' | 'said'>): Lack {
  return { code: 'comic-pages-fewer', params: { pages, said } };
}

/**
 * Lets be shown what lacks nothing, or of which someone says that it may be shown so (`incomplete`): that is
 * remembered for each page, so that it is asked again for those that are found missing later.
 *
 * @throws Problem `comic-pages-missing` {count, pages}, `comic-pages-fewer` {pages, said}.
 */
export async function requireWhole(tx: Tx, part: Part, incomplete: boolean): Promise<void> {
  if (incomplete) return acceptMissing(tx, part);
  const lack = await findLack(tx, part);
  if (lack !== null) throw problem(lack.code, lack.params);
}
