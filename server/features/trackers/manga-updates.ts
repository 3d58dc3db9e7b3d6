import { z } from 'zod';
import { MAX_TRACKED, type TrackedEntry } from '#contract/trackers.ts';
import type { Trackers } from '#server/config/trackers.ts';
import { readAs, scoreFrom, shelfNames, wholeNumber } from './entries.ts';
import { TrackerFailure, type RemoteEntry, type TrackerClient } from './tracker.ts';

/** The numbers of the lists that everyone has; it has none for what is read again. */
const SHELF = shelfNames<number>({ reading: 0, planned: 1, finished: 2, dropped: 3, paused: 4, rereading: 0 });
const LISTS = [0, 1, 2, 3, 4];

const Item = z.object({
  series: z.object({ id: z.number() }),
  list_id: z.number(),
  status: z.object({ chapter: z.number().nullish() }).nullish(),
});
const Rating = z.object({ rating: z.number().nullish() });
const Found = z.object({
  total_hits: z.number(),
  results: z.array(z.object({ record: Item, metadata: z.object({ user_rating: z.number().nullish() }).nullish() })),
});
const Login = z.object({ context: z.object({ session_token: z.string().min(1).max(8_000) }) });
const Profile = z.object({ user_id: z.number(), username: z.string().max(200) });

/** Entries of one answer of a list. */
const PART = 100;

/** MangaUpdates: a token for name and password, which are not kept; it ends with a call. It keeps no days, and not how often something was read. */
export function createMangaUpdates({ url }: Trackers['mangaupdates']): TrackerClient {
  const by = (access: string) => ({ headers: { authorization: `Bearer ${access}` } });
  return {
    keeps: ({ shelf, chapters, score }) => plain(SHELF.here(SHELF.there(shelf)) ?? shelf, chapters, score),
    authorizeUrl: () => null,
    exchange: () => Promise.reject(new TrackerFailure('odd')),
    login: async (call, username, password) => {
      const answer = await call({ method: 'PUT', url: `${url}/account/login`, json: { username, password } });
      return { access: readAs(Login, answer).context.session_token, refresh: null, expires: null };
    },
    refresh: async () => null,
    revoke: async (call, { access }) => {
      await call({ method: 'POST', url: `${url}/account/logout`, ...by(access) });
    },
    account: async (call, access) => {
      const { user_id: id, username } = readAs(Profile, await call({ url: `${url}/account/profile`, ...by(access) }));
      return { id: String(id), name: username };
    },
    async *list(call, { access }) {
      for (const list of LISTS) {
        for (let page = 1; page <= MAX_TRACKED / PART; page += 1) {
          const answer = await call({
            method: 'POST',
            url: `${url}/lists/${list}/search`,
            ...by(access),
            json: { page, perpage: PART },
          });
          const { total_hits: total, results } = readAs(Found, answer);
          yield new Map(results.flatMap(({ record, metadata }) => entryIn(record, metadata?.user_rating)));
          if (results.length === 0 || page * PART >= total) break;
        }
      }
    },
    read: async (call, { access }, ids) => {
      const found: [string, RemoteEntry][] = [];
      for (const id of ids) {
        const number = numberFor(id);
        const item = number === null ? null : await call({ url: `${url}/lists/series/${number}`, ...by(access) });
        if (item === null) continue;
        const rating = await call({ url: `${url}/series/${number}/rating`, ...by(access) });
        found.push(...entryIn(readAs(Item, item), rating === null ? null : readAs(Rating, rating).rating));
      }
      return new Map(found);
    },
    write: async (call, { access }, id, entry, before) => {
      const number = numberFor(id);
      if (number === null) return false;
      const item = {
        series: { id: number },
        list_id: SHELF.there(entry.shelf),
        status: { chapter: entry.chapters },
      };
      const path = before === null ? 'lists/series' : 'lists/series/update';
      const answer = await call({ method: 'POST', url: `${url}/${path}`, ...by(access), json: [item] });
      if (answer === null) return false;
      readAs(z.object({ status: z.literal('success') }), answer);
      if (entry.score !== null && entry.score !== before?.score) {
        const rating = { rating: entry.score };
        await call({ method: 'PUT', url: `${url}/series/${number}/rating`, ...by(access), json: rating });
      }
      return true;
    },
  };
}

/** The number of a work: ids are numbers in base 36. Works had others of up to six digits once, by which its API knows none. */
function numberFor(id: string): number | null {
  return /^\d{1,6}$/.test(id) ? null : Number.parseInt(id, 36);
}

function entryIn(
  { series, list_id: list, status }: z.infer<typeof Item>,
  rating: number | null | undefined,
): [string, RemoteEntry][] {
  const shelf = SHELF.here(list);
  if (shelf === null) return [];
  return [[series.id.toString(36), plain(shelf, wholeNumber(status?.chapter), scoreFrom(rating, 10))]];
}

function plain(shelf: TrackedEntry['shelf'], chapters: number, score: number | null): TrackedEntry {
  return { shelf, chapters, score, started_on: null, finished_on: null, reread: 0 };
}
