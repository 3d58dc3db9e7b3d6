import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { isTimedOut } from '#server/db/kysely.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { blockedComics, blocksMakers, type BlockedContent } from '#server/db/visible.ts';
import { CatalogueMemo, readChange } from './changes.ts';

/** Members whose comics are remembered, and most comics of one: a process keeps some 80 MB of them at the very most. */
const MAX_MEMBERS = 200;
const MAX_COMICS = 50_000;

const memoFor = perDatabase(
  () => new CatalogueMemo<number[]>({ most: MAX_MEMBERS, seconds: 10, isLarge: ({ length }) => length > 1_000 }),
);

/**
 * The comics that lists in memory leave out because all their chapters are of whom someone blocks, as ids that ascend. Of
 * more than 50,000 those uploaded last: of the others the database leaves out the cards (`visibleComics`).
 *
 * It costs as much as those blocked have made, however large the library is, and is remembered until that changes. Where it takes longer
 * than a read may, memory leaves nothing out, and counts too many.
 */
export async function findBlockedComics(db: Db, blocked: BlockedContent): Promise<readonly number[]> {
  if (!blocksMakers(blocked)) return [];
  return memoFor(db).get(JSON.stringify([blocked.groups, blocked.uploaders]), await readChange(db), async () => {
    try {
      const { rows } = await sql<{ id: number }>`${blockedComics(blocked, MAX_COMICS)}`.execute(db);
      return rows.map(({ id }) => id).sort((a, b) => a - b);
    } catch (error) {
      // The cards are left out by the database all the same: a total that is too large is better than no list.
      if (isTimedOut(error)) return [];
      throw error;
    }
  });
}
