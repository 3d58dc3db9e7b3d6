import type { Bulk, BulkChanges, BulkPreview } from '#contract/bulk-editing.ts';
import { problem } from '#contract/problems.ts';
import type { KindPath, TermKind } from '#contract/taxonomy.ts';
import { hasGroups } from '#server/config/sites.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { serializeChanges } from '#server/features/editing/comics/history.ts';
import { KIND_BY_PATH, termIds } from '#server/features/editing/comics/queries-editing.ts';
import { findKinds } from '#server/features/editing/comics/queries-fields.ts';
import type { Editor } from '#server/features/editing/editors.ts';
import { findWait } from '#server/features/groups/public/queries-delays.ts';
import { isGroupStaff } from '#server/features/groups/public/upload-rights.ts';
import { announceRelease } from '#server/features/notifications/public/queries-releases.ts';
import { isListened } from '#server/features/webhooks/public/queries-listeners.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { announceJobs, enqueue } from '#server/jobs/queue.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { bulkChanges, isHeldBack, plannedFor, undone, type BulkPlan } from './bulk-rules.ts';
import {
  applyBulk,
  listAwaited,
  bulkComics,
  bulkRevisions,
  findBulk,
  moveBulk,
  moveUndo,
  namedComics,
  nextOfBulk,
  putBulk,
  setBulkState,
  type BulkEdit,
  type BulkRow,
} from './queries-bulk.ts';

/** Goes on with a bulk edit, or with its undo. */
export const BULK_JOB: JobKind = { kind: 'comics.bulk', attempts: 5, atOnce: 1 };

/**
 * Comics of one transaction. Each takes some statements besides its comics, and planning them takes longer than 25 comics do; but on the
 * embedded database whoever reads waits for its end.
 */
const BATCH = { pglite: 25, postgres: 250 } as const;
/** Comics that a preview looks at in one statement, and those it shows. */
const [LOOK, SAMPLES] = [2_000, 20];

/** Begins a bulk edit, which goes on in the background. @returns its id. @throws Problem `term-not-found`. */
export async function beginBulk(db: Db, by: Editor, comics: readonly number[], changes: BulkChanges): Promise<number> {
  const id = await withTransaction(db, async (tx) => {
    const plan = await makePlan(tx, changes);
    const bulk = await putBulk(tx, { userId: by.id, plan, comics });
    await audit(tx, {
      userId: by.id,
      action: 'comic.bulk',
      subject: 'bulk',
      subjectId: bulk,
      details: { comics: comics.length, plan },
    });
    await enqueue(tx, BULK_JOB.kind, { bulk }, { key: String(bulk) });
    return bulk;
  });
  announceJobs();
  return id;
}

/** The changes a bulk edit would make, without changing anything; terms that do not exist yet are not made either. */
export async function previewBulk(
  db: Db,
  viewing: RequestContext,
  comics: readonly number[],
  changes: BulkChanges,
  now: Date,
): Promise<BulkPreview> {
  const enough = new Error('a preview changes nothing');
  let preview: BulkPreview = { selected: comics.length, changing: 0, held: 0, samples: [] };
  await withTransaction(db, async (tx) => {
    const plan = await makePlan(tx, changes);
    const samples: BulkEdit[] = [];
    let [changing, held] = [0, 0];
    for (let from = 0; from < comics.length; from += LOOK) {
      const { edits, heldBack } = await listEdits(tx, plan, comics.slice(from, from + LOOK), now, false);
      changing += edits.length;
      held += heldBack;
      samples.push(...edits.slice(0, SAMPLES - samples.length));
    }
    const [shown, named] = [
      await serializeChanges(
        tx,
        viewing,
        samples.map((edit) => edit.changes),
      ),
      await namedComics(
        tx,
        samples.map(({ comic }) => comic.id),
      ),
    ];
    preview = {
      selected: comics.length,
      changing,
      held,
      samples: samples.flatMap(({ comic }, at) =>
        named.filter(({ id }) => id === comic.id).map((name) => ({ ...name, changes: shown[at] ?? [] })),
      ),
    };
    throw enough;
  }).catch((error: unknown) => {
    if (error !== enough) throw error;
  });
  return preview;
}

