import { addressesFor, type Addresses } from '#contract/addresses.ts';
import type { Locale } from '#contract/locales.ts';
import { withQuery } from '#contract/query-string.ts';
import type { Feature } from '#contract/site.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Site } from '#server/config/site-file.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { pageKey } from '#server/security/page-key.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { compose, type MailTemplate, type MailValues } from '#server/mail/compose.ts';
import { localeOn } from '#server/i18n/translate.ts';
import { findAddressee } from '#server/features/accounts/mails/queries-mails.ts';
import { LINK_SECONDS, makeLinkToken, type LinkPurpose } from '#server/features/accounts/mails/queries-tokens.ts';
import { unsubscribePath } from '#server/features/accounts/mails/unsubscribe-link.ts';

/** Sends one mail. Thirty tries with up to an hour between them: a server may be away for most of a day. */
export const MAIL_JOB: JobKind = { kind: 'accounts.mail', attempts: 30, atOnce: 4 };

/** The data of a mail beside its template. Nothing in it is secret: links are made when it is sent. */
export interface MailOrder {
  /** Where it goes; without it the user's address at the time it is sent. */
  to?: string;
  /** Whom it greets; without it the user's name. */
  name?: string;
  /** The site it speaks for; without it the one the user signed in to last, else that of the configuration file. */
  site?: Site['id'];
  /** Its language; without it the user's, else the site's. */
  locale?: Locale;
  /** Further values of its sentences. */
  more?: Record<string, string | number>;
  /** A further paragraph: the last part of the key of its words. */
  also?: string;
  /** Where its button leads, without the language: the reader need not sign in there. */
  page?: string;
  /** The news, in a digest; `url` is a path of the site or a whole address. */
  items?: readonly { text: string; url: string }[];
}

/** The templates whose link is good once: what their token is for and where it leads. */
const TOKENS: Partial<Record<MailTemplate, { purpose: LinkPurpose; page: 'verify' | 'passwordReset' }>> = {
  verify: { purpose: 'verify', page: 'verify' },
  'email-change': { purpose: 'email', page: 'verify' },
  reset: { purpose: 'reset', page: 'passwordReset' },
};
const PAGES: Partial<Record<MailTemplate, 'login' | 'notifications' | 'moderation'>> = {
  'account-exists': 'login',
  'account-closed': 'login',
  digest: 'notifications',
  'moderation-due': 'moderation',
};

/**
 * Puts a mail to a user in line, in the caller's transaction: it leaves once that is committed, and again and again
 * while the mail server is away. Nobody waits for it. Call `announceJobs` after the transaction to have it leave at once.
 */
export async function enqueueMail(
  tx: Tx,
  userId: number,
  template: MailTemplate,
  order: MailOrder = {},
): Promise<void> {
  await enqueue(tx, MAIL_JOB.kind, { user: userId, template, ...order });
}

/** The same to an address that belongs to no account. */
export async function enqueueMailTo(
  tx: Tx,
  template: MailTemplate,
  order: MailOrder & { to: string; name: string },
): Promise<void> {
  await enqueue(tx, MAIL_JOB.kind, { user: null, template, ...order });
}

/** The job that sends the mails in line: makes the link, writes the mail in its reader's language and hands it to the mailer. */
export function mailJob(deps: Pick<Deps, 'db' | 'mailer' | 'sites' | 'config' | 'secret'>): JobFunction {
  return async ({ payload, signal }) => {
    const { user, template, ...order } = payload as MailOrder & { user: number | null; template: MailTemplate };
    const addressee = user === null ? STRANGER : await findAddressee(deps.db, user);
    const to = order.to ?? addressee?.email;
    if (!addressee || !to || (template === 'email-change' && to !== addressee.pending_email)) return;
    const site = deps.sites.named(order.site ?? addressee.site);
    const locale = order.locale ?? localeOn(site, addressee.locale);
    const url = publicUrl(deps.config, site);
    const pages = addressesFor(locale, site.variant, url);
    const link =
      order.page === undefined
        ? await linkFor(deps, { user, template, to, pages })
        : withQuery(pages.local(`/${order.page}`), { key: pageKey(deps.secret, order.page) });
    const { subject, text, html } = compose(locale, template, {
      name: order.name ?? addressee.username,
      site: { name: site.name, url },
      ...(link === null ? {} : { link }),
      ...(order.also === undefined ? {} : { also: order.also }),
      ...(order.items ? { items: order.items.map((item) => ({ ...item, url: new URL(item.url, url).href })) } : {}),
      more: {
        hours: LINK_SECONDS.verify / 3600,
        minutes: LINK_SECONDS.reset / 60,
        address: to,
        count: order.items?.length ?? 0,
        favorites: isOn(site, 'favorites'),
        comments: isOn(site, 'comments'),
        ...order.more,
      },
      ...unsubscribeLinks(deps.secret, template, user, url),
    });
    const headers = headersFor(deps.secret, template, user, url);
    await Promise.race([
      deps.mailer.send({ to, sender: site.name, subject, text, html, headers }),
      whenStopped(signal),
    ]);
  };
}

const STRANGER = { username: '', email: null, pending_email: null, locale: null, site: null };

/** A mail under way gets this long when the process closes; then it leaves at the next start. Most take less, in milliseconds. */
const LAST_MOMENT = 1000;

function whenStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        setTimeout(() => reject(signal.reason), LAST_MOMENT);
      },
      { once: true },
    );
  });
}

/** Whether a site has a feature, as sentences that name it ask. */
function isOn({ features }: Site, feature: Feature): 'on' | 'off' {
  return features.includes(feature) ? 'on' : 'off';
}

/** The beginning of links in mails: the site's configured address, never one that a request named. */
export function publicUrl({ host, port }: Pick<Deps['config'], 'host' | 'port'>, site: Pick<Site, 'url'>): string {
  return site.url || `http://${host}:${port}`;
}

async function linkFor(
  { db }: Pick<Deps, 'db'>,
  { user, template, to, pages }: { user: number | null; template: MailTemplate; to: string; pages: Addresses },
): Promise<string | null> {
  const token = TOKENS[template];
  const page = PAGES[template];
  if (token === undefined || user === null) return page === undefined ? null : pages[page]();
  const secret = await withTransaction(db, (tx) =>
    makeLinkToken(tx, { userId: user, purpose: token.purpose, address: to }),
  );
  return pages[token.page](secret);
}

function unsubscribeLinks(
  secret: string,
  template: MailTemplate,
  user: number | null,
  url: string,
): Pick<MailValues, 'unsubscribe'> {
  return template === 'digest' && user !== null ? { unsubscribe: url + unsubscribePath(secret, user) } : {};
}

/** One click in the mail program ends digests (RFC 8058). */
function headersFor(secret: string, template: MailTemplate, user: number | null, url: string): Record<string, string> {
  const { unsubscribe } = unsubscribeLinks(secret, template, user, url);
  return unsubscribe === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
