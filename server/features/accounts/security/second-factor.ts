import { Secret, TOTP } from 'otpauth';
import type { SecondFactor, SecondStepOwed } from '#contract/accounts.ts';
import { Problem } from '#contract/problems.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import {
  findFactors,
  findPendingLogin,
  insertPendingLogin,
  takePendingLogin,
  usePasskey,
  useRecoveryCode,
  useTotpStep,
  type Factors,
  type PendingLogin,
} from './queries-second-factor.ts';

/** Seconds a code is shown (RFC 6238). */
const PERIOD = 30;

/** Loaded when the first passkey is used: it takes longer to load than the rest of accounts together. */
export const webAuthn = () => import('@simplewebauthn/server');

/** The relying party of a passkey: the site as the visitor sees it. The same when it is made and when it is used. */
export function relyingParty({ origin }: Pick<RequestContext, 'origin'>): { id: string; origin: string } {
  return { id: new URL(origin).hostname, origin };
}

/** The stored form of a recovery code: spaces, dashes and case are how people write it, not part of it. */
export function recoveryHash(code: string): string {
  return hashSecret(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

/**
 * The number of the half minute a six-digit code belongs to, or null when it is not one of now, a moment ago or a moment
 * ahead: clocks differ. Use the number up with `useTotpStep`, so that a code opens once.
 *
 * @param secret base32.
 */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = TOTP.validate({
    token,
    secret: Secret.fromBase32(secret),
    period: PERIOD,
    digits: 6,
    algorithm: 'SHA1',
    timestamp: now.getTime(),
    window: 1,
  });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}

/** Makes a login wait whose user has a second factor; null for one without. */
export async function findSecondStep(
  db: Db,
  viewing: RequestContext,
  { userId, remember, source = null }: { userId: number; remember: boolean; source?: PendingLogin['source'] },
): Promise<SecondStepOwed | null> {
  const factors = await findFactors(db, userId);
  const methods = listMethods(factors);
  if (methods.length === 0) return null;
  const passkey =
    factors.passkeys.length === 0
      ? null
      : await (
          await webAuthn()
        ).generateAuthenticationOptions({
          rpID: relyingParty(viewing).id,
          allowCredentials: factors.passkeys.map(({ id, transports }) => ({ id, transports })),
          userVerification: 'preferred',
          timeout: 300_000,
        });
  const token = await insertPendingLogin(db, {
    user_id: userId,
    remember,
    challenge: passkey?.challenge ?? null,
    source,
  });
  return { two_factor: { token, methods, ...(passkey === null ? {} : { passkey: { ...passkey } }) } };
}

/** The proof someone gives in the second step. */
export interface SecondStep {
  code?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: Record<string, unknown> | undefined;
}

/** The login that a token of the second step names. @throws Problem `token-invalid` when there is none any more. */
export async function getPendingLogin(db: Db, token: string): Promise<PendingLogin> {
  const pending = await findPendingLogin(db, token);
  if (pending === null) throw new Problem('token-invalid');
  return pending;
}

/**
 * Ends the second step of a login: once, with one proof that is used up by it, and then `open` runs in the same
 * transaction.
 *
 * @throws Problem `code-wrong` when nothing proves it; nothing has happened then.
 */
export async function finishSecondStep<Result>(
  db: Db,
  {
    viewing,
    token,
    pending,
    step,
    now,
  }: { viewing: RequestContext; token: string; pending: PendingLogin; step: SecondStep; now: Date },
  open: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const factors = await findFactors(db, pending.user_id);
  // Looked at before the transaction: checking a signature takes time, and asks nothing of the database.
  const prove = await proofFor(viewing, factors, pending, step, now);
  return withTransaction(db, async (tx) => {
    if (prove === null || !(await takePendingLogin(tx, token)) || !(await prove(tx))) throw wrong(step);
    return open(tx);
  });
}

function listMethods({ totp_secret: totp, passkeys, recovery_codes: codes }: Factors): SecondFactor[] {
  const methods: SecondFactor[] = [
    ...(totp === null ? [] : ['totp' as const]),
    ...(passkeys.length === 0 ? [] : ['passkey' as const]),
  ];
  return methods.length > 0 && codes > 0 ? [...methods, 'recovery'] : methods;
}

/** A function that uses a proof up, answering whether it was still good; null for what proves nothing. */
async function proofFor(
  viewing: RequestContext,
  factors: Factors,
  { user_id: user, challenge }: PendingLogin,
  step: SecondStep,
  now: Date,
): Promise<((tx: Tx) => Promise<boolean>) | null> {
  if (step.passkey !== undefined) {
    const passkey = factors.passkeys.find(({ id }) => id === step.passkey?.id);
    const counter =
      passkey === undefined || challenge === null ? null : await counterFor(viewing, passkey, challenge, step.passkey);
    return passkey === undefined || counter === null
      ? null
      : async (tx) => {
          await usePasskey(tx, passkey.id, counter);
          return true;
        };
  }
  if (step.recovery_code !== undefined) {
    const hash = recoveryHash(step.recovery_code);
    return listMethods(factors).includes('recovery') ? (tx) => useRecoveryCode(tx, user, hash) : null;
  }
  const number =
    factors.totp_secret === null || step.code === undefined ? null : findTotpStep(factors.totp_secret, step.code, now);
  return number === null ? null : (tx) => useTotpStep(tx, user, number);
}

/** How often a passkey says it was used, once its signature of the challenge is good; null when it is not. */
async function counterFor(
  viewing: RequestContext,
  { id, public_key, counter, transports }: Factors['passkeys'][number],
  challenge: string,
  response: Record<string, unknown>,
): Promise<number | null> {
  const { id: party, origin } = relyingParty(viewing);
  try {
    const { verified, authenticationInfo } = await (
      await webAuthn()
    ).verifyAuthenticationResponse({
      response: response as never,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: party,
      requireUserVerification: false,
      credential: { id, publicKey: new Uint8Array(public_key), counter, transports },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // Whatever is not the browser's answer in its form is no proof.
    return null;
  }
}

function wrong(step: SecondStep): Problem {
  const field = step.passkey !== undefined ? 'passkey' : step.recovery_code !== undefined ? 'recovery_code' : 'code';
  return new Problem('code-wrong', {}, { [field]: [{ rule: 'invalid' }] });
}
