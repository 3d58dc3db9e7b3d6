import type { BrowserContext, Page } from '@playwright/test';
import type { SignedIn } from '#contract/accounts.ts';
import type { UploadLimits } from '#contract/uploads.ts';
import { axeOn } from '../axe.ts';
import { broughtFiles, drawFolder } from '../containers.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { admin, PASSWORD, registered, signedIn } from '../member.ts';

type Request = Parameters<typeof registered>[0];
const site = () => process.env.KOMAWARI_E2E_URL ?? '';

// One uploader for all of this file: registering is work for the browser's captcha.
test.describe.configure({ mode: 'default' });
test.use({ expected: /status of 4\d\d|ERR_CONNECTION_FAILED/ });
let made: SignedIn | undefined;

/** A member whom the admin made an uploader; before that, there is no such page for them. */
async function uploader(request: Request, context: BrowserContext): Promise<SignedIn> {
  if (made !== undefined) return made;
  const member = await registered(request);
  const { username } = member.user;
  const page = await context.newPage();
  await signedIn(page, member);
  await page.goto(`${site()}/en/upload`);
  await expect(page.getByRole('heading', { level: 1, name: 'This page was not found' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.close();
  const { auth } = await admin(request);
  const changed = await request.patch(`${site()}/api/admin/users/${username}`, {
    data: { role: 'uploader', verified: true },
    headers: { authorization: `Bearer ${auth.access_token}` },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  made = (await (
    await request.post(`${site()}/api/login`, { data: { username, password: PASSWORD } })
  ).json()) as SignedIn;
  return made;
}

const folderInput = (page: Page) => page.locator('.file-drop input[webkitdirectory]');
const said = (page: Page, name: string) => page.locator('[id^=DndLiveRegion]').filter({ hasText: name });

/** Moves something by keys, as people do who see no handle. */
async function move(page: Page, name: string, key: 'ArrowUp' | 'ArrowLeft', times: number): Promise<void> {
  await page.getByRole('button', { name: `Move ${name}`, exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(said(page, name)).toContainText(': position');
  // Its keys are listened to from the next turn on.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve);
      }),
  );
  for (let time = 0; time < times; time += 1) {
    const before = await said(page, name).textContent();
    // A lifted item hears its keys a moment after it has said so. A key that was heard is not pressed again: it would move once more.
    await expect(async () => {
      await page.keyboard.press(key);
      await expect(said(page, name)).not.toHaveText(before ?? '', { timeout: 10_000 });
    }).toPass();
  }
  await page.keyboard.press('Space');
  await expect(said(page, name)).toContainText('was moved to position');
}

test('an uploader drops a folder, loses the tab at 60 %, goes on, puts it in order and schedules it', async ({
  page,
  context,
  request,
}, testInfo) => {
  const member = await uploader(request, context);
  const title = `Rain ${Date.now().toString(36)}`;
  const folder = await drawFolder(testInfo.outputDir, title);

  // Only six of the nine files get through before the connection is lost and the tab is closed.
  const through = new Set<string>();
  await signedIn(page, member);
  // Of the whole context, so that no further try gets through while the tab goes.
  await context.route(/\/tus\//, async (route) => {
    const file = route.request().url();
    if (route.request().method() === 'PATCH' && through.size === 6 && !through.has(file)) {
      await route.abort('connectionfailed');
      return;
    }
    if (route.request().method() === 'PATCH') {
      through.add(file);
    }
    await route.continue();
  });
  await page.goto('/en/upload');
  await hydrated(page);
  await expect(page.getByText('Upload limits')).toBeVisible();
  await folderInput(page).setInputFiles(folder);
  await expect(page).toHaveURL(/\/upload\/\d+$/);
  // The first may have arrived before the site knows of the last.
  await expect(page.locator('.up')).toHaveCount(9, { timeout: 60_000 });
  await expect(page.locator('.up .progress--good')).toHaveCount(6, { timeout: 60_000 });
  await expect(page.getByRole('progressbar', { name: 'Files' })).toHaveAttribute('aria-valuenow', /^(?:5|6|7)\d$/);
  await page.close();
  await context.unroute(/\/tus\//);

  const again = await context.newPage();
  await signedIn(again, member);
  // Files, not requests: one that fails is sent again.
  const resent = new Set<string>();
  again.on('request', (one) => {
    if (one.method() === 'PATCH' && one.url().includes('/tus/')) {
      resent.add(one.url());
    }
  });
  await again.goto('/en/upload');
  await again.getByRole('link', { name: /^Continue/ }).click();
  await expect(again.getByText('3 files weren’t fully uploaded.')).toBeVisible();
  await folderInput(again).setInputFiles(folder);
  await expect(again.getByText('6 files are already here')).toBeVisible();
  await expect(again.locator('.up .progress--good')).toHaveCount(9, { timeout: 60_000 });
  expect(resent.size).toBe(3);

  await expect(again.locator('.work__title b').first()).toHaveText(title);
  await again.getByRole('tab', { name: 'Chapters and pages' }).click();
  await expect(again.locator('.upload-chapter')).toHaveCount(3);
  await move(again, 'Chapter 3', 'ArrowUp', 2);
  const names = again.getByRole('textbox', { name: /^Name of chapter|^Number of chapter/ });
  await expect(names.filter({ visible: true }).nth(1)).toHaveValue('3');
  await again.locator('.upload-chapter__toggle').first().click();
  await expect(again.locator('.upload-page img')).toHaveCount(3);
  await move(again, 'Page 3', 'ArrowLeft', 1);
  await expect(again.locator('.upload-page img').nth(1)).toHaveAttribute('title', /3\.jpg/);
  expect((await axeOn(again).analyze()).violations).toEqual([]);

  // Typed text is kept as it is, and is there after a reload.
  await again.getByRole('tab', { name: 'Details' }).click();
  await again.getByLabel('Alternative title').fill('After the rain');
  await expect(again.locator('.work .upload-saved')).toHaveText('Saved');
  await again.reload();
  await expect(again.getByLabel('Alternative title')).toHaveValue('After the rain');
  await again.getByRole('tab', { name: 'Chapters and pages' }).click();
  await expect(names.filter({ visible: true }).nth(1)).toHaveValue('3');

  await again.locator('.publish label', { hasText: 'Schedule' }).click();
  await expect(again.getByText(/^In your time zone/)).toBeVisible();
  await again.getByRole('button', { name: 'Schedule 1 comic' }).click();
  await expect(again.getByText('Confirm that you have permission to publish this.')).toBeVisible();
  await again.locator('.publish .check').click();
  await again.getByRole('button', { name: 'Schedule 1 comic' }).click();
  await expect(again.getByRole('heading', { name: 'Your comic is ready.' })).toBeVisible({ timeout: 60_000 });
  await expect(again.locator('.upload-works .state')).toHaveText(/Scheduled|In review/);
  const slug = (await again.locator('.upload-works__title a').getAttribute('href'))!.split('/').at(-1)!;
  expect((await request.get(`${site()}/api/comics/${slug}`)).status()).toBe(404);
});

test('every container is read, and what is refused says why', async ({ page, context, request }) => {
  const member = await uploader(request, context);
  await signedIn(page, member);
  const limits = (await (
    await request.get(`${site()}/api/admin/uploads/limits`, {
      headers: { authorization: `Bearer ${member.auth.access_token}` },
    })
  ).json()) as UploadLimits;
  await page.goto('/en/upload');
  await hydrated(page);
  await page.getByText('Upload limits').click();
  await expect(page.locator('.upload-limits')).toContainText(String(limits.filesPerUpload));

  // Dropped, as from a window of the system.
  const files = await broughtFiles();
  const dropped = await page.evaluateHandle(
    (all) => {
      const data = new DataTransfer();
      for (const { name, base64 } of all) {
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
      }
      return data;
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
  );
  await page.locator('.file-drop').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page).toHaveURL(/\/upload\/\d+$/);
  for (const { name, pages, refused } of files) {
    const row = page.locator('.up', { has: page.getByText(name, { exact: true }) });
    await expect(row.locator('.progress--good, .progress--bad'), name).toBeVisible({ timeout: 60_000 });
    await expect(row.locator('.progress__text'), name).toContainText(refused ?? `Done, ${pages} page`);
  }
  expect((await axeOn(page).analyze()).violations).toEqual([]);
});
