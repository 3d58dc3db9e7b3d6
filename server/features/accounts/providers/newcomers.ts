import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SignedIn } from '#contract/accounts.ts';
import { Problem, problem, type FieldProblem } from '#contract/problems.ts';
import { PROXY, type IdentityJoin, type Newcomer, type NewcomerBody } from '#contract/sign-in.ts';
import type { Site } from '#server/config/site-file.ts';
import { withTransaction } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { logLogin } from '#server/features/accounts/login/login-log.ts';
import { verifyAddress } from '#server/features/accounts/login/queries-links.ts';
import { findByEmail, findByName, insertUser } from '#server/features/accounts/login/queries-login.ts';
import { isForbiddenName } from '#server/features/accounts/profile/name-filter.ts';
import { parseEmail, parseUsername, usernameKey, usernameProblems } from '#server/features/accounts/profile/names.ts';
import { ownUser } from '#server/features/accounts/profile/own-user.ts';
import { openSession } from '#server/features/accounts/public/session-opening.ts';
import { provenAccount } from '#server/features/accounts/public/reauthentication.ts';
import { isWritable, sendVerification } from '#server/features/accounts/public/verification.ts';
import { countedAddress } from '#server/http/access/client-address.ts';
import { throttle, unthrottle } from '#server/http/limits/throttle.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { suggestedUsername } from './claims.ts';
import type { Entry } from './entering.ts';
import { applyRole, joinIdentity } from './identities.ts';
import { findNewcomer, insertNewcomer, takeNewcomer, type PendingNewcomer } from './queries-sign-ins.ts';
import { readBrowser } from './sign-in-start.ts';

type NewcomerDeps = Pick<Deps, 'db' | 'log' | 'secret' | 'now'>;

/** A way in as newcomers come by it. */
interface Door {
  id: string;
  name: string;
  register: boolean;
  emailTrusted: boolean;
  browser: string;
}

/**
 * Makes an account for somebody unknown, or asks: for a name where theirs is taken or cannot be used, for an address where
 * none came, and where an account has their address, whether that is theirs. An account is never entered by an address:
 * its member joins the two by signing in to it.
 *
 * @throws Problem `sign-in-not-member` where newcomers are not let in and no account has their address; `too-many-requests`.
 */
export async function welcome(
  deps: NewcomerDeps,
  request: FastifyRequest,
  door: Door,
  { by, vouched, role, source, remember }: Entry,
  next: string | null,
): Promise<SignedIn | Newcomer> {
  const { site } = request.viewing;
  const { email } = vouched;
  const known = vouched.email_verified && email !== null && (await findByEmail(deps.db, email))?.verified === true;
  if (!door.register && !known) {
    logLogin(deps.log, request.ip, { outcome: 'wrong', by, user: null, provider: door.id });
    throw problem('sign-in-not-member', { provider: door.name });
  }
  const username = suggestedUsername(vouched.username, site.name);
  const pending: PendingNewcomer = {
    ...vouched,
    site: site.id,
    browser: door.browser,
    remember,
    next,
    role,
    trusted: door.emailTrusted,
    id_token: source?.id_token ?? null,
    sid: source?.sid ?? null,
    has_source: source !== null,
  };
  if (!known && email !== null && username !== '' && Object.keys(await faults(deps, site, username)).length === 0) {
    return makeAccount(deps, request, pending, { username, email });
  }
  const token = await insertNewcomer(deps.db, pending);
  const provider = { id: door.id, name: door.name };
  return { newcomer: { token, provider, username, email: email ?? '', register: door.register, known }, next };
}

/**
 * Makes the account of a newcomer by the name and the address they have chosen, and lets them in.
 *
 * @throws Problem `sign-in-stale` for a newcomer who is not known (any more), or came in another browser;
 * `request-invalid` with what is wrong, and then they may try again; `sign-in-not-member`, `too-many-requests`.
 */
export async function registerNewcomer(
  deps: NewcomerDeps,
  request: FastifyRequest,
  { token, username: typed, email: address }: z.infer<typeof NewcomerBody>,
): Promise<SignedIn> {
  const { site } = request.viewing;
  const pending = await getNewcomer(deps, request, token);
  const door = findDoor(site, pending);
  if (door === null || !door.register) {
    throw problem('sign-in-not-member', { provider: door?.name ?? pending.provider });
  }
  const username = parseUsername(typed);
  const email = parseEmail(address);
  const fields = await faults(deps, site, username);
  if (email === null) {
    fields.email = [{ rule: 'email' }];
  }
  if (Object.keys(fields).length > 0 || email === null) throw new Problem('request-invalid', {}, fields);
  return makeAccount(deps, request, pending, { username, email, token });
}

