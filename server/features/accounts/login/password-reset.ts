import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ResetBody, ResetRequestBody } from '#contract/accounts.ts';
import { addressesFor } from '#contract/addresses.ts';
import { Problem, problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { makeLinkToken } from '#server/features/accounts/mails/queries-tokens.ts';
import { enqueueMail, publicUrl } from '#server/features/accounts/public/mails.ts';
import { parseEmail, usernameKey } from '#server/features/accounts/profile/names.ts';
import { putPassword } from '#server/features/accounts/profile/queries-own.ts';
import { keysAtNewPassword } from '#server/features/accounts/security/keys-ending.ts';
import { hashPassword, passwordProblems } from '#server/features/accounts/security/passwords.ts';
import { endOtherSessions } from '#server/features/accounts/public/queries-sessions.ts';
import { countedAddress } from '#server/http/access/client-address.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { requireCaptcha } from '#server/features/accounts/public/captcha.ts';
import { findLink, takeLink } from './queries-links.ts';
import { requirePasswords } from './passwords-off.ts';
import { findByEmail, findByName } from './queries-login.ts';
import { isWritable } from '#server/features/accounts/public/verification.ts';

/** Requests and tries of links from one address. */
const FROM_ADDRESS = { most: 20, seconds: 900 };
/** The number of no user: its mail is put in line all the same and goes nowhere, so that it takes as long. */
const NOBODY = 0;

type ResetRequest = Pick<FastifyRequest, 'ip' | 'viewing'>;

/**
 * Sends a link to choose a new password, if anyone has the address; nobody is told whether.
 *
 * @throws Problem `request-invalid` for what is no address, `captcha-required`, `captcha-wrong`, `too-many-requests`.
 */
export async function askForReset(
  deps: Pick<Deps, 'db' | 'secret'>,
  request: ResetRequest,
  { email: typed, captcha }: z.infer<typeof ResetRequestBody>,
): Promise<void> {
  const { db } = deps;
  const email = parseEmail(typed);
  if (email === null) throw new Problem('request-invalid', {}, { email: [{ rule: 'email' }] });
  await requireCaptcha(deps, 'reset', captcha);
  await limitResets(deps, request);
  const isSent = await isWritable(db, email);
  const user = await findByEmail(db, email);
  await withTransaction(db, (tx) =>
    enqueueMail(tx, isSent && user !== null ? user.id : NOBODY, 'reset', { site: request.viewing.site.id }),
  );
  announceJobs();
}

/**
 * Makes a link by which a member chooses a new password, as a mail would bring it, for whoever runs the server to pass on: within an
 * hour, and older ones end. It is in the audit log.
 *
 * @throws Problem `user-not-found`; `passwords-off` where the site takes none.
 */
export async function makeResetLink({ db, config }: Pick<Deps, 'db' | 'config'>, username: string): Promise<string> {
  const { site } = config;
  requirePasswords({ site });
  const user = await findByName(db, usernameKey(username));
  if (user === null) throw problem('user-not-found');
  const secret = await withTransaction(db, async (tx) => {
    await audit(tx, { userId: null, action: 'user.reset-link', subject: 'user', subjectId: user.id });
    return makeLinkToken(tx, { userId: user.id, purpose: 'reset', address: user.email });
  });
  return addressesFor(site.defaultLocale, site.variant, publicUrl(config, site)).passwordReset(secret);
}

/**
 * Chooses a new password by the link of a mail: every session and API key ends, a mail says so, and nobody is
 * logged in by it.
 *
 * @throws Problem `reset-link-invalid` for a link that is unknown, used, replaced or out of time, or of another address;
 * `request-invalid` with what is wrong with the password, and then the link stays good; `too-many-requests`.
 */
export async function resetPassword(
  deps: Pick<Deps, 'db'>,
  request: ResetRequest,
  { token, email, password, password_confirmation: again }: z.infer<typeof ResetBody>,
): Promise<void> {
  const { db } = deps;
  const { site } = request.viewing;
  await limitResets(deps, request);
  const link = await findLink(db, token, ['reset']);
  const address = parseEmail(email)?.toLowerCase();
  if (link === null || link.email.toLowerCase() !== address || link.address?.toLowerCase() !== address) {
    throw problem('reset-link-invalid');
  }
  const weak = await passwordProblems(password, [link.username, link.email, site.name]);
  const fields = {
    ...(weak.length > 0 ? { password: weak } : {}),
    ...(password === again ? {} : { password_confirmation: [{ rule: 'confirmed' as const }] }),
  };
  if (Object.keys(fields).length > 0) throw new Problem('request-invalid', {}, fields);
  const hash = await hashPassword(password);
  await withTransaction(db, async (tx) => {
    if (!(await takeLink(tx, token))) throw problem('reset-link-invalid');
    await putPassword(tx, link.user_id, hash);
    await endOtherSessions(tx, link.user_id, null);
    const keys = await keysAtNewPassword(tx, link.user_id);
    await enqueueMail(tx, link.user_id, 'password-changed', { site: site.id, ...keys });
  });
  announceJobs();
}

async function limitResets({ db }: Pick<Deps, 'db'>, { ip }: ResetRequest): Promise<void> {
  const seconds = await throttle(db, `resets from ${countedAddress(ip)}`, FROM_ADDRESS.most, FROM_ADDRESS.seconds);
  if (seconds !== null) throw problem('too-many-requests', { seconds });
}
