import type { TrackedEntry, TrackerName } from '#contract/trackers.ts';
import { enabledTrackers } from '#server/config/trackers.ts';
import { withTransaction } from '#server/db/database.ts';
import { announceJobs, enqueue } from '#server/jobs/queue.ts';
import type { JobFunction } from '#server/jobs/registry.ts';
import { atTracker, type TrackerDeps } from './connections.ts';
import { areSame } from './entries.ts';
import { TRACKERS_SEND_JOB } from './jobs.ts';
import { findConnection, noteFailure, noteSent, setDue, takeDue, type Connection } from './queries.ts';
import { addChanges, deleteChanges, listChanges, listOwnEntries, putKnown, type Change } from './queries-works.ts';
import { isFurther, mergeEntries, waitAfter } from './rules.ts';
import { TrackerFailure, type CallTracker, type TrackerClient, type TrackerSession } from './tracker.ts';

/** Works whose entries are read together, and such batches of one job. */
const [BATCH, BATCHES] = [25, 8];
/** Connections that one run puts in line, and seconds until the rest of what waits is sent. */
const [DUE_AT_ONCE, LATER] = [500, 60];

/** Puts connections to which something is to be sent in line. */
export function dueJob({ db, config }: TrackerDeps): JobFunction {
  return async (job) => {
    if (enabledTrackers(config.site).length === 0) return;
    await withTransaction(db, async (tx) => {
      for (const { user, service } of await takeDue(tx, DUE_AT_ONCE)) {
        const added = await enqueue(tx, TRACKERS_SEND_JOB.kind, { user, service }, { key: keyFor(user, service) });
        if (added === null) {
          await setDue(tx, user, service, LATER);
        }
      }
      await job.complete(tx);
    });
    announceJobs();
  };
}

/** Notes that all of a member's shelves are to be sent to a tracker, and puts that in line. Answers how many works wait. */
export async function sendAll({ db }: TrackerDeps, userId: number, service: TrackerName): Promise<number> {
  const waiting = await withTransaction(db, async (tx) => {
    const count = await addChanges(tx, userId, service, null);
    const options = { key: keyFor(userId, service) };
    if ((await enqueue(tx, TRACKERS_SEND_JOB.kind, { user: userId, service }, options)) === null) {
      await setDue(tx, userId, service, LATER);
    }
    return count;
  });
  announceJobs();
  return waiting;
}

/**
 * Sends what changed of a member's works to a tracker, some at a time: what has an id there, is on a shelf and not private. A tracker that
 * wants to be left alone, answers nonsense or nothing, is tried again later; one that takes the tokens no more is not, until the member has joined anew.
 */
export function sendJob(deps: TrackerDeps): JobFunction {
  return async ({ payload, signal }) => {
    const { user, service } = payload as { user: number; service: TrackerName };
    const connection = await findConnection(deps.db, user, service);
    if (connection === null || connection.refused || !enabledTrackers(deps.config.site).includes(service)) return;
    try {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        signal.throwIfAborted();
        const changes = await listChanges(deps.db, connection, BATCH);
        if (changes.length === 0) return;
        await sendChanges(deps, connection, changes);
      }
      await setDue(deps.db, user, service, LATER);
    } catch (error) {
      if (!(error instanceof TrackerFailure)) {
        await setDue(deps.db, user, service, LATER);
        throw error;
      }
      // That a tracker wants to wait is no failure of it.
      const failures = connection.failures + (error.code === 'busy' ? 0 : 1);
      const seconds = error.seconds ?? waitAfter(failures);
      await noteFailure(deps.db, connection, { error: error.code, failures, seconds });
    }
  };
}

async function sendChanges(deps: TrackerDeps, connection: Connection, changes: readonly Change[]): Promise<void> {
  const { user_id: userId } = connection;
  const own = await listOwnEntries(
    deps.db,
    userId,
    changes.map(({ comic_id: id }) => id),
  );
  const sendable = changes.flatMap((change) => {
    const entry = own.get(change.comic_id);
    return change.id === null || entry === undefined || entry.private ? [] : [{ change, id: change.id, entry }];
  });
  const others = changes.filter(({ comic_id: id }) => !sendable.some(({ change }) => change.comic_id === id));
  await deleteChanges(deps.db, connection, others);
  if (sendable.length === 0) return;
  await atTracker(deps, connection, async (client, call, session) => {
    const remote = await client.read(
      call,
      session,
      sendable.map(({ id }) => id),
    );
    for (const { change, id, entry } of sendable) {
      const there = remote.get(id) ?? null;
      const known = await sendOne({ client, call, session }, { id, own: plain(entry), there, known: change.known });
      await putKnown(deps.db, userId, connection.service, [{ comic_id: change.comic_id, ...known }]);
      await deleteChanges(deps.db, connection, [change]);
      await noteSent(deps.db, connection, deps.now());
    }
  });
}

async function sendOne(
  { client, call, session }: { client: TrackerClient; call: CallTracker; session: TrackerSession },
  {
    id,
    own,
    there,
    known,
  }: { id: string; own: TrackedEntry; there: (TrackedEntry & { ref?: string }) | null; known: TrackedEntry | null },
): Promise<{ entry: TrackedEntry | null; state: 'same' | 'further' | 'unknown' }> {
  if (isFurther(own, there, known)) return { entry: known, state: 'further' };
  const wanted = mergeEntries(own, there);
  if (there !== null && areSame(client.keeps(wanted), there)) return { entry: wanted, state: 'same' };
  const isKnown = await client.write(call, session, id, wanted, there);
  return isKnown ? { entry: wanted, state: 'same' } : { entry: null, state: 'unknown' };
}

/** An entry with nothing but what trackers are told. */
function plain({ shelf, chapters, score, started_on, finished_on, reread }: TrackedEntry): TrackedEntry {
  return { shelf, chapters, score, started_on, finished_on, reread };
}

function keyFor(userId: number, service: TrackerName): string {
  return `${userId} ${service}`;
}
