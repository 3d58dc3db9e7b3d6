import { test as base, expect } from '@playwright/test';
import { join } from 'node:path';
import { ready, startedSite, titlesAt, type SiteProcesses } from '#server/testing/started.ts';
import { axeOn } from '../axe.ts';
import { writeChapter } from '../chapters.ts';
import { hydrated } from '../fixtures.ts';

const test = base.extend<{ site: SiteProcesses }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  site: async ({}, use) => {
    const site = startedSite();
    await use(site);
    await site.clear();
  },
});

test('a new admin goes from the link of the log to a site of another name, in other languages, without the demo, with a comic, and edits no file', async ({
  page,
  site,
}) => {
  const program = site.start({ KOMAWARI_DEMO: 'on', KOMAWARI_FEATURES: '' });
  const url = await ready(program);
  const [link] = await program.until(/http:\S+\/setup\/\S+/);
  await page.goto(link);
  await hydrated(page);
  await page.getByLabel('Username').fill('rosa');
  await page.getByLabel('Email').fill('rosa@example.test');
  await page.locator('[name=password]').fill('nine kites fly over 7 hills');
  await page.locator('[name=password_confirmation]').fill('nine kites fly over 7 hills');
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { name: 'Set up your site' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Fuchsbau');
  expect((await axeOn(page).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await expect(page).toHaveTitle(/Fuchsbau/);
  await expect(page.getByRole('heading', { name: 'Languages' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'हिन्दी' }).uncheck();
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await expect(page.getByRole('heading', { name: 'Adult works' })).toBeVisible();
  await page.getByText('No, nothing explicit').click();
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await expect(page.getByRole('heading', { name: 'Demo library' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove the demo library' }).click();

  // Left here, it goes on where it was.
  await expect(page.getByRole('heading', { name: 'Mail' })).toBeVisible();
  await page.goto(`${url}/en/admin`);
  await page.getByRole('link', { name: 'Continue setting up' }).click();
  await expect(page.getByRole('heading', { name: 'Mail' })).toBeVisible();
  // However long the lines are, its sender stands in one of them.
  const lines = await page.locator('.alert code').evaluate((sender) => {
    const box = sender.closest<HTMLElement>('.alert')!;
    const lengths = Array.from({ length: 100 }, (_, at) => {
      box.style.inlineSize = `${300 + 3 * at}px`;
      const text = document.createRange();
      text.selectNodeContents(sender);
      return text.getClientRects().length;
    });
    box.style.inlineSize = '';
    return lengths;
  });
  expect(Math.max(...lines)).toBe(1);
  await page.getByRole('button', { name: 'Send me a test email' }).click();
  await expect(page.getByText('There is no mail server: the email was only kept as a file.')).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();

  await expect(page.getByRole('heading', { name: 'The first comics' })).toBeVisible();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page).toHaveURL(`${url}/en`);

  await expect
    .poll(async () => (await (await page.request.get(`${url}/api/config`)).json()).demo, { timeout: 120_000 })
    .toBeUndefined();
  const chapter = await writeChapter(join(site.folder, 'first.cbz'), 'two', 1);
  await site.importing([chapter]);
  await expect.poll(() => titlesAt(url), { timeout: 120_000 }).toHaveLength(1);
  const config = await (await page.request.get(`${url}/api/config`)).json();
  expect(config).toMatchObject({ name: 'Fuchsbau', letter: 'F' });
  expect(config.locales).not.toContain('hi');
  expect(config.features).not.toContain('nsfw');

  // Later an admin switches something on, and takes that back.
  await page.goto(`${url}/en/moderation/notices`);
  await expect(page.getByRole('heading', { name: 'This feature is off' })).toBeVisible();
  await page.goto(`${url}/en/admin/ads`);
  await expect(page.getByRole('heading', { name: 'This feature is off' })).toBeVisible();
  await page.getByRole('link', { name: 'Switch it on in the site settings' }).click();
  await page.getByRole('checkbox', { name: /^Ads/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goto(`${url}/en/admin/ads`);
  await expect(page.getByRole('heading', { name: 'Manage ads' })).toBeVisible();
  await page.goto(`${url}/en/admin/site/history`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go back to this state' }).click();
  await expect(page.getByText('Went back')).toBeVisible();
  expect((await (await page.request.get(`${url}/api/config`)).json()).features).not.toContain('ads');
});
