import {
  MAX_TRACKED,
  type TrackedEntry,
  type TrackerList,
  type TrackerName,
  type TrackerResult,
} from '#contract/trackers.ts';
import { isProblem, problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { addRatings, rate } from '#server/features/library/public/queries-ratings.ts';
import { takeShelves } from '#server/features/library/public/queries-taking.ts';
import { keepReading } from '#server/features/library/public/reading.ts';
import { toReports } from '#server/features/library/public/rules.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { clientFor } from './clients.ts';
import { atTracker, type TrackerDeps } from './connections.ts';
import { areSame } from './entries.ts';
import { toProblem } from './joining.ts';
import { findConnection, setDue } from './queries.ts';
import {
  addChanges,
  findList,
  listEditions,
  listOwnEntries,
  listScores,
  listUnreadUpTo,
  putKnown,
  putList,
  type Edition,
  type OwnEntry,
} from './queries-works.ts';
import { chooseEdition, mergeEntries } from './rules.ts';
import type { RemoteEntry, TrackerClient } from './tracker.ts';

/** Lists that a member may fetch in an hour. */
const FETCHES_PER_HOUR = 12;
/** Works, and chapters, that one statement takes over. */
const AT_ONCE = 1_000;

/**
 * Fetches the list of a member at a tracker and says what stands otherwise there. Nothing is changed; the list waits for a day for choices.
 *
 * @throws Problem `tracker-not-joined`, `too-many-requests`, and as `toProblem`.
 */
export async function fetchList(
  deps: TrackerDeps,
  viewing: RequestContext,
  userId: number,
  service: TrackerName,
): Promise<TrackerList> {
  const { db } = deps;
  const connection = await findConnection(db, userId, service);
  if (connection === null) throw problem('tracker-not-joined');
  const seconds = await throttle(db, `tracker lists ${userId}`, FETCHES_PER_HOUR, 3600);
  if (seconds !== null) throw problem('too-many-requests', { seconds });
  const remote = await atTracker(deps, connection, async (client, call, session) => {
    const entries = new Map<string, RemoteEntry>();
    for await (const part of client.list(call, session)) {
      for (const [id, entry] of part) {
        if (entries.size < MAX_TRACKED) entries.set(id, entry);
      }
    }
    return entries;
  }).catch((error: unknown) => {
    throw toProblem(error);
  });
  const editions = Map.groupBy(await listEditions(db, viewing, userId, service, [...remote.keys()]), ({ id }) => id);
  const known = [...editions.values()].flatMap((each) => chooseEdition(each) ?? []);
  const chosen = known.filter((each) => !each.private);
  const list = Object.fromEntries(chosen.map(({ comic_id: comic, id }) => [comic, withoutRef(remote.get(id)!)]));
  await putList(db, userId, service, list);
  const own = await listOwnEntries(
    db,
    userId,
    chosen.map(({ comic_id: comic }) => comic),
  );
  const client = clientFor(deps.config.site.trackers, service);
  const differences = chosen.flatMap((edition) => difference(edition, own, remote.get(edition.id)!, client));
  return {
    differences: differences.toSorted(
      (a, b) => a.title.localeCompare(b.title, viewing.locale) || a.comic_id - b.comic_id,
    ),
    same: chosen.length - differences.length,
    missing: remote.size - editions.size,
    unclear: editions.size - known.length,
  };
}

/**
 * Takes the entries of a fetched list over as chosen, or has the own ones sent. Chapters that were read here stay read.
 *
 * @throws Problem `tracker-list-gone` where none waits, `shelves-full`.
 */
export async function applyChoices(
  deps: TrackerDeps,
  viewing: RequestContext,
  userId: number,
  service: TrackerName,
  choices: readonly { comic_id: number; take: 'there' | 'here' }[],
): Promise<TrackerResult> {
  const { db } = deps;
  const list = await findList(db, userId, service);
  if (list === null) throw problem('tracker-list-gone');
  const named = (take: 'there' | 'here') =>
    [...new Set(choices.filter((each) => each.take === take).map(({ comic_id: id }) => id))].flatMap((id) =>
      list[id] === undefined ? [] : [{ comic_id: id, ...list[id] }],
    );
  const [there, here] = [named('there'), named('here')];
  await takeChapters(deps, viewing, userId, there);
  const scores = await takeScores(deps, userId, there);
  await withTransaction(db, async (tx) => {
    for (let at = 0; at < there.length; at += AT_ONCE) {
      if (!(await takeShelves(tx, userId, there.slice(at, at + AT_ONCE), deps.now()))) throw problem('shelves-full');
    }
    await putKnown(
      tx,
      userId,
      service,
      [...there, ...here].map(({ comic_id, ...entry }) => ({ comic_id, entry, state: 'same' as const })),
    );
    if (here.length > 0) {
      await addChanges(
        tx,
        userId,
        service,
        here.map(({ comic_id: id }) => id),
      );
      await setDue(tx, userId, service, 0);
    }
  });
  return { taken: there.length, sent: here.length, scores };
}

type FetchedEntry = TrackedEntry & { comic_id: number };

/** Keeps the chapters as read that were read there. */
async function takeChapters(
  deps: TrackerDeps,
  viewing: RequestContext,
  userId: number,
  works: readonly FetchedEntry[],
): Promise<void> {
  const now = deps.now();
  const unread = await listUnreadUpTo(deps.db, userId, works);
  for (let at = 0; at < unread.length; at += AT_ONCE) {
    const drafts = unread.slice(at, at + AT_ONCE).map(({ comic_id, chapter_id, pages, oneshot }) => ({
      comic_id,
      chapter_id: oneshot ? null : chapter_id,
      page: pages,
      page_offset: 0,
      completed: true,
      mark: false,
      device: null,
    }));
    await keepReading(deps.db, viewing.site, userId, toReports(drafts, now), now);
  }
}

/** Gives the scores that were given there. Answers how many could not be. */
async function takeScores({ db }: TrackerDeps, userId: number, works: readonly FetchedEntry[]): Promise<number> {
  const scored = works.flatMap(({ comic_id, score }) => (score === null ? [] : [{ comic_id, score }]));
  await addRatings(db, userId, scored);
  const own = await listScores(
    db,
    userId,
    scored.map(({ comic_id: id }) => id),
  );
  let left = 0;
  for (const { comic_id: id, score } of scored) {
    if (own.get(id) === score) continue;
    try {
      await rate(db, userId, id, score);
    } catch (error) {
      if (!isProblem(error)) throw error;
      left += 1;
    }
  }
  return left;
}

function difference(
  { comic_id, slug, title }: Edition,
  own: ReadonlyMap<number, OwnEntry>,
  remote: RemoteEntry,
  client: TrackerClient,
): TrackerList['differences'] {
  const entry = own.get(comic_id);
  const there = withoutRef(remote);
  if (entry === undefined) return [{ comic_id, slug, title, here: null, there }];
  const { private: _private, comic_id: _comic, ...here } = entry;
  return areSame(client.keeps(mergeEntries(here, there)), there) ? [] : [{ comic_id, slug, title, here, there }];
}

function withoutRef({ ref: _ref, ...entry }: RemoteEntry): TrackedEntry {
  return entry;
}
