import type { Upload } from '#contract/uploads.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { pageCandidate } from '#server/images/archives/entry-names.ts';
import { missingIn, refusedFiles, shortFiles } from './queries-lacking.ts';

/** Pages that are named; of more it is said how many. */
const NAMED = 10;

/**
 * The pages that the works of an upload lack: pages that cannot be had, those that files say they have and do not hold, and pictures that
 * were refused and not taken out. Null where they lack nothing.
 */
export async function lackOfUpload(db: Db | Tx, uploadId: number): Promise<Upload['lack']> {
  const missing = (await missingIn(db, uploadId)).map(({ title, name }) => `${title}: ${name}`);
  const short = await shortFiles(db, uploadId);
  const pictures = (await refusedFiles(db, uploadId)).filter((path) => pageCandidate(path) !== null);
  const names = [...missing, ...short.map(({ path, more }) => `${path} (+${more})`), ...pictures];
  if (names.length === 0) return null;
  const count = missing.length + short.reduce((sum, { more }) => sum + more, 0) + pictures.length;
  return { count, pages: `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ', …' : ''}` };
}
