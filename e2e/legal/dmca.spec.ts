import type { Page } from '@playwright/test';
import { axeOn } from '../axe.ts';
import { brought, withRole } from '../brought.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { linkIn, mailTo } from '../mails.ts';
import { admin, signedIn } from '../member.ts';

const site = () => process.env.KOMAWARI_E2E_URL ?? '';

async function clean(page: Page): Promise<void> {
  const { violations } = await axeOn(page).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])).toEqual([]);
}

test('a notice becomes a tombstone, its answer a counter-notice, and the work is shown again', async ({
  page,
  request,
  browser,
}) => {
  const chief = await admin(request);
  const [author, judge] = [await withRole(request, chief, 'uploader'), await withRole(request, chief, 'moderator')];
  const title = `Borrowed ${Date.now().toString(36)}`;
  const slug = await brought(request, author, title, 'suggestive');
  await page.context().addCookies([{ name: 'nsfw', value: 'true', url: site() }]);

  // From the report to the form: what was left out is said at its field, and nothing that was written is lost.
  await page.goto(`/en/comic/${slug}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Report' }).first().click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Copyright' }).check();
  await page.getByRole('dialog').getByRole('link', { name: 'Write a notice' }).click();
  await expect(page.getByLabel('Where it is used here')).toHaveValue(new RegExp(`/en/comic/${slug}$`));
  await clean(page);
  const claimant = `owner-${Date.now().toString(36)}@example.org`;
  await page.getByLabel('Your work').fill('My novel <b>of rain</b>');
  await page.getByLabel('Your name').fill('Kim Owner');
  await page.getByLabel('Postal address').fill('1 Road');
  await page.getByLabel('Phone number').fill('+49 1');
  await page.getByLabel('Email').fill(claimant);
  await page.getByLabel('I have a good-faith belief').check();
  await page.getByLabel('Signature').fill('Kim Owner');
  await page.getByRole('button', { name: 'Send notice' }).press('Enter');
  const accurate = page.getByLabel('The information in this notice is accurate');
  await expect(accurate).toHaveAttribute('aria-invalid', 'true');
  await expect(accurate).toBeFocused();
  await expect(page.getByLabel('Your work')).toHaveValue('My novel <b>of rain</b>');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Send notice' }).press('Enter');
  await expect(page.getByText('Your notice has been received')).toBeVisible();
  await mailTo(claimant, /has reached us/);

  const desk = await (await browser.newContext({ baseURL: site() })).newPage();
  await signedIn(desk, judge);
  const decide = async (button: string) => {
    const item = desk.getByRole('listitem').filter({ hasText: title });
    await item.getByRole('button', { name: button }).click();
    const form = desk.getByRole('dialog');
    await expect(form.getByRole('button', { name: button })).toBeVisible();
    const why = form.getByRole('textbox', { name: 'Why' });
    if ((await why.count()) > 0) {
      await why.fill('The notice is complete.');
    }
    await form.getByRole('button', { name: button }).click();
    await expect(form).toBeHidden();
  };
  await desk.goto('/en/moderation?kind=takedown');
  await hydrated(desk);
  await decide('Take down');

  // The tombstone leads to the log, which names nobody.
  // Pages that are the same for all guests are kept for some seconds; who hides something has their own.
  await page.context().addCookies([{ name: 'hidden', value: '2147483647', url: site() }]);
  expect((await page.goto(`/en/comic/${slug}`))?.status()).toBe(451);
  await page.getByRole('link', { name: 'See the notice' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.locator('main')).not.toContainText('Kim');
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  await expect(page.getByText('Taken down', { exact: true })).toBeVisible();
  await clean(page);

  // Whoever brought it answers by the link of their mail, signed in or not.
  const mail = await mailTo(`${author.user.username}@example.org`, /infringes their copyright/);
  expect(mail.text).not.toContain(claimant);
  await page.goto(linkIn(mail, 'takedowns'));
  await expect(page.getByText('My novel <b>of rain</b>')).toBeVisible();
  await clean(page);
  await page.getByLabel('Your name').fill('Eve Author');
  await page.getByLabel('Postal address').fill('2 Lane');
  await page.getByLabel('Phone number').fill('+49 2');
  await page.getByLabel('Email').fill(author.user.email);
  for (const sworn of await page.getByRole('checkbox').all()) {
    await sworn.check();
  }
  await page.getByLabel('Signature').fill('Eve Author');
  await page.getByRole('button', { name: 'Send counter-notice' }).click();
  await expect(page.getByText('Your counter-notice has been sent')).toBeVisible();
  await mailTo(claimant, /Eve Author/);

  await desk.goto('/en/moderation/notices?state=countered');
  await hydrated(desk);
  await expect(desk.getByRole('listitem').filter({ hasText: title })).toContainText('Shown again on');
  await decide('Restore');
  expect((await page.goto(`/en/comic/${slug}`))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goto('/en/takedowns');
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Shown again since');
  await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', `/en/comic/${slug}`);
  await desk.context().close();
});
