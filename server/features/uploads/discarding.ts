import { problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { deleteFile, deleteUpload, holdUpload, touchUpload } from './queries.ts';
import { openUpload, type Receiving } from './receiving.ts';

/** Takes a file out of an open upload, with its pages and its bytes. @throws Problem `upload-not-found`, `upload-closed`. */
export async function removeFile({ db, raw }: Receiving, uploadId: number, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    await openUpload(tx, uploadId);
    await deleteFile(tx, uploadId, id);
    await touchUpload(tx, uploadId, { arranged: true });
  });
  await raw.remove(id);
}

/**
 * Discards an upload with all it holds; the comics of a committed one stay. @throws Problem `upload-not-found`,
 * `upload-closed` while it is being committed.
 */
export async function discard({ db, raw }: Receiving, id: number): Promise<void> {
  const files = await withTransaction(db, async (tx) => {
    const upload = await holdUpload(tx, id);
    if (upload === null) throw problem('upload-not-found');
    if (upload.state === 'committing') throw problem('upload-closed');
    return deleteUpload(tx, id);
  });
  for (const file of files) {
    await raw.remove(file);
  }
}
