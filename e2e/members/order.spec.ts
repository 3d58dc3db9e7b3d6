import type { Page, Route } from '@playwright/test';
import { expect, hydrated, test } from '../fixtures.ts';
import { admin, PASSWORD, registered, signedIn } from '../member.ts';

/**
 * Holds back what a page asks for by GET at `address` from now on; `arrived` once the first was asked for, `release`
 * lets all pass, with the answers of the time they were asked.
 */
async function heldBack(page: Page, address: RegExp): Promise<{ arrived: Promise<void>; release: () => void }> {
  let release = () => {};
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(address, async (route: Route) => {
    if (route.request().method() !== 'GET') {
      await route.continue();
      return;
    }
    const response = await route.fetch();
    arrive();
    await held;
    // The page may be left by then.
    await route.fulfill({ response }).catch(() => {});
  });
  return { arrived, release };
}

test("a member's page that guests are not told of is shown also where the browser draws nothing until it was answered", async ({
  page,
  request,
}) => {
  // React draws when its port is told to: from the moment the page is asked for until it was answered it is told nothing.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    const { getItem } = Storage.prototype;
    const waiting: (() => void)[] = [];
    let isHeld: boolean | null = null;
    MessagePort.prototype.postMessage = function later(this: MessagePort, ...message: unknown[]) {
      const send = () => {
        Reflect.apply(postMessage, this, message);
      };
      if (isHeld === true) {
        waiting.push(send);
      } else {
        send();
      }
    };
    // The token is read as soon as the frame of the page has been taken over, and the page is asked for in the same moment.
    Storage.prototype.getItem = function read(this: Storage, name: string) {
      if (
        name === 'token' &&
        isHeld === null &&
        Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__react'))
      ) {
        isHeld = true;
      }
      return Reflect.apply(getItem, this, [name]) as string | null;
    };
    Object.assign(window, {
      letDraw: () => {
        isHeld = false;
        for (const send of waiting.splice(0)) {
          send();
        }
      },
    });
  });
  await signedIn(page, await admin(request));
  const answered = page.waitForResponse(/\/api\/admin\/dashboard/);
  await page.goto('/en/admin');
  await (await answered).finished();
  await page.waitForFunction(() => !document.documentElement.classList.contains('is-busy'), undefined, { polling: 20 });
  await page.evaluate(() => (window as unknown as { letDraw: () => void }).letDraw());
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(page.locator('.for-guests')).toHaveCount(0);
});

test('an answer about the account that comes after the session has ended, here or in another tab, signs nobody in', async ({
  page,
  context,
  request,
}) => {
  const other = await context.newPage();
  const { user } = await registered(request);
  await page.goto('/en/login?next=/en/settings/password');
  await hydrated(page);
  const { arrived, release } = await heldBack(page, /\/api\/account\?/);
  await page.getByLabel('Username or email').fill(user.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await arrived;
  await expect(page.locator('.user-menu')).toBeVisible();
  await other.goto('/en/latest');
  await expect(other.locator('.user-menu')).toBeVisible();
  await other.evaluate(() => localStorage.clear());
  await expect(page.locator('.user-menu')).toHaveCount(0);
  release();
  await page.unrouteAll({ behavior: 'wait' });
  await expect.poll(() => page.evaluate(() => document.documentElement.classList.contains('is-busy'))).toBe(false);
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ]);
  await expect(page).toHaveURL(/\/en\/login/);
  await other.goto('/en/login');
  await hydrated(other);
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
});
