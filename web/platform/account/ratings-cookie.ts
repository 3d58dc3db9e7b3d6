import { RATINGS, type Rating } from '#contract/comics.ts';
import { writeCookie } from '#web/platform/state/browser-storage.ts';

/** Tells the server which ratings a member chose, for the pages that it makes whole; nothing where they chose each, and for guests. */
export function keepRatings(ratings: readonly Rating[] | undefined): void {
  const wanted = ratings === undefined || ratings.length === RATINGS.length ? '' : ratings.join('.');
  const kept = /(?:^|; )ratings=([^;]*)/.exec(document.cookie)?.[1] ?? '';
  if (wanted !== kept) {
    writeCookie('ratings', wanted, wanted === '' ? 0 : undefined);
  }
}
