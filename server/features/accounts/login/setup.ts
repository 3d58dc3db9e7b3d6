import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SetupBody, SignedIn } from '#contract/accounts.ts';
import { addressesFor } from '#contract/addresses.ts';
import { Problem, problem } from '#contract/problems.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { usernameKey } from '#server/features/accounts/profile/names.ts';
import { beginFirstStart } from '#server/db/queries/first-start.ts';
import { signIn } from '#server/features/accounts/profile/own-user.ts';
import { hashPassword } from '#server/features/accounts/security/passwords.ts';
import { logLogin } from './login-log.ts';
import { insertUser } from './queries-login.ts';
import { hasAdmin, lockSetup, makeSetupToken, takeSetupToken } from './queries-setup.ts';
import { checkNewMember } from './registration.ts';

/**
 * Sees to it that the site has an admin: makes the one the environment names, or answers the path of the page where
 * one can be made, once. Null where there is an admin.
 *
 * @throws Problem `request-invalid` when the environment's name, address or password cannot be used.
 */
export async function firstAdmin({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<string | null> {
  if (await hasAdmin(db)) return null;
  const { admin, site } = config;
  if (admin === null) {
    const secret = await withTransaction(db, makeSetupToken);
    return addressesFor(site.defaultLocale, site.variant).setup(secret);
  }
  const draft = await checkedAdmin(admin, site.name);
  await withTransaction(db, (tx) => makeAdmin(tx, draft, site.defaultLocale));
  return null;
}

/**
 * Makes the first admin by the link the log showed, and logs them in.
 *
 * @throws Problem `route-not-found` once there is an admin, `link-invalid`, `request-invalid` with what is wrong.
 */
export async function setUp(
  deps: Pick<Deps, 'db' | 'secret' | 'now' | 'log'>,
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'viewing'>,
  body: z.infer<typeof SetupBody>,
): Promise<SignedIn> {
  if (await hasAdmin(deps.db)) throw problem('route-not-found');
  const { site, locale } = request.viewing;
  const draft = await checkedAdmin(body, site.name);
  const userId = await withTransaction(deps.db, async (tx) => {
    await lockSetup(tx);
    if (await hasAdmin(tx)) throw problem('route-not-found');
    if (!(await takeSetupToken(tx, body.token))) throw problem('link-invalid');
    await beginFirstStart(tx);
    return makeAdmin(tx, draft, locale);
  });
  if (userId === null) throw problem('route-not-found');
  logLogin(deps.log, request.ip, { outcome: 'in', by: 'link', user: userId });
  return signIn(deps, request, { userId, remember: false });
}

type Draft = Awaited<ReturnType<typeof checkedAdmin>>;

async function checkedAdmin(wanted: Parameters<typeof checkNewMember>[0], siteName: string) {
  const { fields, username, email } = await checkNewMember(wanted, siteName, true);
  if (Object.keys(fields).length > 0) throw new Problem('request-invalid', {}, fields);
  return { username, email, key: usernameKey(username), password: await hashPassword(wanted.password) };
}

/** The first admin's number; null when another process has made one. Who runs the server is believed about the address. */
async function makeAdmin(tx: Tx, draft: Draft, locale: string): Promise<number | null> {
  await lockSetup(tx);
  if (await hasAdmin(tx)) return null;
  const made = await insertUser(tx, { ...draft, locale, role: 'admin', verified: true });
  if (made === null) throw new Problem('request-invalid', {}, { username: [{ rule: 'unique' }] });
  return made;
}
