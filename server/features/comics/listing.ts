import { createHash } from 'node:crypto';
import type { ComicQuery, Duration, Sort } from '#contract/comics.ts';
import { findBlockedComics } from '#server/db/queries/blocked-comics.ts';
import { unlistedRatings, type BlockedContent, type Limit, type VisibilityScope } from '#server/db/visible.ts';
import { conditionParts, type Condition } from '#server/search/condition.ts';
import { parseQuery } from '#server/search/query-language.ts';
import type { Hint, ParsedSearch } from '#server/search/query.ts';
import { parseFilters, without, withoutComics, withoutRatings } from './public/filters.ts';
import { resolveQuery } from './public/queries-resolve.ts';
import type { NameEngines } from './queries-names.ts';

/** Which comics, in which order. */
export interface Listing {
  rating: 'safe' | 'all';
  /** Terms whose comics are left out, as the viewer hides them and did not ask for them now. */
  hidden: readonly number[];
  /** Whose chapters are stepped over, as the viewer blocks them and did not ask for them now. */
  blocked: BlockedContent;
  /** Comics that are kept from the viewer, whatever they ask for. */
  limit: Limit;
  /** The comics that are left out because of that, for the catalogue in memory; the database finds them by itself. */
  blockedComics: readonly number[];
  condition: Condition;
  /** The normalised words that relevance goes by; '' where there are none. */
  text: string;
  sort: Sort;
  order: 'asc' | 'desc';
  /** The window that popularity is counted over. */
  duration: Duration;
  /** Where the random order begins, 0 to 2^31 - 1. */
  start: number;
  /** Where the catalogue's change sequence stood when the search was looked up; null where the database was not asked. */
  change: string | null;
}

/** A list and what became of the text of the search. */
export interface ListingRequest {
  listing: Listing;
  parsed: ParsedSearch | null;
  hints: Hint[];
}

/** The list a query asks for at a moment: without a sort by relevance where there are words, else by upload date. */
export async function createListing(
  engines: NameEngines,
  seeing: VisibilityScope,
  query: ComicQuery,
  now: Date,
): Promise<ListingRequest> {
  const filters = parseFilters(query);
  const parsed = query.q === '' ? null : parseQuery(query.q);
  const resolved = parsed ? await resolveQuery(engines, seeing, parsed, now) : null;
  const requestedTerms = new Set([...filters.asked, ...(resolved?.asked ?? [])]);
  const text = parsed?.words.join(' ') ?? '';
  const sort = query.sort ?? 'relevance';
  const blocked = { ...seeing.blocked, groups: seeing.blocked.groups.filter((id) => !requestedTerms.has(id)) };
  return {
    listing: {
      rating: seeing.rating,
      hidden: seeing.hidden.filter((id) => !requestedTerms.has(id)),
      blocked,
      limit: seeing.limit,
      blockedComics: await findBlockedComics(engines.reads, blocked),
      condition: { all: [...filters.parts, ...(resolved ? conditionParts(resolved.condition) : [])] },
      text,
      sort: sort === 'relevance' && text === '' ? 'uploaded_at' : sort,
      order: query.order,
      duration: query.duration,
      start: hourlyStart(now),
      change: resolved?.change ?? null,
    },
    parsed,
    hints: resolved?.hints ?? [],
  };
}

/** The condition on a comic of a list, hidden terms, blocked comics, ratings and the limit included. */
export function wholeCondition({
  condition,
  hidden,
  blocked,
  limit,
  blockedComics,
}: Pick<Listing, 'condition' | 'hidden' | 'blocked' | 'limit' | 'blockedComics'>): Condition {
  return {
    all: [
      ...conditionParts(condition),
      ...without([...hidden, ...limit.terms]),
      ...withoutComics(blockedComics),
      ...withoutRatings(unlistedRatings({ blocked, limit })),
    ],
  };
}

/** A list with a further condition. */
export function narrowListing<Of extends Listing>(listing: Of, condition: Condition): Of {
  return { ...listing, condition: { all: [...conditionParts(listing.condition), condition] } };
}

/** Whether a list leaves out what nobody read within its window. */
export function needsViews({ sort }: Listing): boolean {
  return sort === 'popularity';
}

/** Which comics are in a list, whatever their order: what is equal for equal lists, and never long. */
export function listingKey(listing: Listing): string {
  const key = JSON.stringify([
    listing.rating,
    listing.hidden,
    listing.blocked,
    listing.limit,
    needsViews(listing) ? listing.duration : null,
    conditionParts(listing.condition),
  ]);
  return key.length > LONGEST_KEY ? createHash('sha256').update(key).digest('base64') : key;
}

/** Letters. Thousands of keys are remembered, and one that names somebody's favorites has a hundred thousand. */
const LONGEST_KEY = 2_000;

const HOUR = 3_600_000;

/** Where the random order begins: another place every hour (a 32-bit integer hash of the hour). */
function hourlyStart(now: Date): number {
  let hash = Math.floor(now.getTime() / HOUR);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 1;
}
