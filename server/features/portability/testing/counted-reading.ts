// The work of this process for a member's file, to be opened where it is counted (`openCounted`).
import { isProblem } from '#contract/problems.ts';
import { readLibraryInChild } from '../read-in-child.ts';

/** How reading a file ends: `read`, or the code of its refusal. */
export async function readFile(bytes: Buffer): Promise<string> {
  try {
    await readLibraryInChild(bytes, new Date(0));
    return 'read';
  } catch (error) {
    if (isProblem(error)) return error.code;
    throw error;
  }
}
