import type { APIRequestContext, Page } from '@playwright/test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CaptchaChallenge, SignedIn } from '#contract/accounts.ts';
import { linkIn, mailTo } from './mails.ts';

/** The password of every member that tests register. */
export const PASSWORD = 'a quiet panel of rain';

/** The admin that the site begins with. */
export const ADMIN = { username: 'e2e-admin', email: 'e2e-admin@example.org' };

let made = 0;

/** Registers a member as a visitor does, captcha and all. */
export async function registered(request: APIRequestContext): Promise<SignedIn> {
  made += 1;
  const username = `e2e${process.pid}x${Date.now().toString(36)}${made}`;
  const site = process.env.KOMAWARI_E2E_URL ?? '';
  const challenge = (await (await request.get(`${site}/api/captcha?for=register`)).json()) as CaptchaChallenge;
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  const answer = await request.post(`${site}/api/register`, {
    data: {
      username,
      email: `${username}@example.org`,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      captcha: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'),
    },
  });
  if (!answer.ok()) throw new Error(`nobody was registered: ${await answer.text()}`);
  return (await answer.json()) as SignedIn;
}

/** Logs the admin in. */
export async function admin(request: APIRequestContext): Promise<SignedIn> {
  const answer = await request.post(`${process.env.KOMAWARI_E2E_URL ?? ''}/api/login`, {
    data: { username: ADMIN.username, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`the admin was not logged in: ${await answer.text()}`);
  return (await answer.json()) as SignedIn;
}

/** Opens the pages of a browser as a member, as if they had signed in before. */
export async function signedIn(page: Page, { user, auth }: SignedIn): Promise<void> {
  await page.addInitScript(
    ([token, kept]) => {
      // Frames of ads have none.
      if (origin === 'null' || localStorage.getItem('e2e.begun') !== null) return;
      localStorage.setItem('e2e.begun', '1');
      localStorage.setItem('token', token!);
      localStorage.setItem('user', kept!);
    },
    [auth.access_token, JSON.stringify(user)],
  );
}

/** Registers a member and follows the link of the mail that shows the address is theirs. */
export async function verified(request: APIRequestContext): Promise<SignedIn> {
  const member = await registered(request);
  const hash = linkIn(await mailTo(`${member.user.username}@example.org`, /verify/), 'verify')
    .split('/')
    .at(-1)!;
  const answer = await request.post(`${process.env.KOMAWARI_E2E_URL ?? ''}/api/email/verify/${hash}`);
  if (!answer.ok()) throw new Error(`the address was not verified: ${await answer.text()}`);
  return { ...member, user: { ...member.user, verified: true } };
}
