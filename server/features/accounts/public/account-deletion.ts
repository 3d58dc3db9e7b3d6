import type { z } from 'zod';
import type { AccountDeletion } from '#contract/accounts.ts';
import { LOCALES } from '#contract/locales.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import { passOnGroups } from '#server/db/queries/group-succession.ts';
import type { Deps } from '#server/deps.ts';
import { enqueueMail } from './mails.ts';
import { provenAccount } from './reauthentication.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { localeOn, formatDay } from '#server/i18n/translate.ts';
import { dropPicture } from '#server/features/accounts/profile/avatars.ts';
import type { Caller } from '#server/features/accounts/profile/own-account.ts';
import {
  closeUser,
  releaseCredits,
  dueToErase,
  holdDueToErase,
  reopenUser,
} from '#server/features/accounts/profile/queries-deletion.ts';
import { eraseUser, findAccount, type Account } from '#server/features/accounts/profile/queries-own.ts';
import { isLastAdmin } from './queries-users.ts';

const DAY = 86_400_000;

/**
 * Deletes an account as its member asks: it is closed at once, and to everyone else as good as deleted; every session
 * ends. Credits of chapters lose their name, unless it is to stay there as nobody's. A mail says until when signing in opens it again (`retention.accounts`), after which it is erased. Without days
 * of grace it is erased at once.
 *
 * @returns when it is erased; null where it was.
 * @throws Problem `password-wrong`; `last-admin` for the only admin, without whom nobody could run the site.
 */
export async function deleteAccount(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  { userId, viewing: { site, locale } }: Caller,
  { password, keep_credits: keepCredits }: z.infer<typeof AccountDeletion>,
): Promise<Date | null> {
  await provenAccount(db, userId, password);
  const days = config.site.retention.accounts;
  const eraseAt = days === 0 ? null : new Date(now().getTime() + days * DAY);
  await withTransaction(db, async (tx) => {
    if (keepCredits) {
      await releaseCredits(tx, userId);
    }
    if (eraseAt === null) return eraseAccount(tx, userId, site.id);
    const account = await closable(tx, userId);
    await passOnGroups(tx, userId);
    await closeUser(tx, userId, now(), eraseAt);
    const mailLocale = localeOn({ ...site, defaultLocale: locale }, account.locale);
    await enqueueMail(tx, userId, 'account-closed', {
      site: site.id,
      locale: mailLocale,
      more: { date: formatDay(mailLocale, eraseAt) },
    });
  });
  announceJobs();
  return eraseAt;
}

/** Opens the account of who signs in again where it was closed; a mail says so. */
export async function reopenAccount(tx: Tx, userId: number, site: string): Promise<void> {
  if (await reopenUser(tx, userId)) {
    await enqueueMail(tx, userId, 'account-reopened', { site });
  }
}

/**
 * Erases an account: what was theirs goes, comments stay as a deleted user's, and a last mail says so. Within a transaction,
 * without a password: the caller has the right to it. @throws Problem `user-not-found`, `last-admin`.
 */
export async function eraseAccount(tx: Tx, userId: number, site: string): Promise<void> {
  await erase(tx, userId, await closable(tx, userId), site);
}

/** Erases closed accounts whose time has come, at most so many; one that cannot be is logged and tried again by the next run. @returns how many. */
export async function eraseClosedAccounts(
  { db, log, now, config }: Pick<Deps, 'db' | 'log' | 'now' | 'config'>,
  limit: number,
): Promise<number> {
  let count = 0;
  for (const id of await dueToErase(db, now(), limit)) {
    try {
      await withTransaction(db, async (tx) => {
        const account = await holdDueToErase(tx, id, now());
        if (account !== null) {
          await erase(tx, id, account, account.site ?? config.site.id);
        }
      });
      count += 1;
    } catch (error) {
      log.error({ err: error, user: id }, 'a closed account could not be erased');
    }
  }
  announceJobs();
  return count;
}

async function closable(tx: Tx, userId: number): Promise<Account> {
  // Before the account's own lock: admins who leave at once would each hold what the other waits for.
  if (await isLastAdmin(tx, userId)) throw problem('last-admin');
  const account = await findAccount(tx, userId);
  if (account === null) throw problem('user-not-found');
  return account;
}

async function erase(tx: Tx, userId: number, { username, email, locale }: Account, site: string): Promise<void> {
  await passOnGroups(tx, userId);
  await dropPicture(tx, await eraseUser(tx, userId));
  const mailLocale = LOCALES.find((each) => each === locale);
  await enqueueMail(tx, userId, 'account-deleted', {
    to: email,
    name: username,
    site,
    ...(mailLocale === undefined ? {} : { locale: mailLocale }),
  });
}
