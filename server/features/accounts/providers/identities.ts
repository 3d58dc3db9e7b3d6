import type { UserRole } from '#contract/accounts.ts';
import { problem } from '#contract/problems.ts';
import { PROXY, type Identity } from '#contract/sign-in.ts';
import type { Site } from '#server/config/site-file.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { findAccount } from '#server/features/accounts/profile/queries-own.ts';
import { enqueueMail } from '#server/features/accounts/public/mails.ts';
import { isLastAdmin } from '#server/features/accounts/public/queries-users.ts';
import { provenAccount } from '#server/features/accounts/public/reauthentication.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import type { VouchedIdentity } from './claims.ts';
import {
  deleteIdentity,
  insertIdentity,
  listIdentities,
  lockRole,
  putMappedRole,
  type IdentityRow,
} from './queries-identities.ts';

/** Identities of one member. */
const MAX_IDENTITIES = 20;

/** Who a member is elsewhere, the oldest first. */
export async function describeIdentities(db: Db, site: Site, userId: number): Promise<Identity[]> {
  return (await listIdentities(db, userId)).map(({ issuer, ...identity }) => ({
    ...identity,
    provider_name: providerName(site, identity.provider),
    active: isActive(site, { issuer }),
  }));
}

/**
 * Joins an identity to a member, within a transaction; they are told by mail, but where their account is made by it.
 *
 * @throws Problem `identity-taken` where it is another’s, `identities-full`; nothing happens where it is theirs already.
 */
export async function joinIdentity(
  tx: Tx,
  site: Site,
  userId: number,
  vouched: Pick<VouchedIdentity, 'issuer' | 'subject' | 'provider' | 'name'>,
  { isNew = false } = {},
): Promise<void> {
  // Held, so that two who join at once count each other.
  await findAccount(tx, userId);
  if ((await listIdentities(tx, userId)).length >= MAX_IDENTITIES) {
    throw problem('identities-full', { most: MAX_IDENTITIES });
  }
  if (!(await insertIdentity(tx, userId, vouched))) throw problem('identity-taken');
  await noteChange(tx, site, userId, isNew ? 'register' : 'join', vouched);
}

/**
 * Parts an identity from a member, for their password; they are told by mail.
 *
 * @throws Problem `password-wrong`, `too-many-requests`, `identity-not-found`; `identity-last` where no other way in would be left.
 */
export async function partIdentity(
  db: Db,
  site: Site,
  userId: number,
  { id, password }: { id: number; password: string },
): Promise<void> {
  await provenAccount(db, userId, password);
  await withTransaction(db, async (tx) => {
    // Held, so that of two that are parted at once the second sees that the first is gone.
    const account = await findAccount(tx, userId);
    const identities = await listIdentities(tx, userId);
    const parted = identities.find((each) => each.id === id);
    if (account === null || parted === undefined) throw problem('identity-not-found');
    const isLeft = identities.some((each) => each.id !== id && isActive(site, each));
    if (!isLeft && !(site.signIn.passwords && isPasswordHash(account.password))) throw problem('identity-last');
    await deleteIdentity(tx, userId, id);
    await noteChange(tx, site, userId, 'part', parted);
  });
  announceJobs();
}

/**
 * Gives a member the role that their provider’s groups give them; null changes nothing. The only admin stays one, however
 * they are called elsewhere.
 */
export async function applyRole(
  tx: Tx,
  { log }: Pick<Deps, 'log'>,
  userId: number,
  { role, provider }: { role: UserRole | null; provider: string },
): Promise<void> {
  if (role === null) return;
  // First all admins are held, as where an admin changes roles: two who are demoted at once wait for each other.
  const isLast = role !== 'admin' && (await isLastAdmin(tx, userId));
  const before = await lockRole(tx, userId);
  if (before === role || before === null) return;
  if (isLast) {
    log.warn({ event: 'provider', provider, user: userId, role }, 'the only admin stays one');
    return;
  }
  await putMappedRole(tx, userId, role);
  await audit(tx, {
    userId: null,
    action: 'user.role',
    subject: 'user',
    subjectId: userId,
    details: { before: { role: before }, after: { role }, provider },
  });
}

/** Whether an identity lets its member in on a site: its provider, or the proxy, is there. */
export function isActive({ signIn }: Pick<Site, 'signIn'>, { issuer }: Pick<IdentityRow, 'issuer'>): boolean {
  return issuer === PROXY ? signIn.proxy !== undefined : signIn.providers.some((each) => each.issuer === issuer);
}

/** Whether what is stored as a password is one: accounts that were made elsewhere have none. */
export function isPasswordHash(stored: string): boolean {
  return stored.startsWith('$');
}

function providerName({ signIn }: Site, id: string): string {
  const found = id === PROXY ? signIn.proxy : signIn.providers.find((each) => each.id === id);
  return found?.name ?? id;
}

async function noteChange(
  tx: Tx,
  site: Site,
  userId: number,
  change: 'register' | 'join' | 'part',
  { provider, name }: Pick<VouchedIdentity, 'provider' | 'name'>,
): Promise<void> {
  await audit(tx, { userId, action: `identity.${change}`, subject: 'user', subjectId: userId, details: { provider } });
  if (change === 'register') return;
  await enqueueMail(tx, userId, 'sign-in-changed', {
    site: site.id,
    more: { change, provider: providerName(site, provider), identity: name },
  });
}
