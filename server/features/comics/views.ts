import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Deps } from '#server/deps.ts';
import { addViews, rollPopularity } from './queries-views.ts';

/** Counts readers, at most one view a visitor, comic and UTC day. */
export interface ViewCounter {
  /** Notes that a visitor opened a comic's pages. Programs known to be robots are not counted. */
  count(visitor: { address: string; agent: string }, comicId: number): void;
  /** Writes what was noted since the last time. */
  flush(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

/** Seconds between two writes of the counters. */
const FLUSH_SECONDS = 5;
/** Visits of one day that one process remembers, so as not to count them twice; about 40 MB at most. */
const MOST_VISITS = 500_000;
const ROBOT = /bot\b|bot\/|crawl|spider|slurp|archiver|facebookexternalhit|embedly|preview|headless|lighthouse|monitor|curl\/|wget\//i;

/**
 * A counter that keeps visitors apart by a keyed hash of address and agent, whose key changes every UTC day; nothing
 * else is kept of them, and the hash never leaves memory. It writes every five seconds and rolls the windows of
 * popularity when a new day begins.
 */
export function createViewCounter(deps: Pick<Deps, 'db' | 'secret' | 'now' | 'log'>): ViewCounter {
  const seen = new LRUCache<string, true>({ max: MOST_VISITS });
  const days = new Map<string, Map<number, number>>();
  const readers = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();
  let salt = { day: '', key: '' };
  let rolledTo = '';

  const write = async () => {
    const today = dayOf(deps.now());
    const pending = [...days];
    const newReaders = new Map(readers);
    days.clear();
    readers.clear();
    for (const [day, views] of pending) {
      try {
        await addViews(deps.db, day, views, newReaders.get(day) ?? 0);
      } catch (error) {
        deps.log.error({ err: error }, 'views were not written; they are kept for the next time');
        for (const [comicId, count] of views) { note(day, comicId, count); }
        readers.set(day, (readers.get(day) ?? 0) + (newReaders.get(day) ?? 0));
      }
    }
    if (rolledTo === today) { return; }
    try {
      await rollPopularity(deps.db, today);
      rolledTo = today;
    } catch (error) {
      deps.log.error({ err: error }, 'popularity was not rolled');
    }
  };
  const note = (day: string, comicId: number, count: number) => {
    const views = days.get(day) ?? new Map<number, number>();
    days.set(day, views.set(comicId, (views.get(comicId) ?? 0) + count));
  };
  const flush = () => (writing = writing.then(write));
  const timer = setInterval(() => void flush(), FLUSH_SECONDS * 1000).unref();

  return {
    count({ address, agent }, comicId) {
      if (ROBOT.test(agent.slice(0, 500))) { return; }
      const day = dayOf(deps.now());
      if (salt.day !== day) {
        salt = { day, key: createHmac('sha256', deps.secret).update(`views:${day}`).digest('base64') };
        seen.clear();
      }
      const named = (text: string) => createHmac('sha256', salt.key).update(text).digest('base64').slice(0, 16);
      const visit = named(`${address}\n${agent}\n${comicId}`);
      if (seen.has(visit)) { return; }
      seen.set(visit, true);
      note(day, comicId, 1);
      const reader = named(`${address}\n${agent}`);
      if (!seen.has(reader)) { readers.set(day, (readers.get(day) ?? 0) + 1); }
      seen.set(reader, true);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
