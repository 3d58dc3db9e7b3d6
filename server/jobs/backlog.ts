import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Jobs of a kind: `waiting` ones are due, `scheduled` ones are not yet. `oldest`: seconds that the oldest due one has waited. */
export interface Backlog {
  kind: string;
  state: 'waiting' | 'scheduled' | 'running' | 'failed';
  count: number;
  oldest: number;
}

/** The jobs that are not done, by kind and state. */
export async function countBacklog(db: Db): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select kind, case when state = 'waiting' and run_at > now() then 'scheduled' else state end as state,
      count(*)::int as count, extract(epoch from greatest(now() - min(run_at), interval '0'))::float8 as oldest
    from jobs where state in ('waiting', 'running', 'failed') group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
