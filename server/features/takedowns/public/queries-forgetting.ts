import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/**
 * Forgets who sent notices and counter-notices that have been closed for so many days, at most so many of them: names,
 * addresses, signatures and what they wrote, of which work and where among it. What an organisation is called stays, as
 * the public log names it, and so does what the notice was about here.
 *
 * @returns how many.
 */
export async function forgetClaimants(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    update takedowns set claimant = jsonb_build_object('company', coalesce(claimant->>'company', ''), 'name', '', 'address', '', 'phone', '', 'email', ''),
      signature = '', statement = '', work = '', location = '', user_id = null
    where id in (
      select id from takedowns where state in ('upheld', 'rejected', 'restored') and (claimant->>'name' <> '' or work <> '' or location <> '')
        and greatest(decided_at, restored_at) < ${before.toISOString()} order by id limit ${limit})
    returning 1`.execute(db);
  const { rows: countered } = await sql`
    update counter_notices set sender = '{"name": "", "address": "", "phone": "", "email": ""}', signature = '', statement = '', user_id = null
    where takedown_id in (
      select c.takedown_id from counter_notices c join takedowns t on t.id = c.takedown_id
      where t.state <> 'countered' and c.sender->>'name' <> '' and greatest(t.decided_at, t.restored_at) < ${before.toISOString()} order by 1 limit ${limit})
    returning 1`.execute(db);
  return Math.max(rows.length, countered.length);
}
