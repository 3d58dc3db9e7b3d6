import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { StoredVariant } from '#server/db/queries/cards.ts';
import { inQuarantine, pictureAt } from '#server/db/queries/picture-hashes.ts';
import { reachableComics } from '#server/db/visible.ts';

/** The large picture of a cover that may stand in anyone's feed: that of a work which can be read here and is rated safe; null for every other. */
export async function shareableCover(db: Db, hash: string): Promise<StoredVariant | null> {
  const { rows } = await sql<{ variant: StoredVariant | null }>`
    select i.variants -> 'cover640' as variant from images i
    where i.hash = ${pictureAt(hash)}
      and exists (select 1 from ${reachableComics('everyone')} c where c.cover = i.hash and c.state <> 'removed' and c.rating = 'safe')
      and not ${inQuarantine()}`.execute(db);
  return rows[0]?.variant ?? null;
}
