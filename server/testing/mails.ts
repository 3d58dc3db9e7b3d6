import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { MAIL_JOB, mailJob } from '#server/features/accounts/public/mails.ts';
import type { Deps } from '../deps.ts';
import { claimJob, complete } from '../jobs/queue.ts';

/** A mail as it arrives. */
export interface ArrivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The first address in it that leads to a page with a token, the token itself, and every header by its lower-case name. */
  link: string | null;
  token: string | null;
  headers: Record<string, string>;
}

/** Sends every mail in line, as the worker would, and answers all mails to an address so far, oldest first; without an address all. */
export async function mailsTo(deps: Deps, address?: string): Promise<ArrivedMail[]> {
  await sendMails(deps);
  const folder = join(deps.config.dataDir, 'mail');
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        .sort()
    : [];
  const mails = await Promise.all(files.map((name) => readMail(readFileSync(join(folder, name)))));
  return mails.filter(({ to }) => address === undefined || to === address);
}

/** Sends every mail in line, as the worker would. */
export async function sendMails(deps: Deps): Promise<void> {
  const send = mailJob(deps);
  for (let job = await next(deps); job; job = await next(deps)) {
    await send({ ...job, signal: new AbortController().signal, complete: async () => {} });
    await complete(deps.db, job, 'a test');
  }
}

/** Reads the bytes of a mail. */
export async function readMail(bytes: Uint8Array): Promise<ArrivedMail> {
  const mail = await PostalMime.parse(bytes);
  const link = /https?:\/\/\S+\/(?:verify|password-reset)\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? null;
  return {
    to: (mail.to ?? []).map(({ address }) => address).join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    link,
    token: link?.split('/').at(-1) ?? null,
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
  };
}

function next({ db }: Deps) {
  return claimJob(db, 'a test', { kinds: [MAIL_JOB.kind] });
}
