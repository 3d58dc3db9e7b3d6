import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';

/** The purposes of a link in a mail. */
export type LinkPurpose = 'verify' | 'email' | 'reset';

/** How long each works, in seconds (ASVS 6.4.1: a day, a reset an hour). */
export const LINK_SECONDS: Record<LinkPurpose, number> = { verify: 86_400, email: 86_400, reset: 3600 };

/** Makes the secret of a link, 256 bits in base64url, and ends the older ones of its purpose: only the newest works. Its hash alone is stored. */
export async function makeLinkToken(
  tx: Tx,
  { userId, purpose, address = null }: { userId: number; purpose: LinkPurpose; address?: string | null },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await endLinks(tx, userId, [purpose]);
  await sql`
    insert into tokens (hash, user_id, purpose, address, expires_at)
    values (${hashSecret(secret)}, ${userId}, ${purpose}, ${address}, now() + make_interval(secs => ${LINK_SECONDS[purpose]}))`.execute(
    tx,
  );
  return secret;
}

/** Ends a user's links of some purposes, at once. Those that confirm an address stay known, to say that it is confirmed (`isConfirmedLink`). */
export async function endLinks(tx: Tx, userId: number, purposes: readonly LinkPurpose[]): Promise<void> {
  if (purposes.includes('reset')) {
    await sql`delete from tokens where user_id = ${userId} and purpose = 'reset'`.execute(tx);
  }
  await sql`
    update tokens set expires_at = now() where user_id = ${userId} and purpose = any(${[...purposes]}::text[]) and expires_at > now()`.execute(
    tx,
  );
}
