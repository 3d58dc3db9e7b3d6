import { axeOn } from '../axe.ts';
import { as } from '../brought.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { admin, signedIn, verified } from '../member.ts';

test('an admin finds comments by text, author, work and state, is told where there are none, and acts on what was found', async ({
  page,
  request,
  api,
}) => {
  const site = process.env.KOMAWARI_E2E_URL ?? '';
  const [chief, ann, bea] = [await admin(request), await verified(request), await verified(request)];
  const [comic] = await comicsWhere(
    api,
    'sort=title&order=desc',
    ({ premium, rating }) => !premium && rating === 'safe',
  );
  const word = `tide${Date.now().toString(36)}`;
  for (const [by, text] of [
    [ann, `The ${word} is in`],
    [bea, `The ${word} is out`],
  ] as const) {
    const answer = await request.post(`${site}/api/comics/${encodeURIComponent(comic!.slug)}/comments`, {
      headers: as(by),
      data: { text },
    });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  await signedIn(page, chief);
  await page.goto('/en/admin/comments');
  await hydrated(page);
  const form = page.getByRole('search', { name: 'Search comments' });
  const found = page.locator('.moderation__list > li');
  const count = page.getByRole('status').filter({ hasText: /comment|No matches/ });

  await form.getByRole('textbox', { name: 'Text' }).fill(word);
  await form.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(`/en/admin/comments?q=${word}`);
  await expect(count).toHaveText('2 comments');
  await expect(found).toHaveCount(2);
  await form.getByRole('textbox', { name: 'Author' }).fill(ann.user.username);
  await form.getByRole('textbox', { name: 'Comment on' }).fill(`${site}/en/comic/${comic!.slug}`);
  await page.keyboard.press('Enter');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(`The ${word} is in`);
  await expect(form.getByRole('textbox', { name: 'Author' })).toHaveValue(ann.user.username);
  expect((await axeOn(page).analyze()).violations).toEqual([]);

  await page.getByRole('link', { name: 'Hidden', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expect(page.getByText('Try fewer filters or other words.')).toBeVisible();
  await page.goBack();
  await found.getByRole('button', { name: 'Hide', exact: true }).click();
  await found.getByRole('textbox').fill('It is about another comic.');
  await found.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(found.locator('.badge').first()).toHaveText('hidden');
  await page.getByRole('link', { name: 'Hidden', exact: true }).click();
  await expect(found).toContainText('It is about another comic.');
  await page.getByRole('link', { name: 'Shown', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await page.locator('.empty').getByRole('link', { name: 'Show all' }).click();
  await expect(page).toHaveURL('/en/admin/comments');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeHidden();

  // A name that is not there is reported beside its field.
  await form.getByRole('textbox', { name: 'Author' }).fill(`nobody${word}`);
  await form.getByRole('button', { name: 'Search' }).click();
  await expect(form.getByRole('textbox', { name: 'Author' })).toHaveAttribute('aria-invalid', 'true');
});