/**
 * Joins a newcomer to the account that is signed in, for its password.
 *
 * @throws Problem as `provenAccount`; `sign-in-stale`, `identity-taken`, `identities-full`.
 */
export async function joinNewcomer(
  deps: NewcomerDeps,
  request: FastifyRequest,
  userId: number,
  { token, password }: z.infer<typeof IdentityJoin>,
): Promise<void> {
  await provenAccount(deps.db, userId, password);
  const pending = await getNewcomer(deps, request, token);
  await withTransaction(deps.db, async (tx) => {
    if (!(await takeNewcomer(tx, token))) throw problem('sign-in-stale');
    await joinIdentity(tx, request.viewing.site, userId, pending);
    await applyRole(tx, deps, userId, { role: pending.role, provider: pending.provider });
  });
  announceJobs();
}

async function getNewcomer(deps: NewcomerDeps, request: FastifyRequest, token: string): Promise<PendingNewcomer> {
  const pending = await findNewcomer(deps.db, token);
  const { site } = request.viewing;
  if (pending === null || pending.site !== site.id || pending.browser !== readBrowser(request)) {
    throw problem('sign-in-stale');
  }
  return pending;
}

function findDoor({ signIn }: Site, { provider, issuer }: PendingNewcomer): Pick<Door, 'name' | 'register'> | null {
  const found =
    provider === PROXY ? signIn.proxy : signIn.providers.find((each) => each.id === provider && each.issuer === issuer);
  return found ?? null;
}

async function faults({ db }: NewcomerDeps, site: Site, username: string): Promise<Record<string, FieldProblem[]>> {
  const problems = usernameProblems(username, [site.name]);
  if (problems.length === 0) {
    problems.push(...(await isForbiddenName(db, username)));
  }
  if (problems.length === 0 && (await findByName(db, usernameKey(username))) !== null) {
    problems.push({ rule: 'unique' });
  }
  return problems.length === 0 ? {} : { username: problems };
}

/** Makes the account, joined to who they are elsewhere, and opens its first session. @throws Problem as `registerNewcomer`. */
async function makeAccount(
  deps: NewcomerDeps,
  request: FastifyRequest,
  pending: PendingNewcomer,
  { username, email, token }: { username: string; email: string; token?: string },
): Promise<SignedIn> {
  const { db } = deps;
  const { site, locale } = request.viewing;
  const counted = `registers from ${countedAddress(request.ip)}`;
  const wait =
    site.limits.registersPerHour === 0 ? null : await throttle(db, counted, site.limits.registersPerHour, 3600);
  if (wait !== null) throw problem('too-many-requests', { seconds: wait });
  const isTheirs = pending.trusted && pending.email_verified && email.toLowerCase() === pending.email?.toLowerCase();
  const writable = isTheirs || (await isWritable(db, email));
  const made = await withTransaction(db, async (tx) => {
    if (token !== undefined && !(await takeNewcomer(tx, token))) throw problem('sign-in-stale');
    const key = usernameKey(username);
    const userId = await insertUser(tx, { username, key, email, password: NO_PASSWORD, locale });
    if (userId === null) throw new Problem('request-invalid', {}, { username: [{ rule: 'unique' }] });
    await joinIdentity(tx, site, userId, pending, { isNew: true });
    await applyRole(tx, deps, userId, { role: pending.role, provider: pending.provider });
    if (!(isTheirs && (await verifyAddress(tx, userId, email))) && writable) {
      await sendVerification(tx, { userId, email, site: site.id });
    }
    const { provider, issuer, subject, sid, id_token } = pending;
    const source = pending.has_source ? { provider, issuer, subject, sid, id_token } : null;
    return { userId, auth: await openSession(tx, request, { userId, remember: pending.remember, source }) };
  }).catch(async (error: unknown) => {
    await unthrottle(db, counted);
    // Two who have shown that an address is theirs come at once: the other was first.
    throw (error as { code?: string }).code === '23505' ? problem('sign-in-stale') : error;
  });
  announceJobs();
  logLogin(deps.log, request.ip, { outcome: 'in', by: 'registration', user: made.userId, provider: pending.provider });
  return { user: await ownUser(deps, request.viewing, made.userId), auth: made.auth };
}

/** Stands where a hash would: no password is right. */
export const NO_PASSWORD = '-';
