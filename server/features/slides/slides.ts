import { LRUCache } from 'lru-cache';
import type { Db } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { RememberedValue } from '#server/db/remembered.ts';
import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { listSlides, type SlideRow } from './queries.ts';

/** Kinds of viewers whose slides are remembered: those of ten languages with and without explicit works, and some who hide terms. */
const MAX_VIEWERS = 100;

const remembered = perDatabase(() => new LRUCache<string, RememberedValue<SlideRow[]>>({ max: MAX_VIEWERS }));

/** The slides of the moment for a viewer, as `listSlides`; a change elsewhere, of a comic too, shows after two seconds at most. */
export function slidesFor(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewing: Pick<RequestContext, 'rating' | 'hidden' | 'blocked' | 'limit' | 'locale'>,
): Promise<SlideRow[]> {
  const { rating, hidden, blocked, limit, locale } = viewing;
  const key = JSON.stringify([rating, locale, hidden, blocked, limit]);
  const viewers = remembered(db);
  const slides = viewers.get(key) ?? new RememberedValue<SlideRow[]>();
  viewers.set(key, slides);
  return slides.get(now(), () => listSlides(db, { rating, hidden, blocked, limit }, locale, now()));
}

/** Lets a change of the slides that was made here show at once. */
export function forgetSlides(db: Db): void {
  remembered(db).clear();
}
