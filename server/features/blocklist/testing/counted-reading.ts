// The work of this thread for a list of hashes, to be opened where it is counted (`openCounted`).
import { isProblem } from '#contract/problems.ts';
import { readListInThread } from '../list-thread.ts';

/** How reading a list of SHA-256 ends: how many entries it has, or the code of its refusal. */
export async function readEntries(bytes: Buffer): Promise<number | string> {
  try {
    return (await readListInThread(bytes, 'sha256', 1)).entries.length;
  } catch (error) {
    if (isProblem(error)) return error.code;
    throw error;
  }
}
