import type { Tx } from '#server/db/database.ts';
import type { PlannedChapter } from '#server/features/groups/public/queries-delays.ts';
import { requireUploadRights } from '#server/features/groups/public/upload-rights.ts';
import { findKnownTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import type { ChapterRow, WorkRow } from './queries-works.ts';

/**
 * Refuses works that name a group in whose name a member may not upload. Chapters that join a comic name their own groups alone.
 *
 * @throws Problem `group-uploads-closed` {name}, `group-uploads-members` {name}.
 */
export async function requireGroups(
  tx: Tx,
  works: readonly (Pick<WorkRow, 'comic' | 'fields'> & { chapters: readonly Pick<ChapterRow, 'groups'>[] })[],
  userId: number,
): Promise<void> {
  const names = works
    .filter(({ chapters }) => chapters.length > 0)
    .flatMap(({ comic, fields, chapters }) => [
      ...(comic === null ? (fields.terms.group ?? []) : []),
      ...chapters.flatMap(({ groups }) => groups ?? []),
    ]);
  const ids = await findKnownTerms(
    tx,
    names.map((name) => ({ kind: 'group', name })),
  );
  await requireUploadRights(tx, ids, userId);
}

/** The chapters by which works add to comics that are there, without those whose pages replace another's. */
export async function planChapters(
  tx: Tx,
  works: readonly (Pick<WorkRow, 'comic'> & { chapters: readonly ChapterRow[] })[],
  uploader: number,
): Promise<PlannedChapter[]> {
  const planned: PlannedChapter[] = [];
  for (const { comic, chapters } of works) {
    for (const { number, volume, groups, replaces } of chapters) {
      if (comic === null || replaces !== null) continue;
      const named = (groups ?? []).map((name) => ({ kind: 'group', name }) as const);
      planned.push({ comic: comic.id, uploader, number, volume, groups: await findKnownTerms(tx, named) });
    }
  }
  return planned;
}
