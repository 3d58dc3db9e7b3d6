import { sql } from 'kysely';
import type { Db } from '#server/db/kysely.ts';

/**
 * Counts one of something that may happen `most` times in `seconds`, in one statement that holds over all processes.
 * Refused attempts are not counted, so that the wait does not grow by asking.
 *
 * @returns null when it was counted; when there were too many, whole seconds (1 or more) until the window ends.
 */
export async function countThrottle(db: Db, key: string, most: number, seconds: number): Promise<number | null> {
  const { rows } = await sql<{ counted: boolean; wait: number | null }>`
    with counted as (
      insert into throttles as t (key, count, resets_at) values (${key}, 1, now() + make_interval(secs => ${seconds}::int))
      on conflict (key) do update set
        count = case when t.resets_at <= now() then 1 else t.count + 1 end,
        resets_at = case when t.resets_at <= now() then excluded.resets_at else t.resets_at end
      where t.resets_at <= now() or t.count < ${most}::int
      returning 1)
    select exists (select from counted) as counted,
      (select greatest(1, ceil(extract(epoch from resets_at - now())))::int from throttles where key = ${key}) as wait`.execute(
    db,
  );
  const [row] = rows;
  // A row that another call made after this statement began is counted against but not seen.
  return row?.counted ? null : (row?.wait ?? seconds);
}

/** Takes one back that was counted. */
export async function uncountThrottle(db: Db, key: string): Promise<void> {
  await sql`update throttles set count = greatest(0, count - 1) where key = ${key} and resets_at > now()`.execute(db);
}

/** Lets something happen once: answers whether this was the first time. It is remembered for `seconds`. */
export async function useOnce(db: Db, key: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into used_once as u (key, expires_at) values (${key}, now() + make_interval(secs => ${seconds}::int))
    on conflict (key) do update set expires_at = excluded.expires_at where u.expires_at <= now()
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Takes away windows that ended, buckets that are full, what need not be remembered any more, tokens, links and age checks that ran out, and
 * what was begun with trackers and not finished. Links
 * that confirm an address are known for 30 days more, so that who opens one late is told what became of it.
 */
export async function deleteExpired(db: Db): Promise<void> {
  await sql`delete from throttles where resets_at <= now()`.execute(db);
  await sql`delete from visitor_buckets where full_at <= now()`.execute(db);
  await sql`delete from used_once where expires_at <= now()`.execute(db);
  await sql`
    delete from tokens where expires_at <= now() and (purpose not in ('verify', 'email') or expires_at <= now() - interval '30 days')`.execute(
    db,
  );
  await sql`delete from age_passes where expires <= now()`.execute(db);
  await sql`delete from tracker_joins where expires_at <= now()`.execute(db);
  await sql`delete from tracker_lists where read_at <= now() - interval '1 day'`.execute(db);
}
