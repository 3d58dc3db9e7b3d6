import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { OPENABLE } from '#server/features/accounts/login/queries-login.ts';
import type { SessionSource } from '#server/features/accounts/providers/queries-sign-ins.ts';

/** Seconds between the password and the second factor. */
const STEP_SECONDS = 300;

/** A passkey as it is verified. */
export interface PasskeyRow {
  id: string;
  public_key: Uint8Array;
  counter: number;
  transports: string[];
}

/** The second factors of a user. */
export interface Factors {
  /** Base32; null where codes are not asked for. */
  totp_secret: string | null;
  passkeys: PasskeyRow[];
  /** Recovery codes that have not been used. */
  recovery_codes: number;
}

/** The second factors of a user that are on now. */
export async function findFactors(db: Db | Tx, userId: number): Promise<Factors> {
  const { rows } = await sql<Omit<Factors, 'passkeys'>>`
    select case when u.totp_confirmed_at is not null then u.totp_secret end as totp_secret,
      (select count(*)::int from recovery_codes r where r.user_id = u.id and r.used_at is null) as recovery_codes
    from users u where u.id = ${userId}`.execute(db);
  const { rows: passkeys } = await sql<PasskeyRow>`
    select id, public_key, counter::float8 as counter, transports from passkeys where user_id = ${userId} order by created_at`.execute(
    db,
  );
  return { totp_secret: null, recovery_codes: 0, ...rows[0], passkeys };
}

/** A login whose password was right. */
export interface PendingLogin {
  user_id: number;
  remember: boolean;
  /** The challenge a passkey signs; null where there is none. */
  challenge: string | null;
  /** The provider the login began at; null for here. */
  source: SessionSource | null;
}

/** Makes a login wait for its second factor; the answer names it. */
export async function insertPendingLogin(
  db: Db,
  { user_id, remember, challenge, source }: PendingLogin,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await sql`
    insert into tokens (hash, user_id, purpose, remember, payload, expires_at)
    values (${hashSecret(secret)}, ${user_id}, 'second-step', ${remember}, ${JSON.stringify({ challenge, source })}::jsonb, now() + make_interval(secs => ${STEP_SECONDS}))`.execute(
    db,
  );
  return secret;
}

/** A login that waits, or null: unknown, run out, or of someone who may not log in any more. */
export async function findPendingLogin(db: Db, secret: string): Promise<PendingLogin | null> {
  const { rows } = await sql<PendingLogin>`
    select t.user_id /* user_id is never null: joined by it */, t.remember, t.payload->>'challenge' as challenge,
      nullif(t.payload->'source', 'null') as source from tokens t join users u on u.id = t.user_id
    where t.hash = ${hashSecret(secret)} and t.purpose = 'second-step' and t.expires_at > now() and u.banned_at is null and ${OPENABLE}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Ends a login that waited; false where another call has ended it. */
export async function takePendingLogin(tx: Tx, secret: string): Promise<boolean> {
  const { rows } =
    await sql`delete from tokens where hash = ${hashSecret(secret)} and purpose = 'second-step' and expires_at > now() returning 1`.execute(
      tx,
    );
  return rows.length > 0;
}

/** Uses the code of a time step; false where it, or a later one, was used before. */
export async function useTotpStep(tx: Db | Tx, userId: number, step: number): Promise<boolean> {
  const { rows } = await sql`
    update users set totp_step = ${step} where id = ${userId} and (totp_step is null or totp_step < ${step}::bigint) returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Uses a recovery code; false where the user has no such code left. */
export async function useRecoveryCode(tx: Db | Tx, userId: number, hash: string): Promise<boolean> {
  const { rows } = await sql`
    update recovery_codes set used_at = now() where user_id = ${userId} and hash = ${hash} and used_at is null returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Writes down that a passkey was used. */
export async function usePasskey(tx: Db | Tx, id: string, counter: number): Promise<void> {
  await sql`update passkeys set counter = ${counter}, used_at = now() where id = ${id}`.execute(tx);
}
