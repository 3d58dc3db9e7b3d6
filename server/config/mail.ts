import { z } from 'zod';
import { MAIL_SECURITY } from '#contract/site-settings.ts';

/** An address, or a name and an address in angle brackets. */
export const MAIL_SENDER = /^(?:[^<>\p{Cc}]*[<\s])?[^\s<>@,;"\p{Cc}]+@[^\s<>@,;"\p{Cc}]+>?$/u;
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|[0-9a-f:.]{2,45})?$/i;

/** `mail` of the configuration file. */
export const Mail = z.strictObject({
  server: z
    .string()
    .trim()
    .refine((text) => HOST.test(text), { params: { rule: 'host' } })
    .default('')
    .describe('The name or address of the mail server. Empty: emails are saved in the data folder.'),
  port: z.number().int().min(1).max(65_535).default(587).describe('Its port.'),
  security: z
    .enum(MAIL_SECURITY)
    .default('starttls')
    .describe(
      '`tls`: encrypted from the first byte (port 465); `starttls`: encrypted before anything is told; `auto`: encrypted where the server offers it; `none`: never.',
    ),
  user: z.string().max(500).default('').describe('The name to log in with; empty: without.'),
  password: z.string().max(1000).default('').describe('The password of that name.'),
  sender: z
    .string()
    .trim()
    .max(300)
    .refine((text) => text === '' || MAIL_SENDER.test(text), { params: { rule: 'mail' } })
    .default('')
    .describe(
      'The sender: an address, or a name and an address in angle brackets. Empty: `no-reply@` the site’s host, in the site’s name.',
    ),
});
export type MailSettings = z.infer<typeof Mail>;

/** The settings that `SMTP_URL` says, by the keys of `mail`; the port is the one that is usual where it names none. */
export function mailFromUrl(url: string): Omit<MailSettings, 'sender'> {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const isTls = protocol === 'smtps:';
  const isOn = (name: string) => searchParams.get(name) === 'true';
  return {
    server: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    security: isTls ? 'tls' : isOn('requireTLS') ? 'starttls' : isOn('ignoreTLS') ? 'none' : 'auto',
    user: decoded(username),
    password: decoded(password),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
