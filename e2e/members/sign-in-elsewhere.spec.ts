import type { Page } from '@playwright/test';
import { axeOn } from '../axe.ts';
import { elsewhere, NAMESAKE, SARA } from '../elsewhere.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { PASSWORD } from '../member.ts';

// The provider’s pages ask for a font that is not here, and calls are refused on purpose.
test.use({ expected: /Failed to load resource/ });

const userMenu = (page: Page) => page.locator('.user-menu');

/** Signs in and agrees on the pages of the provider. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('somebody signs in at a provider, comes back to where they were, sets a password, and logs out at both', async ({
  page,
}) => {
  const site = elsewhere();
  await page.goto(`${site}/en/latest?sort=title`);
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  const popup = page.getByRole('dialog', { name: 'Log in' });
  await popup.getByRole('button', { name: 'Continue with Corp' }).click();
  await signInThere(page, SARA);
  await expect(page).toHaveURL(`${site}/en/latest?sort=title`);
  await expect(userMenu(page)).toBeVisible();
  expect(
    await page.evaluate(() => [
      localStorage.getItem('token')?.length,
      (JSON.parse(localStorage.getItem('user')!) as { username: string }).username,
    ]),
  ).toEqual([43, 'Sara']);

  await page.goto(`${site}/en/settings/password`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Corp' })).toContainText('Sara');
  const confirm = page.getByRole('button', { name: 'Confirm with Corp' });
  await expect(confirm).toBeVisible();
  expect((await axeOn(page).analyze()).violations).toEqual([]);
  await confirm.click();
  // Whoever is signed in there is asked for the password all the same.
  await page.getByPlaceholder('and password').fill('any');
  await page.getByPlaceholder('Enter any login').fill(SARA);
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await expect(page).toHaveURL(`${site}/en/settings/password`);
  await expect(page.getByText('You’ve confirmed that it’s you.').first()).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set a password' }).click();
  await expect(page.getByLabel('Current password')).toBeVisible();

  await userMenu(page).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(`${site}/en`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('a newcomer whose name is taken is asked for another one; what comes back twice, or from nowhere, is refused', async ({
  page,
}) => {
  const site = elsewhere();
  await page.goto(`${site}/en/register?next=/en/cookies`);
  await hydrated(page);
  await page.getByRole('main').getByRole('button', { name: 'Continue with Corp' }).click();
  const [back] = await Promise.all([
    page.waitForRequest((request) => request.url().startsWith(`${site}/sign-in/corp?`)),
    signInThere(page, NAMESAKE),
  ]);
  const name = page.getByLabel('Username');
  await expect(name).toHaveValue('e2e-admin');
  // Nothing of it stays in the address.
  await expect(page).toHaveURL(`${site}/en/sign-in/corp`);
  expect((await axeOn(page).analyze()).violations).toEqual([]);
  await page.getByLabel('Email').fill('namesake@corp.test');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('namesake');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${site}/en/cookies`);
  await expect(userMenu(page)).toBeVisible();

  await page.goto(back.url());
  await expect(page.getByRole('alert')).toContainText('already used');
  await page.goto(`${site}/en/sign-in/nobody?code=a&state=b`);
  await expect(page.getByRole('alert')).toContainText('no such way');
});
