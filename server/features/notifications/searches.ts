import { ComicQuery } from '#contract/comics.ts';
import { parseQueryString } from '#contract/query-string.ts';
import { hasGroups } from '#server/config/sites.ts';
import { withTransaction } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { listedComics } from '#server/db/visible.ts';
import { listedAmong } from '#server/features/comics/public/queries-among.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import type { JobFunction } from '#server/jobs/registry.ts';
import { enqueuePush } from './public/queries-releases.ts';
import {
  forgetNewComics,
  nextNewComics,
  searchesLeft,
  tellSearches,
  type FollowedSearch,
  type NewComics,
} from './queries-searches.ts';
import { releaseGate } from './releases.ts';

/** Searches looked at before those are told whose they are. */
const AT_ONCE = 200;

type Needs = Pick<Deps, 'db' | 'reads' | 'database' | 'catalogue' | 'config' | 'now'>;

/** Tells members of new comics that the searches they follow find, some searches at a time; what was begun goes on where it was left. */
export function searchesJob(deps: Needs): JobFunction {
  const { db, config } = deps;
  return async ({ signal }) => {
    for (let fresh = await nextNewComics(db); fresh !== null; fresh = await nextNewComics(db)) {
      const batch = fresh;
      const known = new Map<string, Promise<number[]>>();
      for (
        let left = await searchesLeft(db, batch, 0, AT_ONCE);
        left.length > 0;
        left = await searchesLeft(db, batch, left.at(-1)!.id, AT_ONCE)
      ) {
        const found: { id: number; comics: number[] }[] = [];
        for (const search of left) {
          signal.throwIfAborted();
          found.push({ id: search.id, comics: await foundBy(deps, search, batch, known) });
        }
        await withTransaction(db, async (tx) => {
          const told = await tellSearches(tx, batch, found, releaseGate(config.site), hasGroups(config));
          await enqueuePush(tx, told);
        });
        announceJobs();
      }
      await forgetNewComics(db, batch);
    }
  };
}

/** The comics of a batch that a search finds. Many members follow the same: what is not about its member is looked up once. */
function foundBy(
  deps: Needs,
  { user_id: userId, query }: FollowedSearch,
  { ids }: NewComics,
  known: Map<string, Promise<number[]>>,
): Promise<number[]> {
  const asked = ComicQuery.parse(parseQueryString(query));
  const key = asked.q.includes(':') ? `${userId} ${query}` : query;
  const viewer = { id: userId, role: 'user' };
  const found =
    known.get(key) ??
    listedAmong(deps, { site: deps.config.site, viewer, ...listedComics('all') }, asked, ids, deps.now());
  known.set(key, found);
  return found;
}
