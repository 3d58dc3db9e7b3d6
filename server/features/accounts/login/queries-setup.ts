import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';

/** Seconds the link to make the first admin is good: a day; a new start makes another. */
const SETUP_SECONDS = 86_400;
/** Processes that start within so many seconds of one another start together, and each shows a link that is good. */
const TOGETHER_SECONDS = 600;

/** Whether anyone administrates the site. */
export async function hasAdmin(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from users where role = 'admin' and deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Makes everyone who wants to make the first admin wait for the others, until the transaction ends. */
export async function lockSetup(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('komawari first admin'))`.execute(tx);
}

/** Makes the secret of the link that makes the first admin; those of earlier starts are no longer good, but of processes that start together. */
export async function makeSetupToken(tx: Tx): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await sql`
    delete from tokens where purpose = 'setup' and expires_at < now() + make_interval(secs => ${SETUP_SECONDS - TOGETHER_SECONDS})`.execute(
    tx,
  );
  await sql`
    insert into tokens (hash, purpose, expires_at) values (${hashSecret(secret)}, 'setup', now() + make_interval(secs => ${SETUP_SECONDS}))`.execute(
    tx,
  );
  return secret;
}

/** Uses the link up; false where it is not, or no longer, the one. */
export async function takeSetupToken(tx: Tx, secret: string): Promise<boolean> {
  const { rows } =
    await sql`delete from tokens where hash = ${hashSecret(secret)} and purpose = 'setup' and expires_at > now() returning 1`.execute(
      tx,
    );
  return rows.length > 0;
}
