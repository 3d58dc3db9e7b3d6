import { MAX_RELATIONS } from '#contract/comics.ts';
import { problem } from '#contract/problems.ts';
import type { Tx } from '#server/db/database.ts';
import type { RelationRow } from '#server/db/queries/relations.ts';
import { listEditable } from '#server/features/editing/comics/queries-editing.ts';
import {
  addRelations,
  holdComics,
  listFull,
  listRelated,
  removeRelations,
  touchComics,
} from '#server/features/editing/comics/queries-relations.ts';
import { recordRevision, type Edit } from './revision-recorder.ts';

/** Holds a comic with all that it is related to, or is to be: for who is about to change its relations. */
export async function holdRelated(tx: Tx, comicId: number, wanted: readonly RelationRow[]): Promise<void> {
  const now = await listRelated(tx, comicId);
  await holdComics(tx, [comicId, ...now.map(({ id }) => id), ...wanted.map(({ id }) => id)]);
}

/**
 * Says which works a comic stands together with, in place of those it did, and writes the change down in the history of each of them.
 *
 * @param edit whose comic's own revision is recorded by the caller.
 * @throws Problem `relation-to-itself`; `relation-twice` where it names a work twice; `relations-full`; `comic-not-found` where a
 *   work that is added is none, or `edit.by` may not edit it.
 */
export async function replaceRelations(
  tx: Tx,
  { comicId, by, source }: Pick<Edit, 'comicId' | 'by' | 'source'>,
  wanted: readonly RelationRow[],
): Promise<void> {
  const ids = new Set(wanted.map(({ id }) => id));
  if (ids.has(comicId)) throw problem('relation-to-itself');
  if (ids.size < wanted.length) throw problem('relation-twice');
  const now = new Map((await listRelated(tx, comicId)).map(({ id, kind }) => [id, kind]));
  const added = wanted.filter(({ id, kind }) => now.get(id) !== kind);
  const addedIds = new Set(added.map(({ id }) => id));
  const removed = [...now.keys()].filter((id) => !ids.has(id) || addedIds.has(id));
  if ((await listEditable(tx, by, [...addedIds])).length < added.length) throw problem('comic-not-found');
  const others = [...new Set([...removed, ...addedIds])].sort((a, b) => a - b);
  if (others.length === 0) return;
  const change = async () => {
    await removeRelations(tx, comicId, removed);
    await addRelations(tx, comicId, added);
    const [full] = await listFull(tx, [comicId, ...addedIds], MAX_RELATIONS);
    if (full) throw problem('relations-full', { title: full.title, most: MAX_RELATIONS });
    await touchComics(tx, [comicId, ...others]);
  };
  // Around each other, so that every one of them is seen before and after the change.
  await others.reduce<() => Promise<unknown>>(
    (work, other) => () =>
      recordRevision(tx, { comicId: other, by, source }, async () => {
        await work();
      }),
    change,
  )();
}