/** Stops a bulk edit after the batch under way. @throws Problem `bulk-not-found`, `bulk-state-wrong` where it is over. */
export async function cancelBulk(db: Db, by: Editor, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    await requireBulk(tx, by, id, ['running']);
    await setBulkState(tx, id, 'cancelled', true);
    await audit(tx, { userId: by.id, action: 'comic.bulk-cancel', subject: 'bulk', subjectId: id });
  });
}

/** Begins to undo a bulk edit: what it changed and nobody changed since. @throws Problem `bulk-not-found`, `bulk-state-wrong` before it is over. */
export async function undoBulk(db: Db, by: Editor, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    await requireBulk(tx, by, id, ['done', 'cancelled', 'failed']);
    await setBulkState(tx, id, 'undoing', false);
    await audit(tx, { userId: by.id, action: 'comic.bulk-undo', subject: 'bulk', subjectId: id });
    await enqueue(tx, BULK_JOB.kind, { bulk: id }, { key: `undo ${id}` });
  });
  announceJobs();
}

/**
 * Does bulk edits and their undos, a batch at a time; one that was cut off goes on where it was.
 *
 * @param size comics of a batch.
 */
export function bulkJob(
  { db, database, now, config }: Pick<Deps, 'db' | 'database' | 'now' | 'config'>,
  size: number = BATCH[database.driver],
): JobFunction {
  return async ({ payload, signal }) => {
    const { bulk: id } = payload as { bulk: number };
    for (let isOver = false; !isOver;) {
      signal.throwIfAborted();
      isOver = await withTransaction(db, async (tx) => {
        const bulk = await findBulk(tx, id, null, true);
        if (bulk?.state === 'running') return nextBatch(tx, bulk, { size, now: now(), config });
        return bulk?.state === 'undoing' ? undoBatch(tx, bulk, size) : true;
      });
    }
    announceJobs();
  };
}

async function nextBatch(
  tx: Tx,
  { id, changes: plan, user_id: userId }: BulkRow,
  { size, now, config }: Pick<Deps, 'config'> & { size: number; now: Date },
): Promise<boolean> {
  const ids = await nextOfBulk(tx, id, size);
  if (ids.length === 0) {
    await setBulkState(tx, id, 'done', true);
    return true;
  }
  const planned = (await listEdits(tx, plan, ids, now, true)).edits;
  const bound = hasGroups(config) && !(await isGroupStaff(tx, userId));
  const edits = bound ? await withoutWaiting(tx, planned, now) : planned;
  if (edits.length > 0) {
    await applyBulk(tx, edits, { userId, source: 'bulk', bulkId: id });
  }
  await moveBulk(tx, id, { done: ids.length, changed: edits.length });
  const fresh = edits
    .filter(({ comic, changes }) => comic.state === 'published' && changes.state !== undefined && !comic.published)
    .map(({ comic }) => comic.id);
  if (fresh.length > 0) {
    for (const { id: comic, from } of await listAwaited(tx, fresh, await isListened(tx, 'comic.published'))) {
      await announceRelease(tx, { comic_id: comic, from, fresh: true }, now);
    }
  }
  return false;
}

/** Changes of comics, without those that would bring one out which has to wait for the delay of a group. */
async function withoutWaiting(tx: Tx, edits: readonly BulkEdit[], at: Date): Promise<BulkEdit[]> {
  const free: BulkEdit[] = [];
  for (const edit of edits) {
    const comesOut = edit.changes.state !== undefined && edit.comic.state === 'published';
    if (!comesOut || (await findWait(tx, { comic: edit.comic.id, at })) === null) {
      free.push(edit);
    }
  }
  return free;
}

