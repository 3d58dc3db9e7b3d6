import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** How long a mail may take to arrive, in milliseconds. */
const PATIENCE = 60_000;

/** A mail server for the tests: takes every mail on a port of this machine, and keeps it as a file of `folder`. */
export async function takeMails(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken += 1;
        // Named by whom it was handed over for, not by what it says itself.
        const to = session.envelope.rcptTo.map(({ address }) => address).join(',');
        writeFileSync(join(folder, `${String(taken).padStart(6, '0')} ${to}.eml`), Buffer.concat(chunks));
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.on('error', reject);
    const listener = server.listen(0, '127.0.0.1', () => resolve((listener.address() as { port: number }).port));
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** The newest mail to an address whose text matches `wanted`, once `count` of them have arrived. */
export async function mailTo(address: string, wanted: RegExp, count = 1): Promise<Email> {
  let found: Email[] = [];
  await expect
    .poll(
      async () => {
        const names = readdirSync(folderOfMails())
          .filter((each) => each.endsWith(` ${address}.eml`))
          .sort();
        const mails = await Promise.all(
          names.map((name) => PostalMime.parse(readFileSync(join(folderOfMails(), name)))),
        );
        found = mails.filter(({ text }) => wanted.test(text ?? ''));
        return found.length;
      },
      { timeout: PATIENCE, message: `a mail to ${address} with ${String(wanted)}` },
    )
    .toBeGreaterThanOrEqual(count);
  return found.at(-1)!;
}

/** The path of the first link in a mail that leads to a page of the site. */
export function linkIn(
  mail: Email,
  page: 'verify' | 'password-reset' | 'profile' | 'notifications' | 'takedowns',
): string {
  const link = (mail.text ?? '').match(/https?:\/\/\S+/g)?.find((each) => each.includes(`/${page}`));
  if (link === undefined) throw new Error(`no link to ${page} in: ${mail.text}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

function folderOfMails(): string {
  const folder = process.env.KOMAWARI_E2E_MAILS;
  if (folder === undefined) {
    throw new Error('KOMAWARI_E2E_MAILS names the folder of the mails the site under test has sent');
  }
  return folder;
}
