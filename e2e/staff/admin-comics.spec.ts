import type { APIRequestContext, Page } from '@playwright/test';
import type { AdminComic } from '#contract/editing.ts';
import type { SignedIn } from '#contract/accounts.ts';
import { axeOn } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { admin, signedIn } from '../member.ts';

/** Makes drafts that only this test knows. */
async function drafts(
  request: APIRequestContext,
  { auth }: SignedIn,
  titles: readonly string[],
): Promise<AdminComic[]> {
  const made: AdminComic[] = [];
  for (const title of titles) {
    const answer = await request.post(`${process.env.KOMAWARI_E2E_URL}/api/admin/comics`, {
      data: { title, language: 'en' },
      headers: { authorization: `Bearer ${auth.access_token}` },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    made.push((await answer.json()) as AdminComic);
  }
  return made;
}

async function sound(page: Page, what: string) {
  const { violations } = await axeOn(page).analyze();
  expect(violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test('an admin finds comics, changes them together and takes it back, edits one, is shown what another changed, and restores it', async ({
  page,
  context,
  request,
}) => {
  const boss = await admin(request);
  const word = `quill${Date.now().toString(36)}`;
  const [first] = await drafts(request, boss, [`The ${word} thief`, `The ${word} keeper`]);
  await context.addCookies([{ name: 'theme', value: 'light', url: process.env.KOMAWARI_E2E_URL ?? '' }]);
  await signedIn(page, boss);
  await page.goto('/en/admin/comics');

  // Found by the query language; what is shown is in the address.
  await page.getByRole('searchbox', { name: 'Search comics' }).fill(`${word} language:english`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 comics', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/q=/);
  await page.getByRole('button', { name: 'Title' }).click();
  await expect(page).toHaveURL(/sort=title&order=asc/);
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending');
  await sound(page, 'table');

  // By keyboard: the first box, and with Shift the next.
  await page.getByRole('checkbox', { name: `Select: The ${word} keeper` }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Add tags and credits' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByRole('combobox', { name: 'Tags' }).fill(word);
  await dialog.getByRole('option', { name: `Create “${word}”` }).click();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('2 comics would change of 2 selected.')).toBeVisible();
  await expect(dialog.locator('ins').first()).toContainText(word);
  await dialog.getByRole('button', { name: 'Change 2 comics' }).click();
  await expect(page.getByText('2 comics changed', { exact: true })).toBeVisible();
  // It stays while the mouse is over it.
  await page.getByRole('button', { name: 'Undo' }).hover();
  const tags = async () =>
    (
      (await (
        await request.get(`${process.env.KOMAWARI_E2E_URL}/api/admin/comics/${first!.slug}`, {
          headers: { authorization: `Bearer ${boss.auth.access_token}` },
        })
      ).json()) as AdminComic
    ).terms.tags.map(({ name }) => name);
  expect(await tags()).toEqual([word]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 comics are as before.')).toBeVisible();
  expect(await tags()).toEqual([]);

  // Two editors at once: the second sees the difference.
  await page.getByRole('link', { name: `The ${word} thief` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`The ${word} thief`);
  const other = await context.newPage();
  await signedIn(other, boss);
  await other.goto(page.url());
  await other.getByLabel('Title', { exact: true }).first().fill(`The ${word} robber`);
  await page.getByLabel('Title', { exact: true }).first().fill(`The ${word} burglar`);
  await expect(page.getByRole('button', { name: 'Lock: Title', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`The ${word} burglar`);
  await context.addCookies([{ name: 'theme', value: 'dark', url: process.env.KOMAWARI_E2E_URL ?? '' }]);
  await other.getByRole('button', { name: 'Save' }).click();
  const conflict = other.locator('dialog[open]');
  await expect(conflict.getByRole('heading', { name: 'Someone else changed this comic' })).toBeVisible();
  await expect(conflict.getByLabel(/^Theirs/)).not.toBeChecked();
  await expect(conflict).toContainText(`The ${word} burglar`);
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(`The ${word} robber`);
  await other.close();

  // Leaving with something unsaved asks; the history brings the first title back.
  await page.reload();
  await page.getByLabel('Alternative title').fill('half a thought');
  await page.getByRole('link', { name: 'Manage comics' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await sound(page, 'editor');
  await page.getByRole('link', { name: 'History' }).click();
  const edited = page
    .locator('.revisions > li')
    .filter({ hasText: `The ${word} thief` })
    .first();
  await edited.getByRole('button', { name: 'Restore' }).click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`The ${word} thief`);
});