async function undoBatch(tx: Tx, { id, user_id: userId, ...bulk }: BulkRow, size: number): Promise<boolean> {
  const revisions = await bulkRevisions(tx, id, bulk.undone + bulk.kept.length, size);
  if (revisions.length === 0) {
    await setBulkState(tx, id, 'undone', true);
    return true;
  }
  const comics = new Map(
    (
      await bulkComics(
        tx,
        revisions.map(({ comic_id: comic }) => comic),
        true,
      )
    ).map((comic) => [comic.id, comic]),
  );
  const kinds = await findKinds(
    tx,
    [...comics.values()]
      .flatMap(({ terms }) => terms)
      .concat(revisions.flatMap(({ changes }) => Object.values(changes).flatMap(termsIn))),
  );
  const edits: BulkEdit[] = [];
  const restored: number[] = [];
  for (const { comic_id: comicId, changes } of revisions) {
    const comic = comics.get(comicId);
    if (comic === undefined) {
      restored.push(comicId);
      continue;
    }
    const back = undone(comic, changes, kinds);
    const undoing = bulkChanges(comic, back.comic, kinds);
    if (Object.keys(undoing).length > 0) {
      edits.push({ comic: back.comic, changes: undoing });
    }
    if (back.kept) {
      restored.push(comicId);
    }
  }
  if (edits.length > 0) {
    await applyBulk(tx, edits, { userId, source: 'undo', bulkId: id });
  }
  await moveUndo(tx, id, { undone: revisions.length - restored.length, kept: restored });
  return false;
}

function termsIn(change: { before: unknown; after: unknown } | undefined): number[] {
  return [change?.before, change?.after].flatMap((value) =>
    Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [],
  );
}

/** The changes that a plan makes to some comics; those that stay as they are are left out. `heldBack` of them stay hidden because they lack pages. */
async function listEdits(
  tx: Tx,
  plan: BulkPlan,
  ids: readonly number[],
  now: Date,
  hold: boolean,
): Promise<{ edits: BulkEdit[]; heldBack: number }> {
  const comics = await bulkComics(tx, ids, hold);
  const kinds: Map<number, TermKind> = await findKinds(tx, [
    ...comics.flatMap(({ terms }) => terms),
    ...[plan.add, plan.remove, plan.replace].flatMap((lists) => Object.values(lists ?? {}).flat()),
  ]);
  const edits = comics.flatMap((comic) => {
    const next = plannedFor(comic, plan, kinds, now);
    const changes = bulkChanges(comic, next, kinds);
    return Object.keys(changes).length > 0 ? [{ comic: next, changes }] : [];
  });
  return { edits, heldBack: comics.filter((comic) => isHeldBack(comic, plan, now)).length };
}

/** A bulk edit with every term by its id; terms to add that do not exist are made. */
async function makePlan(
  tx: Tx,
  { add, remove, replace, premium_until: until, publish_at: at, ...others }: BulkChanges,
): Promise<BulkPlan> {
  const lists = async (wanted: BulkChanges['add']) => {
    const found: Partial<Record<KindPath, number[]>> = {};
    for (const [path, terms] of Object.entries(wanted ?? {})) {
      found[path as KindPath] = await termIds(tx, KIND_BY_PATH[path as KindPath], terms);
    }
    return found;
  };
  return {
    ...others,
    add: await lists(add),
    remove: await lists(remove),
    replace: await lists(replace),
    ...(until === undefined ? {} : { premium_until: until === null ? null : new Date(until).toISOString() }),
    ...(at === undefined ? {} : { publish_at: new Date(at).toISOString() }),
  };
}

async function requireBulk(tx: Tx, by: Editor, id: number, states: readonly Bulk['state'][]): Promise<void> {
  const bulk = await findBulk(tx, id, by.role === 'admin' ? null : by.id, true);
  if (bulk === null) throw problem('bulk-not-found');
  if (!states.includes(bulk.state)) throw problem('bulk-state-wrong');
}
