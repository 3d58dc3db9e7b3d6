import type { Db } from '#server/db/database.ts';
import type { Parsed } from '#server/search/query.ts';

/** The search with its misspelt words as titles and names write them, in its canonical form; null where nothing is near. */
export async function correctedQuery(_db: Db, _parsed: Parsed): Promise<string | null> {
  return null;
}
