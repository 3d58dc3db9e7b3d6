import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { UserRole } from '#contract/accounts.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import type { VouchedIdentity } from './claims.ts';

/** Seconds someone may take at a provider, a newcomer to choose a name, and a proof stands for the password. */
const SIGN_IN_SECONDS = 900;
const NEWCOMER_SECONDS = 900;
const PROOF_SECONDS = 300;
/** Seconds in which an operator’s link lets a member in. */
const LINK_SECONDS = 900;

/** The form of what stands for a password. */
const PROOF = /^kmp_[\w-]{43}$/;

/** A sign-in while somebody is at the provider. */
export interface PendingSignIn {
  provider: string;
  /** The site it began on. */
  site: string;
  purpose: 'sign-in' | 'join' | 'prove';
  remember: boolean;
  next: string | null;
  /** The session that asked, to join or to prove. */
  session: number | null;
  /** The browser it began in: the hash of its cookie. */
  browser: string;
  redirect: string;
  nonce: string;
  verifier: string;
}

/** Remembers a sign-in under its state. */
export async function insertSignIn(
  db: Db,
  state: string,
  userId: number | null,
  pending: PendingSignIn,
): Promise<void> {
  await insertToken(db, state, { purpose: 'sign-in', userId, payload: pending, seconds: SIGN_IN_SECONDS });
}

/** Takes a sign-in by its state, so that it ends once; null for none, or one that has run out. `began` is in seconds since 1970. */
export async function takeSignIn(
  db: Db,
  state: string,
): Promise<{ user_id: number | null; payload: PendingSignIn; began: number } | null> {
  const { rows } = await sql<{ user_id: number | null; payload: PendingSignIn; began: number }>`
    delete from tokens where hash = ${hashSecret(state)} and purpose = 'sign-in' and expires_at > now()
    returning user_id, payload, floor(extract(epoch from created_at))::float8 as began`.execute(db);
  return rows[0] ?? null;
}

/** Somebody a provider vouched for, as they wait for an account. */
export interface PendingNewcomer extends VouchedIdentity {
  /** The site and the browser they came to. */
  site: string;
  browser: string;
  remember: boolean;
  next: string | null;
  /** The role their groups give them; null where roles are given here. */
  role: UserRole | null;
  /** Whether their address counts as verified where the provider says so. */
  trusted: boolean;
  /** Whether their session is to end there, too, and with which token. */
  has_source: boolean;
  id_token: string | null;
  sid: string | null;
}

/** Remembers a newcomer; the answer stands for them. */
export async function insertNewcomer(db: Db, newcomer: PendingNewcomer): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await insertToken(db, secret, { purpose: 'newcomer', userId: null, payload: newcomer, seconds: NEWCOMER_SECONDS });
  return secret;
}

/** A newcomer by the secret that stands for them; null for none, or one that has run out. */
export async function findNewcomer(db: Db, secret: string): Promise<PendingNewcomer | null> {
  const { rows } = await sql<{ payload: PendingNewcomer }>`
    select payload from tokens where hash = ${hashSecret(secret)} and purpose = 'newcomer' and expires_at > now()`.execute(
    db,
  );
  return rows[0]?.payload ?? null;
}

/** Uses a newcomer up; false where another call has. */
export async function takeNewcomer(tx: Tx, secret: string): Promise<boolean> {
  const { rows } =
    await sql`delete from tokens where hash = ${hashSecret(secret)} and purpose = 'newcomer' and expires_at > now() returning 1`.execute(
      tx,
    );
  return rows.length > 0;
}

/** Makes what stands for the password of a member for five minutes. */
export async function insertProof(db: Db | Tx, userId: number): Promise<string> {
  const secret = `kmp_${randomBytes(32).toString('base64url')}`;
  await insertToken(db, secret, { purpose: 'proof', userId, payload: {}, seconds: PROOF_SECONDS });
  return secret;
}

/** Whether a text stands for the password of a member now. */
export async function isProof(db: Db, userId: number, text: string): Promise<boolean> {
  if (!PROOF.test(text)) return false;
  const { rows } = await sql`
    select 1 from tokens where hash = ${hashSecret(text)} and purpose = 'proof' and user_id = ${userId} and expires_at > now()`.execute(
    db,
  );
  return rows.length > 0;
}

/** Makes the secret of a link that lets a member in once; older ones are no longer good. */
export async function insertLink(tx: Tx, userId: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await sql`delete from tokens where user_id = ${userId} and purpose = 'link'`.execute(tx);
  await insertToken(tx, secret, { purpose: 'link', userId, payload: {}, seconds: LINK_SECONDS });
  return secret;
}

/** Takes a link, so that it lets in once: whom; null for none, or one that has run out. */
export async function takeLinkUser(db: Db, secret: string): Promise<number | null> {
  const { rows } = await sql<{ user_id: number }>`
    delete from tokens where hash = ${hashSecret(secret)} and purpose = 'link' and expires_at > now()
    returning user_id /* user_id is never null: a link is somebody’s */`.execute(db);
  return rows[0]?.user_id ?? null;
}

/** Whether a member’s session is at a provider, and with which ID token; null for one that began here. */
export async function sessionSource(db: Db, token: number): Promise<SessionSource | null> {
  const { rows } = await sql<{ source: SessionSource | null }>`
    select payload->'sign_in' as source from tokens where id = ${token} and purpose = 'access'`.execute(db);
  return rows[0]?.source ?? null;
}

/** Where a session began. */
export interface SessionSource {
  provider: string;
  issuer: string;
  subject: string;
  /** The name that it has there; null where the provider gave none. */
  sid: string | null;
  /** To log out there with. */
  id_token: string | null;
}

async function insertToken(
  db: Db | Tx,
  secret: string,
  { purpose, userId, payload, seconds }: { purpose: string; userId: number | null; payload: object; seconds: number },
): Promise<void> {
  await sql`
    insert into tokens (hash, user_id, purpose, payload, expires_at)
    values (${hashSecret(secret)}, ${userId}, ${purpose}, ${JSON.stringify(payload)}::jsonb, now() + make_interval(secs => ${seconds}))`.execute(
    db,
  );
}
