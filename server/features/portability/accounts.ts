import { parseQueryString, queryString } from '#contract/query-string.ts';
import { SearchDraft } from '#contract/saved-searches.ts';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import type { ImportedKind, ImportReview } from '#contract/portability.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { ForeignAccount, ForeignTerm } from './foreign-library.ts';
import {
  addBlockedMembers,
  addBlockedUploaders,
  addFollows,
  addGroups,
  addHidden,
  addSearches,
  findPeople,
  findTerms,
  holdMember,
  termKey,
} from './queries-account.ts';

/** The part of a file's account that is here. */
export interface KnownAccount {
  follows: number[];
  hidden: number[];
  groups: { preferred: number[]; blocked: number[] };
  uploaders: number[];
  members: number[];
  searches: { name: string; query: string; followed: boolean }[];
}

/**
 * Finds here what a file's account names: terms by kind and slug, people by name, and searches whose terms are all here, with the
 * ids that these have here. Of what the site has switched off nothing is found.
 */
export async function findAccount(
  db: Db,
  { viewer, site }: RequestContext,
  account: ForeignAccount,
): Promise<KnownAccount> {
  const { follows, hidden, groups, searches } = account;
  const terms = await findTerms(db, [...follows, ...hidden, ...groups, ...searches.flatMap((search) => search.terms)]);
  const known = (wanted: readonly ForeignTerm[]) => [
    ...new Set(wanted.flatMap((term) => terms.get(termKey(term)) ?? [])),
  ];
  const people = (names: readonly string[]) =>
    names.length === 0 ? Promise.resolve([]) : findPeople(db, names, viewer.id ?? 0);
  const choosing = site.features.includes('groups') ? groups : [];
  return {
    follows: known(follows),
    hidden: known(hidden),
    groups: {
      preferred: known(choosing.filter(({ choice }) => choice === 'preferred')),
      blocked: known(choosing.filter(({ choice }) => choice === 'blocked')),
    },
    uploaders: await people(account.uploaders),
    members: site.features.includes('comments') ? await people(account.members) : [],
    searches: searches.flatMap((search) => {
      const query = translateSearch(search, terms);
      const draft =
        query === null ? null : SearchDraft.safeParse({ name: search.name, query, followed: search.followed });
      return draft?.success ? [{ ...draft.data, followed: search.followed }] : [];
    }),
  };
}

/** How much a file has of each kind besides comics, and how much of that is here; what it has none of is left out. */
export function countAccount(account: ForeignAccount, known: KnownAccount): ImportReview['account'] {
  const counts: Record<ImportedKind, [number, number]> = {
    follows: [account.follows.length, known.follows.length],
    hidden: [account.hidden.length, known.hidden.length],
    groups: [account.groups.length, known.groups.preferred.length + known.groups.blocked.length],
    uploaders: [account.uploaders.length, known.uploaders.length],
    members: [account.members.length, known.members.length],
    searches: [account.searches.length, known.searches.length],
  };
  return Object.entries(counts).flatMap(([kind, [all, found]]) =>
    all === 0 ? [] : [{ kind: kind as ImportedKind, found, missing: all - found }],
  );
}

/** Takes over what is here of the kinds that are wanted; what the member has stays as it is. @param comics of the file that they follow. */
export async function takeAccount(
  tx: Tx,
  userId: number,
  known: KnownAccount,
  wanted: ReadonlySet<ImportedKind>,
  comics: readonly number[],
): Promise<Partial<Record<ImportedKind, number>>> {
  await holdMember(tx, userId);
  const { groups } = known;
  const taken: Partial<Record<ImportedKind, number>> = {};
  if (wanted.has('follows')) taken.follows = await addFollows(tx, userId, { comics, terms: known.follows });
  if (wanted.has('hidden')) taken.hidden = await addHidden(tx, userId, known.hidden);
  if (wanted.has('groups')) {
    taken.groups =
      (await addGroups(tx, userId, groups.preferred, 'preferred')) +
      (await addGroups(tx, userId, groups.blocked, 'blocked'));
  }
  if (wanted.has('uploaders')) taken.uploaders = await addBlockedUploaders(tx, userId, known.uploaders);
  if (wanted.has('members')) taken.members = await addBlockedMembers(tx, userId, known.members);
  if (wanted.has('searches')) taken.searches = await addSearches(tx, userId, known.searches);
  return taken;
}

/** The filters of a list that name terms by their ids. */
const TERM_FILTERS = new Set<string>(Object.values(KIND_PATHS).flatMap((path) => [path, `not_${path}`]));

/** A search with the ids that its terms have here; null where one is not here, or where it names comics by their ids. */
function translateSearch(
  { query, terms: named }: ForeignAccount['searches'][number],
  terms: ReadonlyMap<string, number>,
): string | null {
  const here = new Map(named.map((term) => [String(term.id), terms.get(termKey(term))]));
  const parameters = parseQueryString(query);
  if ('ids' in parameters) return null;
  const next: Record<string, string | string[] | number[]> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (!TERM_FILTERS.has(name)) {
      next[name] = value;
      continue;
    }
    const ids = (value as string[]).filter((id) => id !== '' && id !== '0').map((id) => here.get(id));
    if (ids.includes(undefined)) return null;
    next[name] = ids as number[];
  }
  return queryString(next);
}
