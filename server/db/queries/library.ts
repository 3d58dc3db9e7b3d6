import type { Db } from '#server/db/database.ts';

/** Whether nothing was ever imported or made here: no comic in any state, no import. */
export async function isEmptyLibrary(db: Db): Promise<boolean> {
  const [comic, imported] = await Promise.all([
    db.selectFrom('comics').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('imports').select('id').limit(1).executeTakeFirst(),
  ]);
  return comic === undefined && imported === undefined;
}
