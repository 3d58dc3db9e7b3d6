import pg from 'pg';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import type { Database } from '#server/db/database.ts';
import type { DatabaseLog } from '#server/db/kysely.ts';
import { readHorizon, readSiteChanges, type SiteMoment } from './queries.ts';

/** The part of what processes remember that can change: a table's name, `comics` for news of them, and `withdrawn` for whatever must not be seen any more. */
export type SiteArea = string;

/** Told of areas that have changed; null stands for all of them. */
export type SiteListener = (areas: ReadonlySet<SiteArea> | null) => void;

/** Milliseconds between two looks. */
const LOOK_EVERY = 500;
/** Milliseconds in which what is new of comics is told of once at most: an import must not empty every cache all the time. */
const NEWS_EVERY = 1_000;
/** Seconds that the primary may take to answer; then callers do not wait for it. */
const PATIENCE = 3;
/** Milliseconds without a look after which changes may have been forgotten. */
const LOST_AFTER = 1_800_000;

/** Whether these changes only add to what may be seen; until it is read anew, what is kept is good. */
export function isNewsAlone(areas: ReadonlySet<SiteArea> | null): boolean {
  return areas !== null && areas.size === 1 && areas.has('comics');
}

/** How a process learns what another one has changed. */
export interface SiteChanges {
  /** Calls `listener` in this process after a change of any process, until what is answered is called. */
  on(listener: SiteListener): () => void;
  /** Begins to look, twice a second. */
  start(): void;
  /** Looks now: every change that is committed has been told of when it returns. */
  look(): Promise<void>;
  /** Ends the looking. */
  close(): Promise<void>;
}

/**
 * Follows the changes of a site over all processes by reading their log twice a second. No session is needed for it, so that it
 * works through poolers of connections as well as on the embedded database, and nothing is missed while a connection is away.
 * While the primary is away its replicas are asked.
 *
 * @param before runs after something has changed and before anyone is told of it, so that what they read next is as new as the change.
 */
export function createSiteChanges(
  database: Pick<Database, 'reads' | 'replicas' | 'breaker' | 'unguarded'>,
  log: DatabaseLog,
  before: () => Promise<void>,
): SiteChanges {
  const listeners = new Set<SiteListener>();
  let horizon: string | null = null;
  let seen: string[] = [];
  let lookedAt = performance.now();
  let news = { due: false, toldAt: -Infinity };
  let line: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let failing = false;

  const tell = (areas: ReadonlySet<SiteArea> | null) => {
    for (const listener of listeners) {
      listener(areas);
    }
  };

  async function read(): Promise<SiteMoment> {
    const since = horizon ?? (await readHorizon(database.unguarded));
    try {
      const moment = await withTimeout(PATIENCE, readSiteChanges(database.unguarded, since, seen));
      database.breaker?.succeed();
      return moment;
    } catch (error) {
      // A server that refuses has answered.
      if (!(error instanceof pg.DatabaseError)) {
        database.breaker?.fail();
      }
      if (database.replicas === null) throw error;
      return readSiteChanges(database.reads, since, seen);
    }
  }

  async function lookOnce(): Promise<void> {
    const moment = await read();
    const wasLost = moment.lost || performance.now() - lookedAt > LOST_AFTER;
    const isFirst = horizon === null;
    lookedAt = performance.now();
    seen = [...seen, ...moment.transactions].filter((tx) => BigInt(tx) >= BigInt(moment.horizon));
    horizon = moment.horizon;
    if (!moment.replica) {
      database.replicas?.notePrimary(moment.position, moment.areas.length > 0 || wasLost);
    }
    if (wasLost && !isFirst) return tell(null);
    const areas = new Set(moment.areas);
    const isNew = areas.delete('comics');
    if (areas.size > 0) {
      tell(areas);
    }
    if (isNew || areas.has('withdrawn')) {
      await before();
      news.due = true;
    }
    if (news.due && performance.now() - news.toldAt >= NEWS_EVERY) {
      news = { due: false, toldAt: performance.now() };
      tell(new Set(['comics']));
    }
  }

  const look = () => {
    const turn = line.then(lookOnce);
    line = turn.catch(() => undefined);
    return turn;
  };

  async function comeAgain(): Promise<void> {
    try {
      await look();
      failing = false;
    } catch (error) {
      if (!failing && !closed) {
        log.warn({ err: error }, 'changes of other processes cannot be read');
      }
      failing = true;
    }
    if (!closed) {
      timer = setTimeout(() => void comeAgain(), LOOK_EVERY).unref();
    }
  }

  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look,
    start() {
      if (timer !== undefined || closed) return;
      timer = setTimeout(() => void comeAgain(), 0).unref();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await line;
    },
  };
}
