import { sql } from 'kysely';
import type { ComicQuery } from '#contract/comics.ts';
import type { VisibilityScope } from '#server/db/visible.ts';
import { createListing } from '#server/features/comics/listing.ts';
import { selectComics } from '#server/features/comics/queries-listing.ts';
import { unlessExpensive, type Engines } from './queries-cost.ts';

/** Which of some comics the list that a query asks for would have, whatever its order; none where it cannot be looked up in time. */
export async function listedAmong(
  engines: Engines & Parameters<typeof createListing>[0],
  seeing: VisibilityScope,
  query: ComicQuery,
  ids: readonly number[],
  now: Date,
): Promise<number[]> {
  const found = await unlessExpensive(engines, async () => {
    const { listing } = await createListing(engines, seeing, query, now);
    const only = { ...listing, sort: 'uploaded_at' as const };
    const { rows } = await sql<{ id: number }>`
      select f.id from (${selectComics(only, sql`c.id`)} and c.id = any(${[...ids]}::int[])) f order by f.id`.execute(
      engines.reads,
    );
    return rows.map(({ id }) => id);
  });
  return found ?? [];
}
