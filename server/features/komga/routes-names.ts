import { KOMGA_ROOT } from '#contract/addresses.ts';
import { z } from 'zod';
import { KIND_PATHS, type TermKind } from '#contract/taxonomy.ts';
import { RATINGS } from '#contract/comics.ts';
import { listTerms } from '#server/features/taxonomy/public/queries-terms.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { AGE_RATINGS, GENRE_KINDS, TAG_KINDS } from './conditions.ts';
import type { Author } from './dto.ts';
import { pageable, slice, springPage } from './paging.ts';
import { forMembers, hidden } from './scope.ts';
import type { KomgaDeps } from './series.ts';

/** Names of a kind that one list has: the most used ones. */
const MAX_NAMES = 1_000;

const text = z
  .unknown()
  .optional()
  .transform((given) => (typeof given === 'string' ? given.slice(0, 200) : ''));
const Query = z.object({ ...pageable, search: text, role: text });

/** The kinds of terms that are authors, and the role of each. */
const AUTHORS = [
  ['author', 'writer'],
  ['artist', 'penciller'],
  ['group', 'translator'],
] as const;

/** The names that series are narrowed by: genres, tags, publishers, languages, ages, authors. The most used of each kind, in order. */
export function nameRoutes(scope: App, deps: KomgaDeps): void {
  const names = async (viewing: RequestContext, kinds: readonly TermKind[], search: string): Promise<string[]> => {
    const found = await Promise.all(kinds.map((kind) => termsNamed(deps, viewing, kind, search)));
    return [...new Set(found.flat().map(({ name }) => name))].sort((a, b) => a.localeCompare(b, viewing.locale));
  };
  const authors = async (viewing: RequestContext, search: string, wanted: string): Promise<Author[]> => {
    const found = await Promise.all(
      AUTHORS.filter(([, role]) => wanted === '' || wanted === role).map(async ([kind, role]) =>
        (await termsNamed(deps, viewing, kind, search)).map(({ name }): Author => ({ name, role })),
      ),
    );
    return found.flat().sort((a, b) => a.name.localeCompare(b.name, viewing.locale));
  };
  const ages = RATINGS.map((rating) => AGE_RATINGS[rating]).map((age) => (age === null ? 'None' : String(age)));
  const lists: Record<string, (viewing: RequestContext, search: string) => Promise<unknown[]> | unknown[]> = {
    genres: (viewing, search) => names(viewing, GENRE_KINDS, search),
    tags: (viewing, search) => names(viewing, TAG_KINDS, search),
    publishers: (viewing, search) => names(viewing, ['publisher'], search),
    languages: async (viewing, search) => [
      ...new Set((await termsNamed(deps, viewing, 'language', search)).flatMap(({ code }) => code ?? [])),
    ],
    'age-ratings': () => ages,
    'sharing-labels': () => [],
    'authors/names': async (viewing, search) => [
      ...new Set((await authors(viewing, search, '')).map(({ name }) => name)),
    ],
    'authors/roles': () => AUTHORS.map(([, role]) => role),
  };

  for (const [path, list] of Object.entries(lists)) {
    scope.get(
      `${KOMGA_ROOT}/api/v1/${path}`,
      { schema: { querystring: Query, ...hidden }, config: forMembers },
      async ({ viewing, query }) => list(viewing, query.search),
    );
    scope.get(
      `${KOMGA_ROOT}/api/v2/${path}`,
      { schema: { querystring: Query, ...hidden }, config: forMembers },
      async ({ viewing, query }) => {
        // Of ages the second API has numbers alone.
        const found = (await list(viewing, query.search)).flatMap((each) =>
          path !== 'age-ratings' ? [each] : each === 'None' ? [] : [Number(each)],
        );
        return springPage(slice(found, query), found.length, query);
      },
    );
  }
  for (const path of ['tags/series', 'tags/book']) {
    scope.get(
      `${KOMGA_ROOT}/api/v1/${path}`,
      { schema: { querystring: Query, ...hidden }, config: forMembers },
      async ({ viewing }) => lists.tags!(viewing, ''),
    );
  }
  scope.get(`${KOMGA_ROOT}/api/v1/fonts/families`, { schema: hidden, config: forMembers }, async () => []);
  scope.get(
    `${KOMGA_ROOT}/api/v2/series/release-years`,
    { schema: { querystring: Query, ...hidden }, config: forMembers },
    async ({ query }) => springPage([], 0, query),
  );
  scope.get(`${KOMGA_ROOT}/api/v1/series/release-dates`, { schema: hidden, config: forMembers }, async () => []);
  scope.get(
    `${KOMGA_ROOT}/api/v1/authors`,
    { schema: { querystring: Query, ...hidden }, config: forMembers },
    async ({ viewing, query }) => authors(viewing, query.search, ''),
  );
  scope.get(
    `${KOMGA_ROOT}/api/v2/authors`,
    { schema: { querystring: Query, ...hidden }, config: forMembers },
    async ({ viewing, query }) => {
      const found = await authors(viewing, query.search, query.role);
      return springPage(slice(found, query), found.length, query);
    },
  );
}

async function termsNamed(deps: KomgaDeps, viewing: RequestContext, kind: TermKind, search: string) {
  if (!viewing.site.features.includes(KIND_PATHS[kind])) return [];
  const { rows } = await listTerms(
    deps,
    deps.catalogue.ready(),
    viewing,
    viewing.locale,
    {
      kind,
      q: search.replaceAll(/[":()|~]/g, ' ').trim(),
      sort: search === '' ? 'comics_count' : undefined,
      order: undefined,
    },
    0,
    MAX_NAMES,
  );
  return rows;
}
