import type { RequestContext } from '#server/http/access/request-context.ts';
import { createBufferedCounter } from '#server/concurrency/buffered-counter.ts';
import { isAway } from '#server/db/remembered.ts';
import type { Deps } from '#server/deps.ts';
import { keepReading } from '#server/features/library/public/reading.ts';
import { toReports } from '#server/features/library/public/rules.ts';
import { placesIn, type StreamedChapter } from '#server/features/opds/queries.ts';

/** Seconds until a place that was streamed is kept: who fetches pages ahead asks for ten in one. */
const KEPT_AFTER = 1;
/** Chapters of members whose places wait for that, at most. */
const MAX_WAITING = 20_000;

/** The last page of a chapter that a member was sent, counted from 1. */
interface StreamedPlace {
  site: RequestContext['site'];
  user: number;
  chapter: number;
  found: Pick<StreamedChapter, 'comic_id' | 'oneshot' | 'pages'>;
  page: number;
  at: Date;
}

/** Keeps how far members have read by the pages that they were sent, beside sending them. */
export interface StreamedPlaces {
  note(place: StreamedPlace): void;
  /** Keeps what waits, and ends. */
  close(): Promise<void>;
}

/** Promises places that are kept within a second or two, later where the database is away; nobody is taken back by one. */
export function createStreamedPlaces({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): StreamedPlaces {
  const waiting = createBufferedCounter<string, StreamedPlace>({
    max: MAX_WAITING,
    everySeconds: KEPT_AFTER,
    sum: (one, other) => (other.page >= one.page ? other : one),
    async write(places) {
      for (const [user, own] of Map.groupBy(places.values(), (place) => place.user)) {
        await keep(user, own).catch((error: unknown) => {
          if (isAway(error)) throw error;
          log.warn({ err: error }, 'places were not kept');
        });
      }
    },
    log,
    failure: 'places were not kept',
  });

  async function keep(user: number, own: readonly StreamedPlace[]): Promise<void> {
    const known = await placesIn(
      db,
      user,
      own.map(({ chapter }) => chapter),
    );
    // A client that fetches ahead, or shows where one was, takes nobody back.
    const farther = own.filter(({ chapter, page }) => (known.get(chapter)?.page ?? 0) < page);
    for (const [site, places] of Map.groupBy(farther, (place) => place.site)) {
      const drafts = places.map(({ chapter, found, page, at }) => ({
        comic_id: found.comic_id,
        chapter_id: found.oneshot ? null : chapter,
        page,
        page_offset: 0,
        completed: page === found.pages,
        mark: false,
        updated_at: at.toISOString(),
        device: 'OPDS',
      }));
      await keepReading(db, site, user, toReports(drafts, now()), now());
    }
  }

  return {
    note(place) {
      waiting.add(`${place.user} ${place.chapter}`, place);
    },
    close: () => waiting.close(),
  };
}
