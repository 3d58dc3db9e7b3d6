import { comicsWhere, countedComic, expect, hydrated, test } from '../fixtures.ts';
import { signedIn, verified } from '../member.ts';

test('people talk: a comment is written, answered, voted on, marked by its address, edited and deleted, and others see it at once', async ({
  page,
  api,
  request,
  browser,
}) => {
  const comic = await countedComic(api, 'comments');
  const [ann, bea] = [await verified(request), await verified(request)];
  const address = `/en/comic/${encodeURIComponent(comic.slug)}/comments`;
  await signedIn(page, ann);
  await page.goto(address);
  await hydrated(page);

  // A second person looks on while the first one writes.
  const other = await browser.newContext();
  const onlooker = await other.newPage();
  await signedIn(onlooker, bea);
  await onlooker.goto(address);
  await hydrated(onlooker);

  const box = page.getByRole('textbox', { name: 'Write a comment' });
  await box.fill('The **dragon** is back: ||she falls asleep|| <img src=x onerror=alert(1)>');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.locator('.composer__preview strong')).toHaveText('dragon');
  await page.getByRole('button', { name: 'Post comment' }).click();
  const own = page.getByRole('article', { name: `Comment by ${ann.user.username}` });
  await expect(own.locator('strong')).toHaveText('dragon');
  const counted = page.locator('.comic__parts nav a[aria-current] ').first();
  await expect(counted).toHaveText(/Comments\s*1$/);
  await expect(own.locator('img[src="x"]')).toHaveCount(0);
  await expect(own.getByText('she falls asleep')).toBeHidden();
  await own.getByText('Spoiler').click();
  await expect(own.getByText('she falls asleep')).toBeVisible();

  await onlooker.getByRole('button', { name: 'Show 1 new comment' }).click();
  const seen = onlooker.getByRole('article', { name: `Comment by ${ann.user.username}` });
  await seen.getByRole('button', { name: 'Vote up' }).click();
  await expect(seen.getByRole('button', { name: 'Vote up' })).toHaveAttribute('aria-pressed', 'true');
  await seen.getByRole('button', { name: 'Reply' }).click();
  await onlooker.getByRole('textbox', { name: `Reply to ${ann.user.username}` }).fill('I saw it, too.');
  await onlooker.keyboard.press('Control+Enter');
  await expect(seen.getByRole('article', { name: `Comment by ${bea.user.username}` })).toContainText('I saw it, too.');
  // Comments that are there change in place; what is new waits to be shown.
  await page.getByRole('button', { name: 'Show 1 new comment' }).click();
  await expect(own.getByText('I saw it, too.')).toBeVisible();
  await expect(own.locator('.comment__points').first()).toContainText('1');

  await own.locator('.comment__acts summary').first().click();
  await own.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Edit' }).fill('The dragon is back.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(own.getByText('edited')).toBeVisible();

  // Its own address leads to it, also for a guest without a script.
  const href = await own
    .getByRole('link')
    .filter({ has: page.locator('time') })
    .first()
    .getAttribute('href');
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(new URL(href!, process.env.KOMAWARI_E2E_URL).href);
  await expect(plain.locator('.comment--target')).toContainText('The dragon is back.');
  await plain.context().close();

  await own.locator('.comment__acts summary').first().click();
  await own.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('This comment was deleted.')).toBeVisible();
  // The reply is still there.
  await expect(counted).toHaveText(/Comments\s*1$/);
  for (const gone of ['999999999', 'nothing']) {
    await page.goto(`${address}/${gone}`);
    await expect(
      page
        .getByRole('alert')
        .or(page.locator('.alert'))
        .filter({ hasText: 'The comment this link leads to is no longer here.' }),
    ).toBeInViewport();
    await expect(page.getByText('I saw it, too.')).toBeVisible();
  }
  await other.close();
});

test('a guest reports a comic and is thanked; what they begin to write is kept until they have signed in', async ({
  page,
  api,
}) => {
  const [comic] = await comicsWhere(
    api,
    'sort=title&order=desc',
    ({ premium, rating }) => !premium && rating === 'safe',
  );
  await page.goto(`/en/comic/${encodeURIComponent(comic!.slug)}/comments`);
  await hydrated(page);
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Half a thought');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toHaveValue('Half a thought');

  await page.getByRole('button', { name: 'Report this comic' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('radio', { name: 'Wrong tags' }).check();
  await form.getByRole('textbox', { name: 'What exactly' }).fill('There is no dragon in it.');
  await form.getByRole('button', { name: 'Send report' }).click();
  await expect(form.getByRole('status').filter({ hasText: /\w/ }).last()).toBeVisible();
  await form.getByRole('button', { name: 'Close' }).last().click();
  await expect(form).toBeHidden();
});
