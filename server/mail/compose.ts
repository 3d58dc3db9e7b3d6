import { textDirection, type Locale } from '#contract/locales.ts';
import { translate } from '#server/i18n/translate.ts';
import { oneLine } from './mail.ts';

/** The mails there are; their words are `mail.<template>.*`. */
export type MailTemplate =
  | 'verify'
  | 'reset'
  | 'password-changed'
  | 'email-change'
  | 'email-changed'
  | 'account-exists'
  | 'two-factor-changed'
  | 'sign-in-changed'
  | 'account-closed'
  | 'account-reopened'
  | 'account-deleted'
  | 'digest'
  | 'webhook-stopped'
  | 'test'
  | 'report-decided'
  | 'report-taken'
  | 'decision'
  | 'suspended'
  | 'takedown-taken'
  | 'takedown-decided'
  | 'takedown-received'
  | 'takedown-countered'
  | 'moderation-due';

/** The values of a mail. Everything is text and is escaped. */
export interface MailValues {
  /** The name of who gets it. */
  name: string;
  /** The site's name and its address without a slash at the end. */
  site: { name: string; url: string };
  /** Where its button leads; a template without words for one has none. */
  link?: string;
  /** Further values of its sentences. */
  more?: Record<string, string | number>;
  /** The last part of the key of a further paragraph. */
  also?: string;
  /** The news, each with where it leads. */
  items?: readonly { text: string; url: string }[];
  /** Where mails of this kind end. */
  unsubscribe?: string;
}

/** The words of a mail. */
export interface Words {
  subject: string;
  text: string;
  html: string;
}

/** The accent of a light page, on which white text is readable in both schemes (5:1); mail programs read no style sheet of ours. */
const ACCENT = '#d13a1c';

/** Templates with a button, and those that say more in small print. */
const LINKED: ReadonlySet<MailTemplate> = new Set([
  'verify',
  'reset',
  'email-change',
  'account-exists',
  'account-closed',
  'digest',
  'takedown-received',
  'moderation-due',
]);
const NOTED: ReadonlySet<MailTemplate> = new Set([
  'verify',
  'reset',
  'password-changed',
  'email-change',
  'email-changed',
  'two-factor-changed',
  'sign-in-changed',
]);

/**
 * Writes a mail in a locale: subject, plain text, and HTML that says the same, in the direction of the locale, readable in
 * light and dark schemes, without pictures, scripts or tables. The subject is one line.
 */
export function compose(
  locale: Locale,
  template: MailTemplate,
  { name, site, link, more = {}, also, items = [], unsubscribe }: MailValues,
): Words {
  const values = { name, site: site.name, ...more };
  const subject = oneLine(translate(locale, `mail.${template}.subject`, values));
  const greeting = translate(locale, 'mail.frame.greeting', values);
  const body = translate(locale, `mail.${template}.body`, values);
  const further = also === undefined ? null : translate(locale, `mail.${template}.${also}`, values);
  const note = NOTED.has(template) ? translate(locale, `mail.${template}.note`, values) : null;
  const action =
    link !== undefined && LINKED.has(template)
      ? { label: translate(locale, `mail.${template}.action`, values), link }
      : null;
  const ending =
    unsubscribe === undefined ? null : { label: translate(locale, 'mail.frame.unsubscribe'), link: unsubscribe };
  const reason = translate(locale, 'mail.frame.reason', values);
  const text = [
    greeting,
    body,
    further,
    ...items.map((item) => `• ${item.text}\n  ${item.url}`),
    action && `${action.label}:\n${action.link}`,
    note,
    `-- \n${reason}\n${site.url}`,
    ending && `${ending.label}: ${ending.link}`,
  ]
    .filter((part) => part !== null)
    .join('\n\n');
  const html = page(locale, subject, [
    `<p style="margin:0 0 24px;font-size:18px;font-weight:700">${anchor({ label: site.name, link: site.url }, 'color:inherit;text-decoration:none')}</p>`,
    paragraph(greeting),
    paragraph(body),
    further && paragraph(further),
    list(items),
    action && button(action),
    action && small(translate(locale, 'mail.frame.address'), action.link),
    note && small(note),
    `<hr style="border:0;border-top:1px solid #88888866;margin:24px 0 16px">`,
    small(reason),
    ending && `<p style="${SMALL}">${anchor(ending, 'color:inherit')}</p>`,
  ]);
  return { subject, text, html };
}

const SMALL = 'margin:0 0 12px;font-size:13px;opacity:.8;overflow-wrap:anywhere';

/** Colours of text and ground are the mail program's own, so that either scheme stays readable. */
function page(locale: Locale, title: string, parts: readonly (string | null)[]): string {
  return `<!doctype html>
<html lang="${locale}" dir="${textDirection(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5">
<div dir="${textDirection(locale)}" style="max-width:560px;margin:0 auto;text-align:start">
${parts.filter((part) => part !== null && part !== '').join('\n')}
</div>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escaped(text).replaceAll('\n', '<br>')}</p>`;
}

function small(...lines: readonly string[]): string {
  return `<p style="${SMALL}">${lines.map(escaped).join('<br>')}</p>`;
}

function button({ label, link }: { label: string; link: string }): string {
  const style = `display:inline-block;padding:12px 20px;border-radius:8px;background:${ACCENT};color:#ffffff;font-weight:700;text-decoration:none`;
  return `<p style="margin:24px 0">${anchor({ label, link }, style)}</p>`;
}

function list(items: NonNullable<MailValues['items']>): string {
  if (items.length === 0) return '';
  return `<ul style="margin:0 0 16px;padding-inline-start:20px">${items.map(({ text, url }) => `<li style="margin:0 0 8px">${anchor({ label: text, link: url }, 'color:inherit')}</li>`).join('')}</ul>`;
}

function anchor({ label, link }: { label: string; link: string }, style: string): string {
  return `<a href="${escaped(link)}" style="${style}">${escaped(label)}</a>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
