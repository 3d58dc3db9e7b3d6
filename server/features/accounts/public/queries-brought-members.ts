import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { findByEmail, findByName } from '#server/features/accounts/login/queries-login.ts';
import { isForbiddenName } from '#server/features/accounts/profile/name-filter.ts';
import { parseEmail, parseUsername, usernameKey, usernameProblems } from '#server/features/accounts/profile/names.ts';
import { NO_PASSWORD } from '#server/features/accounts/providers/newcomers.ts';

/** A member of another site. */
export interface BroughtMember {
  /** Names that they had, the best first. */
  names: readonly string[];
  email: string;
  registered: Date | null;
}

/** Numbers behind a name that is taken, at most. */
const COPIES = 50;

/**
 * The account of a member who comes from another site, by their address: theirs here if they have shown that it is theirs, or the one that was made
 * for them before; else a new one, without password and unverified, which whoever reads the mail of the address claims by the link for a new
 * password. Nobody is written to.
 *
 * @returns null where the address is none, or belongs to an account that has not shown that it is theirs.
 */
export async function findOrMakeBrought(
  tx: Tx,
  { names, email: typed, registered }: BroughtMember,
  { siteName, locale }: { siteName: string; locale: string },
): Promise<number | null> {
  const email = parseEmail(typed);
  if (email === null) return null;
  const known = await findByEmail(tx, email);
  if (known !== null) return known.verified || (await isUnclaimed(tx, known.id)) ? known.id : null;
  for await (const username of freeNames(tx, names, siteName)) {
    const { rows } = await sql<{ id: number }>`
      insert into users (username, username_key, email, password, locale, created_at)
      values (${username}, ${usernameKey(username)}, ${email}, ${NO_PASSWORD}, ${locale}, least(coalesce(${registered?.toISOString() ?? null}::timestamptz, now()), now()))
      on conflict do nothing returning id`.execute(tx);
    if (rows[0] !== undefined) return rows[0].id;
  }
  return null;
}

/** Whether nobody has ever been in an account: it has no password, and no way in elsewhere. */
async function isUnclaimed(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u where u.id = ${userId} and u.password = ${NO_PASSWORD} and u.role = 'user'
      and not exists (select from identities i where i.user_id = u.id) and not exists (select from tokens t where t.user_id = u.id)
      and not exists (select from passkeys p where p.user_id = u.id)`.execute(tx);
  return rows.length > 0;
}

async function* freeNames(tx: Tx, names: readonly string[], siteName: string): AsyncGenerator<string> {
  for (const name of [...names, 'reader']) {
    const base = parseUsername(name.replace(/\s+/g, '_')).slice(0, 26);
    for (let copy = 1; copy <= COPIES; copy += 1) {
      const username = copy === 1 ? base : `${base}${copy}`;
      if (usernameProblems(username, [siteName]).length > 0 || (await isForbiddenName(tx, username)).length > 0) break;
      if ((await findByName(tx, usernameKey(username))) === null) yield username;
    }
  }
  yield `reader${Date.now().toString(36)}`;
}
