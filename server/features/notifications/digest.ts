import { addressesFor } from '#contract/addresses.ts';
import { withTransaction } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { enqueueMail } from '#server/features/accounts/public/mails.ts';
import { ratingForMember } from '#server/http/access/request-context.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { localeOn, translate } from '#server/i18n/translate.ts';
import type { JobFunction } from '#server/jobs/registry.ts';
import { nextDue, noteDigest, type Due } from './queries-digest.ts';
import { unreadSince } from './queries.ts';
import { notificationAddress, notificationPath, PERIODS, notificationSentence } from './rules.ts';

/** Members looked at in one statement. */
const AT_ONCE = 200;
/** Sentences of a mail; the rest is counted. */
const MAX_ITEMS = 20;

/** Sends everyone who wants it one mail a day or a week that sums up what is new and unread, as the site they use shows it; nothing where nothing is. */
export function digestJob(deps: Pick<Deps, 'db' | 'sites' | 'now'>): JobFunction {
  const { db } = deps;
  return async ({ signal }) => {
    const now = deps.now();
    for (
      let after = 0, due = await nextDue(db, now, 0, AT_ONCE);
      due.length > 0;
      due = await nextDue(db, now, after, AT_ONCE)
    ) {
      for (const member of due) {
        signal.throwIfAborted();
        await sendDigest(deps, member, now);
        after = member.id;
      }
      announceJobs();
    }
  };
}

async function sendDigest(
  { db, sites }: Pick<Deps, 'db' | 'sites'>,
  { id, site: used, locale: chosen, mail, digest_at: last, ...member }: Due,
  now: Date,
): Promise<void> {
  const site = sites.named(used);
  const locale = localeOn(site, chosen);
  const to = addressesFor(locale, site.variant);
  // The first one sums up one period, not everything there ever was.
  const since = last ?? new Date(now.getTime() - PERIODS[mail]);
  const { rows, count } = await unreadSince(
    db,
    { locale, hasGroups: site.features.includes('groups') },
    id,
    since,
    MAX_ITEMS,
  );
  const items = rows.map((row) => {
    const neutral = ratingForMember(site, member, now) === 'safe';
    const { key, values } = notificationSentence(row, neutral);
    return { text: translate(locale, key, values), url: notificationAddress(to, notificationPath(row, site, neutral)) };
  });
  await withTransaction(db, async (tx) => {
    if ((await noteDigest(tx, id, now)) && items.length > 0) {
      await enqueueMail(tx, id, 'digest', { site: site.id, locale, items, more: { count } });
    }
  });
}
