import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { LoginAnswer, LoginBody } from '#contract/accounts.ts';
import { Problem, problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { parseEmail, usernameKey } from '#server/features/accounts/profile/names.ts';
import { signIn } from '#server/features/accounts/profile/own-user.ts';
import { hashPassword, isOutdated, isPassword } from '#server/features/accounts/security/passwords.ts';
import { findSecondStep } from '#server/features/accounts/security/second-factor.ts';
import { countedAddress } from '#server/http/access/client-address.ts';
import { throttle, unthrottle } from '#server/http/limits/throttle.ts';
import { requireCaptcha } from '#server/features/accounts/public/captcha.ts';
import { logLogin } from './login-log.ts';
import { findByEmail, findByName, renewHash, type LoginRow } from './queries-login.ts';

/** Failures that are let happen (decisions, "Accounts"; ASVS 6.3.1): for a login from an address, from an address, for a login. */
const TOGETHER = { most: 5, seconds: 60 };
const FROM_ADDRESS = { most: 25, seconds: 300 };
/** More of them ask for a captcha instead of refusing, so that nobody can lock another out. */
const FOR_LOGIN = { most: 25, seconds: 3600 };

/**
 * Logs in by a name or an address and a password, or makes the login wait for its second factor.
 *
 * Whatever fails is the same, in words and time, whether or not the login is known. Tries are counted before they are
 * looked at and given back when they were right, so that many at once get no further than one after another.
 *
 * @throws Problem `credentials-wrong`, `too-many-logins`, `captcha-required`, `captcha-wrong`, `account-banned` with the
 * reason (once the password was right).
 */
export async function logIn(
  deps: Pick<Deps, 'db' | 'secret' | 'now' | 'log'>,
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'viewing'>,
  body: z.infer<typeof LoginBody>,
): Promise<LoginAnswer> {
  const { id } = await proveLogin(deps, request.ip, body, 'password');
  const session = { userId: id, remember: body.remember_me };
  const owed = await findSecondStep(deps.db, request.viewing, session);
  logLogin(deps.log, request.ip, { outcome: owed === null ? 'in' : 'second-step', by: 'password', user: id });
  return owed ?? signIn(deps, request, session);
}

/** Someone who proved to know the password of an account: the account, and the hash that is stored of it now. */
export interface ProvenLogin {
  id: number;
  hash: string;
}

/**
 * Whose password this is; the first half of logging in, which alone opens nothing for an account with a second factor.
 * Failures are logged here; a success is for the caller to log, who knows its outcome.
 *
 * @param by how the password came.
 * @throws as `logIn`.
 */
export async function proveLogin(
  deps: Pick<Deps, 'db' | 'secret' | 'now' | 'log'>,
  ip: string,
  { username, password, captcha }: Pick<z.infer<typeof LoginBody>, 'username' | 'password' | 'captcha'>,
  by: 'password' | 'basic',
): Promise<ProvenLogin> {
  const { user, known } = await whoIs(deps, username);
  const giveBack = await countTry(deps, { known, address: countedAddress(ip), captcha });
  const isRight = await isPassword(user?.password ?? null, password);
  if (user === null || !isRight) {
    logLogin(deps.log, ip, { outcome: 'wrong', by, user: user?.id ?? null });
    throw new Problem('credentials-wrong', {}, { username: [{ rule: 'credentials' }] });
  }
  await giveBack();
  if (user.banned) {
    logLogin(deps.log, ip, { outcome: 'banned', by, user: user.id });
    throw problem('account-banned', { reason: user.banned_reason || 'none' });
  }
  if (!isOutdated(user.password)) return { id: user.id, hash: user.password };
  const hash = await hashPassword(password);
  await renewHash(deps.db, user.id, { from: user.password, to: hash });
  return { id: user.id, hash };
}

/**
 * The user of a login, and by what its tries are counted: the name, however it is written, or the address. Were both
 * counted as the user they belong to, whoever tries one after the other would learn whose address it is.
 */
async function whoIs({ db }: Pick<Deps, 'db'>, typed: string): Promise<{ user: LoginRow | null; known: string }> {
  // No text of the database holds a NUL or half a character.
  const login = typed.toWellFormed().replaceAll('\0', '').trim();
  const email = login.includes('@') ? parseEmail(login) : null;
  const key = usernameKey(login);
  const user = email === null ? await findByName(db, key) : await findByEmail(db, email);
  return { user, known: email?.toLowerCase() ?? key };
}

/** Counts a try; answers how to give it back. */
async function countTry(
  deps: Pick<Deps, 'db' | 'secret'>,
  { known, address, captcha }: { known: string; address: string; captcha: string | undefined },
): Promise<() => Promise<void>> {
  const { db } = deps;
  const [together, from, all] = [`login ${known} from ${address}`, `logins from ${address}`, `logins of ${known}`];
  const wait = await throttle(db, together, TOGETHER.most, TOGETHER.seconds);
  if (wait !== null) throw tooMany(wait);
  const waitAddress = await throttle(db, from, FROM_ADDRESS.most, FROM_ADDRESS.seconds);
  if (waitAddress !== null) {
    await unthrottle(db, together);
    throw tooMany(waitAddress);
  }
  const giveBack = async () => {
    for (const key of [together, from, all]) {
      await unthrottle(db, key);
    }
  };
  try {
    if ((await throttle(db, all, FOR_LOGIN.most, FOR_LOGIN.seconds)) !== null) {
      await requireCaptcha(deps, 'login', captcha);
    }
  } catch (error) {
    for (const key of [together, from]) {
      await unthrottle(db, key);
    }
    throw error;
  }
  return giveBack;
}

function tooMany(seconds: number): Problem {
  return new Problem('too-many-logins', { seconds }, { username: [{ rule: 'throttled', params: { seconds } }] });
}

/** Wrong proofs of a user's second factor that are let happen, and in how many seconds (ASVS 6.5.5). */
const SECOND_STEPS = { most: 5, seconds: 300 };

/**
 * Counts a try of a second factor; answers how to give it back.
 *
 * @throws Problem `too-many-logins`.
 */
export async function countSecondStep({ db }: Pick<Deps, 'db'>, userId: number): Promise<() => Promise<void>> {
  const key = `second step of ${userId}`;
  const wait = await throttle(db, key, SECOND_STEPS.most, SECOND_STEPS.seconds);
  if (wait !== null) {
    throw new Problem(
      'too-many-logins',
      { seconds: wait },
      { code: [{ rule: 'throttled', params: { seconds: wait } }] },
    );
  }
  return () => unthrottle(db, key);
}
