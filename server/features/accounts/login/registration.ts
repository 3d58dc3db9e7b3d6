import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { RegisterBody, SignedIn } from '#contract/accounts.ts';
import { Problem, problem, type FieldProblem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { isForbiddenName } from '#server/features/accounts/profile/name-filter.ts';
import { parseEmail, usernameKey, parseUsername, usernameProblems } from '#server/features/accounts/profile/names.ts';
import { ownUser } from '#server/features/accounts/profile/own-user.ts';
import { openSession } from '#server/features/accounts/public/session-opening.ts';
import { hashPassword, passwordProblems } from '#server/features/accounts/security/passwords.ts';
import { countedAddress } from '#server/http/access/client-address.ts';
import { throttle, unthrottle } from '#server/http/limits/throttle.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { requireCaptcha } from '#server/features/accounts/public/captcha.ts';
import { logLogin } from './login-log.ts';
import { findByName, insertUser } from './queries-login.ts';
import { isWritable, sendVerification } from '#server/features/accounts/public/verification.ts';

/** The fields someone typed; the password a second time where it was asked for twice. */
interface RegistrationFields {
  username: string;
  email: string;
  password: string;
  password_confirmation?: string | undefined;
}

/** A new member's name, address and password, as they are stored; with what is wrong with them. */
interface CheckedRegistration {
  username: string;
  email: string;
  fields: Record<string, FieldProblem[]>;
}

/**
 * Checks what someone wants to be called, reached and known by.
 *
 * @param runsSite whether they run the site: then names that speak for it can be chosen.
 */
export async function checkNewMember(
  { username: name, email: address, password, password_confirmation: again }: RegistrationFields,
  siteName: string,
  runsSite = false,
): Promise<CheckedRegistration> {
  const username = parseUsername(name);
  const email = parseEmail(address);
  const found: [string, FieldProblem[]][] = [
    ['username', usernameProblems(username, [siteName]).filter(({ rule }) => !runsSite || rule !== 'reserved')],
    ['email', email === null ? [{ rule: 'email' }] : []],
    ['password', await passwordProblems(password, [username, address, siteName])],
    ['password_confirmation', again === undefined || again === password ? [] : [{ rule: 'confirmed' }]],
  ];
  return {
    username,
    email: email ?? '',
    fields: Object.fromEntries(found.filter(([, problems]) => problems.length > 0)),
  };
}

/**
 * Makes an account and logs in. Whether the address is known is not told: the account is made all the same, and who has
 * shown before that the address is theirs gets a mail that says so, instead of the link by which it could be verified.
 *
 * @throws Problem `request-invalid` with what is wrong, `captcha-required`, `captcha-wrong`, `too-many-requests`.
 */
export async function register(
  deps: Pick<Deps, 'db' | 'secret' | 'now' | 'log'>,
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'viewing'>,
  body: z.infer<typeof RegisterBody>,
): Promise<SignedIn> {
  const { db } = deps;
  const { site, locale } = request.viewing;
  const { username, email, fields } = await checkNewMember(body, site.name);
  const key = usernameKey(username);
  if (fields.username === undefined) {
    const unfit = await isForbiddenName(db, username);
    if (unfit.length > 0) {
      fields.username = unfit;
    }
  }
  // Names are public, so it may be said that one is taken.
  if (fields.username === undefined && (await findByName(db, key)) !== null) {
    fields.username = [{ rule: 'unique' }];
  }
  if (Object.keys(fields).length > 0) throw new Problem('request-invalid', {}, fields);
  await requireCaptcha(deps, 'register', body.captcha);
  const counted = `registers from ${countedAddress(request.ip)}`;
  const wait =
    site.limits.registersPerHour === 0 ? null : await throttle(db, counted, site.limits.registersPerHour, 3600);
  if (wait !== null) throw problem('too-many-requests', { seconds: wait });
  const password = await hashPassword(body.password);
  const writable = await isWritable(db, email);
  const made = await withTransaction(db, async (tx) => {
    const userId = await insertUser(tx, { username, key, email, password, locale });
    if (userId === null) return null;
    if (writable) {
      await sendVerification(tx, { userId, email, site: site.id });
    }
    return { userId, auth: await openSession(tx, request, { userId, remember: false }) };
  });
  if (made === null) {
    await unthrottle(db, counted);
    throw new Problem('request-invalid', {}, { username: [{ rule: 'unique' }] });
  }
  announceJobs();
  logLogin(deps.log, request.ip, { outcome: 'in', by: 'registration', user: made.userId });
  return { user: await ownUser(deps, request.viewing, made.userId), auth: made.auth };
}
