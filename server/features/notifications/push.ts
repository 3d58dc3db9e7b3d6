import { addressesFor } from '#contract/addresses.ts';
import type { PushMessage } from '#contract/notifications.ts';
import type { Locale } from '#contract/locales.ts';
import { hasGroups } from '#server/config/sites.ts';
import type { Db } from '#server/db/database.ts';
import { settingOnce } from '#server/db/queries/settings.ts';
import type { Deps } from '#server/deps.ts';
import { ratingForMember } from '#server/http/access/request-context.ts';
import { isRefusedAddress, fetchOutbound } from '#server/http/outbound-http.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { translate } from '#server/i18n/translate.ts';
import type { JobFunction } from '#server/jobs/registry.ts';
import { PUSH_JOB } from './jobs.ts';
import { forgetSubscription, subscriptionsFor, type Subscription } from './queries-push.ts';
import { unreadAmong, type NotificationRow } from './queries.ts';
import { notificationAddress, notificationPath, notificationSentence } from './rules.ts';

/** Seconds that a push service has to answer, and that it keeps a message for a browser that is not there. */
const [PATIENCE, KEPT_FOR] = [10, 86_400];
/** Calls to push services that run at once. */
const AT_ONCE = 20;
/** Times a message is tried again, and seconds before the first. */
const [TRIES, PAUSE] = [4, 120];

interface PushOrder {
  notifications: number[];
  only?: number[];
  tries?: number;
}

/** The keys by which push services know the site (RFC 8292); made once, the same for every process. */
export async function vapidKeys(db: Db): Promise<{ publicKey: string; privateKey: string }> {
  const { generateVAPIDKeys } = await encryption();
  return JSON.parse(await settingOnce(db, 'vapid_keys', () => JSON.stringify(generateVAPIDKeys()))) as {
    publicKey: string;
    privateKey: string;
  };
}

/**
 * Sends notifications, encrypted for the browser that is to show each (RFC 8291). A browser that is gone is forgotten; one whose
 * service does not answer is tried again some minutes later.
 *
 * @param local whether push services may be on this machine: for development and tests.
 */
export function pushJob(deps: Pick<Deps, 'db' | 'config' | 'sites' | 'log' | 'now'>, local = false): JobFunction {
  const { db } = deps;
  return async ({ payload, signal }) => {
    const { notifications, only = null, tries = 0 } = payload as PushOrder;
    const browsers = await subscriptionsFor(db, notifications, only);
    const byLocale = new Map<Locale, Map<number, NotificationRow[]>>();
    for (const locale of new Set(browsers.map((browser) => browser.locale))) {
      byLocale.set(
        locale,
        Map.groupBy(
          await unreadAmong(db, { locale, hasGroups: hasGroups(deps.config) }, notifications),
          (row) => row.user_id,
        ),
      );
    }
    const keys = await vapidKeys(db);
    const failed: number[] = [];
    const sends = browsers.flatMap((browser) =>
      (byLocale.get(browser.locale)?.get(browser.user_id) ?? []).map((row) => ({ browser, row })),
    );
    for (let at = 0; at < sends.length; at += AT_ONCE) {
      signal.throwIfAborted();
      await Promise.all(
        sends.slice(at, at + AT_ONCE).map(async ({ browser, row }) => {
          const status = await send(deps, keys, browser, makeMessage(deps, browser, row), local);
          if (status === 404 || status === 410) {
            await forgetSubscription(db, browser.id);
          }
          if (status === null || status === 429 || status >= 500) {
            failed.push(browser.id);
          }
        }),
      );
    }
    if (failed.length > 0 && tries < TRIES) {
      const runAt = new Date(deps.now().getTime() + PAUSE * 1000 * 2 ** tries);
      await enqueue(db, PUSH_JOB.kind, { notifications, only: [...new Set(failed)], tries: tries + 1 }, { runAt });
    }
  };
}

/** Loaded when it is first needed: most processes never do. */
async function encryption(): Promise<typeof import('web-push')> {
  return (await import('web-push')).default;
}

/** The message a browser shows. Names of explicit works are for those who have asked for such. */
function makeMessage(
  { sites, now }: Pick<Deps, 'sites' | 'now'>,
  { locale, origin, ...member }: Subscription,
  row: NotificationRow,
): PushMessage {
  const site = sites.of(new URL(origin).host);
  const neutral = ratingForMember(site, member, now()) === 'safe';
  const { key, values } = notificationSentence(row, neutral);
  return {
    title: site.name,
    body: translate(locale, key, values),
    url: notificationAddress(addressesFor(locale, site.variant, origin), notificationPath(row, site, neutral)),
    tag: row.kind === 'release' && row.comic ? `release-${row.comic.id}` : `notification-${row.id}`,
  };
}

/** The status a push service answers with; null where it cannot be asked. */
async function send(
  { log, config }: Pick<Deps, 'log' | 'config'>,
  keys: { publicKey: string; privateKey: string },
  { id, endpoint, p256dh, auth, origin }: Subscription,
  message: PushMessage,
  local: boolean,
): Promise<number | null> {
  try {
    const { generateRequestDetails } = await encryption();
    const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: vapidSubject(config, origin), ...keys },
      TTL: KEPT_FOR,
      contentEncoding: 'aes128gcm',
    });
    const { status } = await fetchOutbound(endpoint, {
      method: 'POST',
      headers: toHeaders(headers),
      body: body ?? Buffer.alloc(0),
      seconds: PATIENCE,
      local,
    });
    return status;
  } catch (error) {
    log.warn({ err: error, subscription: id }, 'push service');
    return isRefusedAddress(error) ? 410 : null;
  }
}

/** Whom a push service writes to about us (RFC 8292): the site's address, or the one its mails come from. */
function vapidSubject({ site: { mail } }: Pick<Deps['config'], 'site'>, origin: string): string {
  if (origin.startsWith('https:')) return origin;
  const address = /<([^<>]+)>/.exec(mail.sender)?.[1] ?? mail.sender;
  return `mailto:${address || `no-reply@${new URL(origin).hostname}`}`;
}

/** Without the length, which the call counts itself. */
function toHeaders(headers: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
    ),
  );
}
