import type { z } from 'zod';
import type { NewComic } from '#contract/editing.ts';
import { problem } from '#contract/problems.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { createComic } from '#server/features/comics/public/queries-writing.ts';
import { findOrCreateTerms } from '#server/features/taxonomy/public/queries-writing.ts';
import { deleteComic, setUploader } from './queries-editing.ts';
import { getFields } from './queries-fields.ts';
import { holdPublishable } from './queries-publication.ts';

/** Makes an empty draft that belongs to who makes it. @returns its id. */
export async function createDraft(
  tx: Tx,
  by: { id: number },
  { title, language, oneshot }: z.infer<typeof NewComic>,
): Promise<number> {
  const terms =
    language === null ? [] : await findOrCreateTerms(tx, [{ kind: 'language', name: language, code: language }]);
  const { id } = await createComic(tx, { title, terms, oneshot });
  await setUploader(tx, id, by.id);
  await audit(tx, { userId: by.id, action: 'comic.create', subject: 'comic', subjectId: id, details: { title } });
  return id;
}

/** Deletes a draft for good, with its history; the audit log keeps what it was. @throws Problem `comic-not-found`, `comic-not-draft`. */
export async function deleteDraft(tx: Tx, id: number, by: { id: number }): Promise<void> {
  const comic = await holdPublishable(tx, id);
  if (comic === null) throw problem('comic-not-found');
  if (comic.state !== 'draft') throw problem('comic-not-draft');
  await audit(tx, {
    userId: by.id,
    action: 'comic.delete',
    subject: 'comic',
    subjectId: id,
    details: { fields: await getFields(tx, id) },
  });
  await deleteComic(tx, id);
}
