import { axeOn } from '../axe.ts';
import { withRole } from '../brought.ts';
import { drawn } from '../containers.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { admin, signedIn } from '../member.ts';
import { rawZip } from '#server/images/testing/raw-zip.ts';

test.use({ expected: /status of 4\d\d/ });

test('a page that a file lost is named, published only where that is confirmed, and has a placeholder in the reader', async ({
  page,
  request,
}) => {
  const title = `Torn ${Date.now().toString(36)}`;
  const whole = await Promise.all([1, 3].map((number) => drawn(Date.now() + number)));
  const torn = Buffer.from('no picture, whatever it is called, and long enough to be one');
  await signedIn(page, await withRole(request, await admin(request), 'uploader'));
  await page.goto('/en/upload');
  await hydrated(page);
  await page.locator('.file-drop input:not([webkitdirectory])').setInputFiles({
    name: `${title}.cbz`,
    mimeType: 'application/vnd.comicbook+zip',
    buffer: rawZip([whole[0]!, torn, whole[1]!].map((data, at) => ({ name: `${at + 1}.jpg`, data }))),
  });
  await expect(page).toHaveURL(/\/upload\/\d+$/);
  await expect(page.locator('.up .progress--good')).toBeVisible({ timeout: 60_000 });
  await page.getByText('1 warning', { exact: true }).click();
  await expect(page.locator('.up__note li')).toHaveText('Page 2: This image is damaged or isn’t an image.');
  await expect(page.locator('.work').getByText('1 missing').first()).toBeVisible();

  const form = page.locator('.publish');
  await expect(form.locator('.alert')).toContainText(`1 page is missing: ${title}: 2.jpg.`);
  await form.getByRole('checkbox', { name: 'I made this' }).check();
  await form.getByRole('button', { name: 'Publish 1 comic' }).click();
  const confirm = form.getByRole('checkbox', { name: 'Publish without the missing pages' });
  await expect(confirm).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByRole('alert')).toContainText('confirm that you publish without them');
  expect((await axeOn(page).analyze()).violations).toEqual([]);
  await confirm.check();
  await form.getByRole('button', { name: 'Publish 1 comic' }).click();
  await expect(page.getByRole('heading', { name: 'Your comic is ready.' })).toBeVisible({ timeout: 60_000 });

  const address = await page.locator('.upload-works__title a').getAttribute('href');
  await page.goto(`${address}/reader`);
  await hydrated(page);
  // Nobody said what it is rated.
  await page.getByRole('button', { name: 'Show adult comics' }).click();
  await expect(page.getByRole('main', { name: 'Page 1 of 3' })).toBeVisible();
  await hydrated(page);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\/reader\/2$/);
  await expect(page.getByRole('img', { name: 'Page 2 is missing.' })).toBeInViewport();
  await expect(
    page.locator('.picture-box__missing').filter({ hasText: 'Page 2 is missing.' }).first(),
  ).toBeInViewport();
});
