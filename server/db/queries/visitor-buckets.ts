import { sql } from 'kysely';
import { PREPARED, type Db } from '#server/db/kysely.ts';

/** Milliseconds that a bucket may be short of tokens at most. */
const MAX_DEBT = 120_000;

/**
 * Takes from buckets what processes have let through, by the database's clock, in one statement that holds over all of them. A bucket
 * can be taken more from than it holds: then it is longer until there is something in it, two minutes at most.
 *
 * @param spent by a bucket's key, the milliseconds in which it gets back what was taken; below 0, what is given back.
 * @returns by the same keys, the milliseconds until each bucket is full.
 */
export async function spendTogether(db: Db, spent: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; ahead: number }>`${sql.raw(PREPARED)}
    insert into visitor_buckets as b (key, full_at)
    select key, now() + spent * interval '1 millisecond'
    from unnest(${[...spent.keys()]}::text[], ${[...spent.values()]}::float8[]) as taken (key, spent) order by key
    on conflict (key) do update set full_at =
      least(greatest(b.full_at, now()) + (excluded.full_at - now()), now() + ${MAX_DEBT}::float8 * interval '1 millisecond')
    returning key, (extract(epoch from full_at - now()) * 1000)::float8 as ahead`.execute(db);
  return new Map(rows.map(({ key, ahead }) => [key, ahead]));
}
