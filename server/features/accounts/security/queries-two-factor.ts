import { sql } from 'kysely';
import type { TwoFactor } from '#contract/accounts.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

/** How a member signs in besides the password. */
export async function findTwoFactor(db: Db, userId: number): Promise<TwoFactor> {
  const { rows } = await sql<TwoFactor>`
    select u.totp_confirmed_at is not null as totp,
      (select count(*)::int from recovery_codes r where r.user_id = u.id and r.used_at is null) as recovery_codes,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'created_at', ${isoMoment(sql`p.created_at`)}, 'used_at', ${isoMoment(sql`p.used_at`)}) order by p.created_at, p.id)
        from passkeys p where p.user_id = u.id), '[]') as passkeys
    from users u where u.id = ${userId}`.execute(db);
  return rows[0] ?? { totp: false, recovery_codes: 0, passkeys: [] };
}

/** Keeps the secret of an app that is being set up, base32; false where codes are on already. */
export async function putTotpSecret(db: Db, userId: number, secret: string): Promise<boolean> {
  const { rows } =
    await sql`update users set totp_secret = ${secret}, totp_step = null where id = ${userId} and totp_confirmed_at is null returning id`.execute(
      db,
    );
  return rows.length > 0;
}

/** The secret that is being set up; null for none, and where codes are on. */
export async function waitingTotpSecret(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<{
    totp_secret: string | null;
  }>`select totp_secret from users where id = ${userId} and totp_confirmed_at is null`.execute(db);
  return rows[0]?.totp_secret ?? null;
}

/** Turns codes of a secret on; false where they are, or where it is no longer the secret. */
export async function confirmTotp(tx: Tx, userId: number, secret: string): Promise<boolean> {
  const { rows } = await sql`
    update users set totp_confirmed_at = now() where id = ${userId} and totp_secret = ${secret} and totp_confirmed_at is null returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Turns codes off and forgets their secret; false where they were not on. */
export async function deleteTotp(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    update users set totp_secret = null, totp_confirmed_at = null, totp_step = null where id = ${userId}
    and totp_confirmed_at is not null returning id`.execute(tx);
  return rows.length > 0;
}

/** Puts recovery codes, as hashes, in the place of all there were. */
export async function putRecoveryCodes(tx: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
  await sql`insert into recovery_codes (user_id, hash) select ${userId}, unnest(${[...hashes]}::text[])`.execute(tx);
}

/** Forgets recovery codes when there is nothing left that they stand in for. */
export async function forgetUselessCodes(tx: Tx, userId: number): Promise<void> {
  await sql`
    delete from recovery_codes r using users u
    where r.user_id = ${userId} and u.id = r.user_id and u.totp_confirmed_at is null and not exists (select 1 from passkeys p where p.user_id = u.id)`.execute(
    tx,
  );
}

/** Keeps the challenge that a session is to answer, in the place of an older one. */
export async function putChallenge(db: Db, token: number | null, challenge: string, seconds: number): Promise<void> {
  await sql`
    update tokens set payload = payload || jsonb_build_object('challenge', ${challenge}::text, 'challenge_until', extract(epoch from now()) + ${seconds}::int)
    where id = ${token} and purpose = 'access'`.execute(db);
}

/** Takes the challenge of a session, so that it is answered once; null for none or one that has run out. */
export async function takeChallenge(db: Db, token: number | null): Promise<string | null> {
  const { rows } = await sql<{ challenge: string | null }>`
    with asked as (select id, payload from tokens where id = ${token} and purpose = 'access' and payload ? 'challenge' for update)
    update tokens t set payload = t.payload - 'challenge' - 'challenge_until' from asked a
    where t.id = a.id
    returning case when (a.payload->>'challenge_until')::float8 > extract(epoch from now()) then a.payload->>'challenge' end as challenge`.execute(
    db,
  );
  return rows[0]?.challenge ?? null;
}

/** A passkey to be. */
export interface PasskeyDraft {
  id: string;
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
  name: string;
}

/** Keeps a passkey; false where it is kept already, whoever's it is. */
export async function insertPasskey(
  tx: Tx,
  userId: number,
  { id, publicKey, counter, transports, name }: PasskeyDraft,
): Promise<boolean> {
  const { rows } = await sql`
    insert into passkeys (id, user_id, public_key, counter, transports, name)
    values (${id}, ${userId}, ${Buffer.from(publicKey)}, ${counter}, ${[...transports]}::text[], ${name}) on conflict do nothing returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Takes a passkey away; false where the member has none of this id. */
export async function deletePasskey(tx: Tx, userId: number, id: string): Promise<boolean> {
  const { rows } = await sql`delete from passkeys where user_id = ${userId} and id = ${id} returning id`.execute(tx);
  return rows.length > 0;
}
