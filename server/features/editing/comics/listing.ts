import { NOBODY } from '#server/db/visible.ts';
import {
  type AdminComicFilter,
  type AdminComicQuery,
  type AdminComicRow,
  type State,
  STATES,
} from '#contract/editing.ts';
import type { SearchNote } from '#contract/search.ts';
import type { Deps } from '#server/deps.ts';
import { parseFilters } from '#server/features/comics/public/filters.ts';
import { resolveQuery } from '#server/features/comics/public/queries-resolve.ts';
import type { Editor } from '#server/features/editing/editors.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { Condition } from '#server/search/condition.ts';
import { parseQuery } from '#server/search/query-language.ts';
import { translate } from '#server/i18n/translate.ts';
import { lackingComics } from '#server/features/chapters/public/queries-missing.ts';
import { coverlessComics, jumpTo, kindTerms, reviewedComics, brokenComics, uploaderCalled } from './queries-chosen.ts';
import { listAllIds, lacksKindSql, listPageIds, type AdminListing } from './queries-listing.ts';
import { rowsOfIds } from './queries-rows.ts';
import { serializeRows } from './serializers.ts';

export type ListingDeps = Pick<Deps, 'db' | 'catalogue' | 'secret' | 'now'>;

/** A page of the table with the exact total, and what became of the text of its search. */
export interface ListedComics {
  data: AdminComicRow[];
  total: number;
  search: SearchNote | null;
}

/**
 * A page of the table of comics: every state, an uploader's own alone. Published comics are found in memory, the others
 * by the indexes of their state. Phrases and wildcards are looked for whole among published comics, by their words among others.
 *
 * @throws Problem `catalogue-warming` where the index in memory is not built yet and the database would take long.
 */
export async function listedComics(
  deps: ListingDeps,
  viewing: RequestContext,
  by: Editor,
  query: AdminComicQuery,
): Promise<ListedComics> {
  const { listing, search } = await adminListing(deps, viewing, by, query);
  const { ids, total } = await listPageIds(
    deps,
    { ...listing, sort: query.sort, descending: query.order === 'desc' },
    (query.page - 1) * query.per_page,
    query.per_page,
  );
  const rows = ids.length === 0 ? [] : await rowsOfIds(deps.db, ids);
  return { data: await serializeRows(deps, deps.db, viewing, rows), total, search };
}

/** The ids of all comics that a filter lists, in order of their ids. */
export async function chosenComics(
  deps: ListingDeps,
  viewing: RequestContext,
  by: Editor,
  filter: AdminComicFilter,
): Promise<number[]> {
  return listAllIds(deps, (await adminListing(deps, viewing, by, filter)).listing);
}

async function adminListing(
  deps: ListingDeps,
  viewing: RequestContext,
  by: Editor,
  query: AdminComicFilter,
): Promise<{ listing: AdminListing; search: SearchNote | null }> {
  const { db } = deps;
  const seeing = { ...viewing, rating: 'all' as const, hidden: [], blocked: NOBODY };
  const parsed = query.q === '' ? null : parseQuery(query.q);
  // Who has just named a term finds it by that name at once.
  const engines = { reads: db, catalogue: { ready: () => null } };
  const resolved = parsed ? await resolveQuery(engines, seeing, parsed, deps.now()) : null;
  const plain = query.q === '' ? null : parseQuery(query.q.replace(/["*?$\u201c\u201d]/g, ' '));
  const loose =
    plain === null || plain.canonical === parsed?.canonical
      ? resolved
      : await resolveQuery(engines, seeing, plain, deps.now());
  const filters = await filterParts(db, query);
  const without = [];
  for (const [missing, kind] of [
    ['tags', 'tag'],
    ['language', 'language'],
  ] as const) {
    if (query.missing.includes(missing)) {
      without.push({ kind, terms: await kindTerms(db, kind) });
    }
  }
  const states = query.states.length > 0 ? [...new Set<State>(query.states)] : [...STATES];
  return {
    listing: {
      states,
      uploader: await findUploader(db, by, query.uploader),
      condition: {
        all: [
          ...filters,
          ...(await Promise.all(without.map(({ kind, terms }) => lacksKindSql(deps, kind, terms)))),
          ...(resolved ? [resolved.condition] : []),
        ],
      },
      loose: {
        all: [...filters, ...without.map(({ terms }) => ({ not: { terms } })), ...(loose ? [loose.condition] : [])],
      },
      coverless: query.missing.includes('cover'),
      coverlessPublished:
        query.missing.includes('cover') && states.includes('published') ? await coverlessComics(db) : null,
      sort: 'id',
      descending: false,
    },
    search:
      parsed && resolved
        ? {
            canonical: parsed.canonical,
            corrected: null,
            hints: [
              ...new Set(
                resolved.hints.map(({ code, params }) => translate(viewing.locale, `search.hint.${code}`, params)),
              ),
            ],
            jump: parsed.jump === null ? null : await jumpTo(db, parsed.jump, by.role === 'uploader' ? by.id : null),
          }
        : null,
  };
}

/** Whose comics alone are listed; null for everyone's, -1 for nobody's. */
async function findUploader(db: Deps['db'], by: Editor, name: string): Promise<number | null> {
  if (by.role === 'uploader') return by.id;
  return name === '' ? null : uploaderCalled(db, name);
}

async function filterParts(db: Deps['db'], query: AdminComicFilter): Promise<Condition[]> {
  const { parts } = parseFilters(query as Parameters<typeof parseFilters>[0]);
  const { missing, premium, ratings, reviews } = query;
  if (missing.includes('pages')) {
    parts.push({ range: { key: 'pages', min: null, max: 0 } });
  }
  if (missing.includes('some_pages')) {
    parts.push({ ids: await lackingComics(db) });
  }
  if (missing.includes('broken')) {
    parts.push({ ids: await brokenComics(db) });
  }
  if (reviews.length > 0) {
    parts.push({ ids: await reviewedComics(db, reviews) });
  }
  if (premium !== undefined) {
    parts.push(premium ? { trait: 'premium' } : { not: { trait: 'premium' } });
  }
  if (ratings.length > 0) {
    parts.push({ ratings: [...new Set(ratings)] });
  }
  return parts;
}
