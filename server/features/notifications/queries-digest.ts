import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { AGE_PASS, type AgePass } from '#server/db/queries/age-passes.ts';

/** A member to whom a digest is due. */
export interface Due {
  id: number;
  locale: string | null;
  /** The id of the site they signed in to last. */
  site: string | null;
  /** Whether they have asked for every rating; null where they never said. */
  nsfw: boolean | null;
  /** The age check that their account holds. */
  age: AgePass | null;
  mail: 'daily' | 'weekly';
  /** When the last one was sent. */
  digest_at: Date | null;
}

const DUE = sql`u.settings->'notifications'->>'mail' in ('daily', 'weekly') and u.verified_at is not null and u.banned_at is null and u.deleted_at is null`;

/** Of `u`: whether their last digest was longer ago than their period. */
const over = (now: Date) => sql`(u.digest_at is null
  or u.digest_at <= ${now.toISOString()}::timestamptz - case u.settings->'notifications'->>'mail'
      when 'daily' then interval '1 day' else interval '7 days' end)`;

/** The next members, by their number, whose digest is due and who have something unread that came since the last one. */
export async function nextDue(db: Db, now: Date, after: number, most: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select u.id, coalesce(u.settings->>'locale', u.locale) as locale, u.site, (u.settings->>'nsfw')::boolean as nsfw,
    ${AGE_PASS} as age, u.settings->'notifications'->>'mail' as mail, u.digest_at from users u
    where u.id > ${after} and ${DUE} and ${over(now)}
      and exists (select from notifications n where n.user_id = u.id and n.read_at is null and n.created_at > coalesce(u.digest_at, '-infinity'))
    order by u.id limit ${most}`.execute(db);
  return rows;
}

/** Notes that a member's digest is sent now. @returns false where it was sent by another process, or is not wanted any more. */
export async function noteDigest(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update users u set digest_at = ${now.toISOString()}::timestamptz where u.id = ${userId} and ${DUE} and ${over(now)} returning u.id`.execute(
    tx,
  );
  return rows.length > 0;
}
