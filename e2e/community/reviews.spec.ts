import { expectNoFaults } from '../axe.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { signedIn, verified } from '../member.ts';

test('a member reviews a comic with a score, changes and deletes it; others find it helpful', async ({
  page,
  browser,
  request,
  api,
}) => {
  const [comic] = await comicsWhere(api, 'nsfw=false&sort=pages&order=asc', (each) => each.rating === 'safe');
  const member = await verified(request);
  await signedIn(page, member);
  const address = `/en/comic/${encodeURIComponent(comic!.slug)}`;
  await page.goto(address);
  await hydrated(page);
  await page
    .getByRole('navigation', { name: comic!.title })
    .getByRole('link', { name: /^Reviews/ })
    .click();
  await expect(page.getByText('No reviews yet')).toBeVisible();
  await expectNoFaults(page);
  const post = page.getByRole('button', { name: 'Post review' });
  await page.getByLabel('Write a review').fill('Quiet and kind. ||He comes back.||');
  await expect(post).toBeDisabled();
  await page.getByLabel('Your rating from 1 to 10').selectOption('9');
  await post.click();
  const review = page.getByRole('article', { name: `Review by ${member.user.username}` });
  await expect(review).toContainText('9 / 10');
  await expect(page.getByText('You’ve reviewed this comic.')).toBeVisible();
  await expect(post).toBeHidden();
  await expectNoFaults(page);

  const other = await verified(request);
  const second = await browser.newContext();
  const theirs = await second.newPage();
  await signedIn(theirs, other);
  await theirs.goto(`${address}/reviews`);
  await hydrated(theirs);
  const helpful = theirs
    .getByRole('article', { name: `Review by ${member.user.username}` })
    .getByRole('button', { name: 'Helpful', exact: true });
  await helpful.click();
  await expect(helpful).toHaveAttribute('aria-pressed', 'true');
  await second.close();

  await expect(page.locator('.comic__parts nav a[aria-current]').first()).toHaveText(/Reviews\s*1$/);
  await review.locator('.comment__acts summary').first().click();
  await review.getByRole('button', { name: 'Edit' }).click();
  await review.getByLabel('Your rating from 1 to 10').selectOption('7');
  await review.getByRole('button', { name: 'Save' }).click();
  await expect(review).toContainText('7 / 10');
  await review.locator('.comment__acts summary').first().click();
  await review.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this review?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(post).toBeVisible();
});
