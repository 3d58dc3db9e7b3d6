import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#server/db/database.ts';

/**
 * Ends the sessions that began at a provider: one by its name there, else all of a person; and what has come from there and waits
 * to be one.
 *
 * @returns how many sessions there were.
 */
export async function endSessionsOfProvider(
  tx: Tx,
  { issuer, sid, subject }: { issuer: string; sid: string | null; subject: string | null },
): Promise<number> {
  const theirs = (source: RawBuilder<unknown>) => sql`${source}->>'issuer' = ${issuer}
    ${sid === null ? sql`` : sql`and ${source}->>'sid' = ${sid}`}
    ${subject === null ? sql`` : sql`and ${source}->>'subject' = ${subject}`}`;
  const { rows } = await sql`
    delete from tokens where purpose = 'access' and ${theirs(sql`payload->'sign_in'`)} returning 1`.execute(tx);
  await sql`delete from tokens where purpose = 'second-step' and ${theirs(sql`payload->'source'`)}`.execute(tx);
  await sql`delete from tokens where purpose = 'newcomer' and ${theirs(sql`payload`)}`.execute(tx);
  return rows.length;
}
