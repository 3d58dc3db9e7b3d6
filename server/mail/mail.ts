import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Nodemailer from 'nodemailer';
import type { Config } from '#server/config/config.ts';
import type { MailSettings } from '#server/config/mail.ts';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import { mails, timed } from '#server/metrics/counts.ts';
import type { Log } from '../log.ts';

/** A mail to one person. */
export interface Mail {
  /** One bare address. */
  to: string;
  /** Whose name it is from: the site's. */
  sender: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** The way mails leave. */
export interface Mailer {
  /**
   * Hands a mail over; when this returns, it is the server's to deliver, or a file.
   *
   * @throws Error when the server cannot be reached, is too slow or refuses it, and for an address that is not one
   * plain address.
   * @param settings tried in place of those in force.
   */
  send(mail: Mail, settings?: MailSettings): Promise<void>;
}

/** The name and the address that mails are from; without a name it is the site’s. */
export function mailSender(
  { site }: Pick<Config, 'site'>,
  { sender }: Pick<MailSettings, 'sender'> = site.mail,
): { name: string; address: string } {
  return parseSender(sender || `no-reply@${parseHost(site.url)}`);
}

/** One address without quotes, comments, lists or line breaks; addresses that accounts may have are stricter yet. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[^\s@<>,;:"()[\]\\\p{Cc}]{1,255}$/u;
/** Line breaks and whatever else could end a header. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/** Seconds that handing a mail over may take in all: one that says something now and then is not silent. */
const MAX_SECONDS = 300;
/** A mail is made of what it is given: it reads no file and calls no address. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };
/** How long the server may take to accept a connection, to greet, and to answer, in milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/**
 * The way mails leave: the SMTP server of the environment or of the settings as they are then, or files named by their time in `mail/` of the data
 * folder, which only the site's own user may read.
 *
 * @param seconds that handing a mail over may take.
 */
export function createMailer(
  config: Pick<Config, 'smtpUrl' | 'dataDir' | 'site'>,
  log: Pick<Log, 'info'>,
  seconds = MAX_SECONDS,
): Mailer {
  const { smtpUrl, dataDir } = config;
  const open = async () => {
    // With the first mail: it takes 30 MB, and of several processes few send any.
    const { createTransport } = await import('nodemailer');
    return {
      createTransport,
      named: smtpUrl === undefined ? null : createTransport({ url: smtpUrl, ...PATIENCE, ...CLOSED }),
      files: createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...CLOSED }),
    };
  };
  let opened: ReturnType<typeof open> | undefined;

  const handOver = async (
    { to, sender, subject, text, html, headers = {} }: Mail,
    settings: MailSettings,
  ): Promise<void> => {
    if (!ADDRESS.test(to)) throw new Error('not one plain address');
    const { createTransport, named, files } = await (opened ??= open());
    const smtp = named ?? openServer(createTransport, settings);
    const { name, address } = mailSender(config, settings);
    const message = {
      from: { name: oneLine(name || sender), address },
      to: { name: '', address: to },
      subject: oneLine(subject),
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...headers },
    };
    if (smtp) {
      await withTimeout(seconds, smtp.sendMail(message));
    } else {
      const { message: bytes } = await files.sendMail(message);
      log.info({ file: await writeToFolder(join(dataDir, 'mail'), bytes as Buffer) }, 'mail kept as a file');
    }
  };
  return {
    send: (mail, settings = config.site.mail) =>
      timed(
        (outcome) => mails.labels(outcome === 'ok' ? 'sent' : 'failed').inc(),
        () => handOver(mail, settings),
      ),
  };
}

/** A connection for each mail: what is in force may be another server with the next. */
function openServer(
  createTransport: (typeof Nodemailer)['createTransport'],
  { server, port, security, user, password }: MailSettings,
) {
  return server === ''
    ? null
    : createTransport({
        host: server,
        port,
        secure: security === 'tls',
        requireTLS: security === 'starttls',
        ignoreTLS: security === 'none',
        ...(user === '' ? {} : { auth: { user, pass: password } }),
        ...PATIENCE,
        ...CLOSED,
      });
}

/** A text for a header: no line breaks or other control characters. */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, ' ').trim();
}

function parseHost(url: string): string {
  return url === '' ? 'localhost' : new URL(url).hostname;
}

/** Writes a whole file or none; answers its path. */
async function writeToFolder(folder: string, bytes: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`);
  await writeFile(`${path}.part`, bytes, { mode: 0o600 });
  await rename(`${path}.part`, path);
  return path;
}

/** Who `MAIL_FROM` says mails are from: an address, or a name and an address in angle brackets. */
function parseSender(from: string): { name: string; address: string } {
  const before = Math.max(from.lastIndexOf('<'), from.lastIndexOf(' '));
  return {
    name: from.slice(0, Math.max(0, before)).replace('<', '').trim(),
    address: from.slice(before + 1).replace('>', ''),
  };
}
