import { isProblem } from '#contract/problems.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import { hashBlob } from '#server/blobs/hashing.ts';

/** The bytes of a blob; undefined where they are missing or not as they were. */
export async function readSound(store: Blobs, hash: string): Promise<Buffer | undefined> {
  try {
    const bytes = await store.read(hash);
    return (await hashBlob(bytes)) === hash ? bytes : undefined;
  } catch (error) {
    if (isProblem(error) && error.code === 'storage-missing') return undefined;
    throw error;
  }
}
