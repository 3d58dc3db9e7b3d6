import { randomBytes } from 'node:crypto';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { RecoveryCodes, TotpSecret } from '#contract/accounts.ts';
import { Problem, problem } from '#contract/problems.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { enqueueMail } from '#server/features/accounts/public/mails.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { findFactors, useTotpStep } from './queries-second-factor.ts';
import {
  confirmTotp,
  deletePasskey,
  deleteTotp,
  forgetUselessCodes,
  insertPasskey,
  putChallenge,
  putRecoveryCodes,
  putTotpSecret,
  takeChallenge,
  waitingTotpSecret,
} from './queries-two-factor.ts';
import { provenAccount } from '#server/features/accounts/public/reauthentication.ts';
import { recoveryHash, relyingParty, findTotpStep, webAuthn } from './second-factor.ts';

/** Recovery codes made at once. */
const CODES = 10;
/** Passkeys of one member. */
const MAX_PASSKEYS = 20;
/** Seconds to answer a challenge. */
const CHALLENGE_SECONDS = 300;

/** EdDSA, ES256, RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** Who changes how they sign in, on which site, with which session. */
export interface Securing {
  userId: number;
  token: number | null;
  viewing: Pick<RequestContext, 'site' | 'origin'>;
}

/**
 * Makes the secret of an authenticator app, which is asked for only once a code of it was given (`turnOnTotp`). Asking
 * again makes another one. Only who knows the password learns a secret, and so can turn codes on.
 *
 * @throws Problem `password-wrong`, `too-many-requests`, `two-factor-on`.
 */
export async function beginTotp(
  db: Db,
  { userId, viewing: { site } }: Securing,
  password: string,
): Promise<TotpSecret> {
  const { username } = await provenAccount(db, userId, password);
  const secret = new Secret({ size: 20 });
  if (!(await putTotpSecret(db, userId, secret.base32))) throw problem('two-factor-on');
  const url = new TOTP({ issuer: site.name.replaceAll(':', ' '), label: username, secret }).toString();
  return { secret: secret.base32, url, svg: renderSVG(url, { border: 2 }) };
}

/**
 * Turns codes on with the first of them; answers recovery codes unless there are some.
 *
 * @throws Problem `code-wrong` (also for one that was used), `two-factor-on`, `too-many-requests` after five in a minute.
 */
export async function turnOnTotp(
  db: Db,
  { userId, viewing: { site } }: Securing,
  code: string,
  now: Date,
): Promise<RecoveryCodes> {
  const seconds = await throttle(db, `totp ${userId}`, 5, 60);
  if (seconds !== null) throw problem('too-many-requests', { seconds });
  const secret = await waitingTotpSecret(db, userId);
  const step = secret === null ? null : findTotpStep(secret, code, now);
  return translateErrors(
    withTransaction(db, async (tx) => {
      if (secret === null || step === null || !(await useTotpStep(tx, userId, step))) {
        throw new Problem('code-wrong', {}, { code: [{ rule: 'invalid' }] });
      }
      if (!(await confirmTotp(tx, userId, secret))) throw problem('two-factor-on');
      await notifyOwner(tx, userId, site.id, 'totp_on');
      return { recovery_codes: (await findFactors(tx, userId)).recovery_codes > 0 ? null : await newCodes(tx, userId) };
    }),
  );
}

/** Turns codes off. @throws Problem `password-wrong`, `too-many-requests`. */
export async function turnOffTotp(db: Db, { userId, viewing: { site } }: Securing, password: string): Promise<void> {
  await provenAccount(db, userId, password);
  await translateErrors(
    withTransaction(db, async (tx) => {
      if (!(await deleteTotp(tx, userId))) return;
      await forgetUselessCodes(tx, userId);
      await notifyOwner(tx, userId, site.id, 'totp_off');
    }),
  );
}

/** Makes new recovery codes in the place of the old ones. @throws Problem `password-wrong`, `too-many-requests`. */
export async function renewCodes(
  db: Db,
  { userId, viewing: { site } }: Securing,
  password: string,
): Promise<RecoveryCodes> {
  await provenAccount(db, userId, password);
  return translateErrors(
    withTransaction(db, async (tx) => {
      await notifyOwner(tx, userId, site.id, 'codes');
      return { recovery_codes: await newCodes(tx, userId) };
    }),
  );
}

/**
 * The options the browser makes a passkey with, for the password; the answer is good once, for this session, for five minutes.
 *
 * @throws Problem `password-wrong`, `too-many-requests`, `passkeys-full`.
 */
export async function beginPasskey(db: Db, { userId, token, viewing }: Securing, password: string) {
  const [account, { passkeys }] = [await provenAccount(db, userId, password), await findFactors(db, userId)];
  if (passkeys.length >= MAX_PASSKEYS) throw problem('passkeys-full', { most: MAX_PASSKEYS });
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: viewing.site.name,
    rpID: relyingParty(viewing).id,
    userName: account.username,
    userID: new TextEncoder().encode(String(userId)),
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    timeout: CHALLENGE_SECONDS * 1000,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await putChallenge(db, token, options.challenge, CHALLENGE_SECONDS);
  return options;
}

/**
 * Keeps a passkey that the browser made; answers recovery codes unless there are some.
 *
 * @throws Problem `passkey-refused` when it does not answer this session's challenge, is for another site, or is kept already.
 */
export async function addPasskey(
  db: Db,
  { userId, token, viewing }: Securing,
  { name, response }: { name: string; response: unknown },
): Promise<RecoveryCodes> {
  const challenge = await takeChallenge(db, token);
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(viewing);
  if (challenge === null) throw problem('passkey-refused');
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
    // Whatever does not have its form is no answer of a browser.
  }).catch(() => {
    throw problem('passkey-refused');
  });
  if (registrationInfo === undefined) throw problem('passkey-refused');
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return translateErrors(
    withTransaction(db, async (tx) => {
      if (!(await insertPasskey(tx, userId, { id, publicKey, counter, transports, name }))) {
        throw problem('passkey-refused');
      }
      await notifyOwner(tx, userId, viewing.site.id, 'passkey_added');
      return { recovery_codes: (await findFactors(tx, userId)).recovery_codes > 0 ? null : await newCodes(tx, userId) };
    }),
  );
}

/** Takes a passkey away. @throws Problem `password-wrong`, `too-many-requests`, `passkey-not-found`. */
export async function removePasskey(
  db: Db,
  { userId, viewing: { site } }: Securing,
  id: string,
  password: string,
): Promise<void> {
  await provenAccount(db, userId, password);
  await translateErrors(
    withTransaction(db, async (tx) => {
      if (!(await deletePasskey(tx, userId, id))) throw problem('passkey-not-found');
      await forgetUselessCodes(tx, userId);
      await notifyOwner(tx, userId, site.id, 'passkey_removed');
    }),
  );
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** 80 bits each, in letters and digits that nobody confuses (Crockford's base 32); shown in fours. Their hashes alone are stored. */
async function newCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () =>
    Array.from(randomBytes(16), (byte) => CROCKFORD[byte % 32]).join(''),
  );
  await putRecoveryCodes(tx, userId, codes.map(recoveryHash));
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

function notifyOwner(
  tx: Tx,
  userId: number,
  site: string,
  change: 'totp_on' | 'totp_off' | 'codes' | 'passkey_added' | 'passkey_removed',
): Promise<void> {
  return enqueueMail(tx, userId, 'two-factor-changed', { site, more: { change } });
}

async function translateErrors<Result>(change: Promise<Result>): Promise<Result> {
  const result = await change;
  announceJobs();
  return result;
}
