import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { axeOn } from '../axe.ts';
import { elsewhere, entered, NAMESAKE, RIN, SARA } from '../elsewhere.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { admin, PASSWORD, signedIn } from '../member.ts';

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

test('an admin enters a provider in the page, which members sign in at; passwords go once an admin is joined to it, and come back', async ({
  page,
  browser,
  request,
}) => {
  const { site, ...provider } = entered();
  await signedIn(page, await admin(request));
  await page.goto(`${site}/en/admin/site#signin`);
  await hydrated(page);
  const providers = page.locator('[data-setting="signIn.providers"]');
  await providers.getByRole('button', { name: 'Add a provider' }).click();
  await providers.getByLabel('Name on the button').fill('Corp');
  await providers.getByLabel('Id', { exact: true }).fill('corp');
  await providers.getByLabel('Issuer', { exact: true }).fill(provider.issuer);
  await providers.getByLabel('Client ID').fill(provider.clientId);
  await providers.getByLabel('Client secret').fill(provider.clientSecret);
  await providers.getByRole('button', { name: 'Check the provider' }).click();
  await expect(providers.getByText('The provider answers as it should.')).toBeVisible();
  await expect(providers.getByText(`${site}/sign-in/corp`)).toBeVisible();
  const send = async (side: number) =>
    providers.getByLabel('Choose a picture').setInputFiles({
      name: 'corp.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: side, height: side, channels: 3, background: '#204080' } })
        .png()
        .toBuffer(),
    });
  const picture = providers.getByRole('group', { name: 'Picture on the button' }).locator('img');
  await send(40);
  await expect(providers.getByText('at least 64 pixels wide and 64 high')).toBeVisible();
  await expect(picture).toHaveCount(0);
  await send(100);
  await expect(picture).toBeVisible();
  await expect(providers.getByText('at least 64 pixels wide and 64 high')).toHaveCount(0);
  expect((await axeOn(page).analyze()).violations).toEqual([]);
  await save(page);
  await expect(providers.getByLabel('Client secret')).toHaveAttribute('placeholder', '••••••••');
  await expect.poll(() => readWidth(picture)).toBe(64);

  const passwords = page.getByRole('switch', { name: 'Members can log in with a password' });
  await passwords.uncheck();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('an admin must be joined to a provider that answers').first()).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(passwords).toBeChecked();

  await page.goto(`${site}/en/settings/password`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Link Corp' }).click();
  await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await signInThere(page, RIN);
  await expect(page).toHaveURL(`${site}/en/settings/password`);
  const joined = page.getByRole('listitem').filter({ hasText: 'Corp' });
  await expect(joined).toContainText('Rin');

  await page.goto(`${site}/en/admin/site#signin`);
  await hydrated(page);
  await passwords.uncheck();
  await save(page);
  await expect(passwords).not.toBeChecked();

  const other = await browser.newContext();
  const guest = await other.newPage();
  await guest.goto(`${site}/en/cookies`);
  await hydrated(guest);
  await guest.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  const popup = guest.getByRole('dialog', { name: 'Log in' });
  await expect(popup.getByRole('textbox')).toHaveCount(0);
  const button = popup.getByRole('button', { name: 'Continue with Corp' });
  await expect.poll(() => readWidth(button.locator('img'))).toBe(64);
  await button.click();
  await signInThere(guest, RIN);
  await expect(guest).toHaveURL(`${site}/en/cookies`);
  await expect(userMenu(guest)).toBeVisible();

  // Changed by who signs in there alone: they show once more who they are, and come back to their edits.
  await guest.goto(`${site}/en/admin/site#signin`);
  await hydrated(guest);
  const theirs = guest.getByRole('switch', { name: 'Members can log in with a password' });
  await theirs.check();
  await guest.getByLabel('Name on the button').fill('Corporation');
  await guest.getByRole('button', { name: 'Remove the picture' }).click();
  await guest.getByRole('button', { name: 'Confirm with Corp' }).click();
  await guest.getByPlaceholder('and password').fill('any');
  await guest.getByPlaceholder('Enter any login').fill(RIN);
  await guest.getByRole('button', { name: 'Sign-in' }).click();
  await expect(guest.getByText('You’ve confirmed that it’s you.')).toBeVisible();
  await expect(guest.getByLabel('Name on the button')).toHaveValue('Corporation');
  await expect(theirs).toBeChecked();
  await expect(guest.getByRole('button', { name: 'Remove the picture' })).toHaveCount(0);
  await guest.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(guest.getByText('Saved', { exact: true })).toBeVisible();

  // Undone, and that undone: for a password first, then without one for what was shown just now.
  await guest.goto(`${site}/en/admin/site/history`);
  await hydrated(guest);
  const undo = async () => {
    await guest.getByRole('button', { name: 'Undo' }).click();
    await guest.getByRole('button', { name: 'Go back to this state' }).last().click();
  };
  await undo();
  await guest.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
  await guest.getByRole('dialog').getByRole('button', { name: 'Go back to this state' }).click();
  await expect(guest.getByText('Went back')).toHaveCount(1);
  await page.goto(`${site}/en/admin/site#signin`);
  await hydrated(page);
  await expect.poll(() => readWidth(picture)).toBe(64);
  await hydrated(guest);
  await undo();
  await expect(guest.getByText('You’ve confirmed that it’s you.')).toBeVisible();
  await guest.getByRole('dialog').getByRole('button', { name: 'Go back to this state' }).click();
  await expect(guest.getByText('Went back')).toHaveCount(2);
  await other.close();

  await page.goto(`${site}/en/settings/password`);
  await hydrated(page);
  await joined.getByRole('button', { name: 'Unlink Corporation' }).click();
  await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(joined).toHaveCount(0);
});

/** The width of a picture that is shown, in its own pixels; 0 until it is there. */
function readWidth(picture: Locator): Promise<number> {
  return picture.evaluate((element) => (element as HTMLImageElement).naturalWidth);
}

/** Saves the settings of the site for the password of the admin, who has one. */
async function save(page: Page): Promise<void> {
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await hydrated(page);
}
