import type { Revision } from '#contract/editing.ts';
import { problem } from '#contract/problems.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { changesBetween, type Changes } from '#server/features/editing/comics/fields.ts';
import { getFields, holdComic } from '#server/features/editing/comics/queries-fields.ts';
import { addRevision } from '#server/features/editing/comics/queries-revisions.ts';

/** Which comic is changed, by whom (null: the site by itself), and what made it so. */
export interface Edit {
  comicId: number;
  by: number | null;
  source: Revision['source'];
  /** The version that the one who edits has seen; left out where it does not matter. */
  version?: number;
  /** Its action in the audit log; `comic.edit`. */
  action?: string;
}

/** The additions of a change besides the fields of its comic, and pictures that its restore needs. */
export interface EditExtras {
  changes: Changes;
  images: readonly string[];
}

/**
 * Does what changes a comic and writes down what that changed, field by field, in the comic's history and, of people, in the audit log.
 * Nothing is written where nothing changed.
 *
 * @throws Problem `comic-not-found`; `edit-conflict` where someone has changed it since that version.
 */
export async function recordRevision(tx: Tx, edit: Edit, work: () => Promise<EditExtras | void>): Promise<Changes> {
  const { comicId, by, source, version, action = 'comic.edit' } = edit;
  const held = await holdComic(tx, comicId);
  if (held === null) throw problem('comic-not-found');
  if (version !== undefined && version !== held.version) throw problem('edit-conflict');
  const before = await getFields(tx, comicId);
  const further = await work();
  const changes = { ...changesBetween(before, await getFields(tx, comicId)), ...further?.changes };
  if (Object.keys(changes).length > 0) {
    await addRevision(tx, { comicId, userId: by, source, changes, images: further?.images ?? [] });
    if (source !== 'import' || by !== null) {
      await audit(tx, { userId: by, action, subject: 'comic', subjectId: comicId, details: { changes } });
    }
  }
  return changes;
}
