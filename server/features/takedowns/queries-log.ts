import { sql } from 'kysely';
import { localPaths } from '#contract/addresses.ts';
import type { LoggedTakedown } from '#contract/takedowns.ts';
import type { Db } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';
import { isLimited, reachableComics } from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { COUNTER } from './public/queries-counter.ts';

type Row = Omit<LoggedTakedown, 'claimant' | 'path'> & { company: string | null; slug: string | null };

/**
 * Notices that were decided, the newest first, or one of them; without anything personal, and titles only of works whose rating the visitor
 * sees and that are not over their limit.
 */
export async function loggedTakedowns(
  db: Db,
  { site, rating, limit: most, locale }: RequestContext,
  { id, offset, limit }: { id?: number; offset: number; limit: number },
): Promise<{ rows: LoggedTakedown[]; total: number }> {
  const condition = sql`t.state <> 'open' and t.decided_at is not null ${id === undefined ? sql`` : sql`and t.id = ${id}`}`;
  // Of a work that is gone nobody knows whether it was over a limit.
  const within = isLimited(most) ? sql`m.id is not null` : sql`true`;
  const shown = rating === 'all' ? within : sql`m.rating = 'safe'`;
  const { rows } = await sql<Row>`
    select t.id, ${isoTimestamp('t.created_at')} as created_at, ${isoTimestamp('t.decided_at')} as decided_at,
    ${isoTimestamp('t.restored_at')} as restored_at, t.scope, t.state,
      case when ${shown} then coalesce((select l.title from comic_translations l where l.comic_id = m.id and l.locale = ${locale}), t.title) end as title,
      case when ${shown} then m.slug end as slug,
      nullif(t.claimant->>'company', '') as company, ${COUNTER} as counter
    from takedowns t left join ${reachableComics({ limit: most })} m on m.id = t.comic_id left join counter_notices c on c.takedown_id = t.id
    where ${condition} order by t.decided_at desc, t.id desc limit ${limit} offset ${offset}`.execute(db);
  const to = localPaths(site.variant);
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from takedowns t where ${condition}`.execute(db);
  return {
    rows: rows.map(({ company, slug, ...row }) => ({
      ...row,
      path: slug && to.comic(slug),
      claimant: { kind: company === null ? 'person' : 'organisation', name: company },
    })),
    total: counted!.total,
  };
}
