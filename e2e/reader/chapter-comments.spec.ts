import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { signedIn, verified } from '../member.ts';

test('who has read a chapter talks about it where it ends, over the pages, and others read that once they are there, too', async ({
  page,
  api,
  request,
  browser,
}) => {
  const [comic] = await comicsWhere(
    api,
    'sort=title&order=desc',
    (each) => each.chapters_count > 1 && each.direction === 'ltr' && !each.premium && each.rating === 'safe',
  );
  const { slug } = comic!;
  const [{ slug: chapter, pages }] = (await api<{ slug: string; pages: number }[]>(
    `/api/comics/${encodeURIComponent(slug)}/chapters`,
  )) as [{ slug: string; pages: number }];
  const asked: string[] = [];
  page.on('request', (each) => {
    if (/comment|talk-sheet/.test(each.url())) {
      asked.push(each.url());
    }
  });
  const ann = await verified(request);
  await signedIn(page, ann);
  await page.goto(`/en/comic/${encodeURIComponent(slug)}/${chapter}/reader/${pages}`);
  await hydrated(page);
  await expect(page.getByRole('main', { name: new RegExp(`^Page ${pages}`) })).toBeVisible();
  expect(asked).toEqual([]);
  await page.keyboard.press('ArrowRight');
  const end = page.getByRole('region', { name: /^End of/ });
  await expect(end.getByRole('link', { name: 'Comments (0)' })).toBeVisible();
  expect(asked.filter((url) => url.includes('/api/'))).toHaveLength(1);
  await end.getByRole('link', { name: 'Comments (0)' }).click();
  const talk = page.getByRole('dialog', { name: 'Comments' });
  await expect(talk.getByText('No comments yet')).toBeVisible();
  // Keys and presses within are no turns of pages.
  await talk.getByRole('textbox', { name: 'Write a comment' }).pressSequentially('So it was her, h, j and 1. ');
  await page.keyboard.press('ArrowLeft');
  await talk.getByRole('textbox', { name: 'Write a comment' }).press('Control+Enter');
  const own = talk.getByRole('article', { name: `Comment by ${ann.user.username}` });
  await expect(own).toContainText('So it was her, h, j and 1.');
  const address = await own
    .getByRole('link')
    .filter({ has: page.locator('time') })
    .getAttribute('href');
  await own.getByText('So it was her').click();
  await page.keyboard.press('Escape');
  await expect(talk).toBeHidden();
  await expect(end.getByRole('link', { name: 'Comments (1)' })).toBeVisible();

  // Its own address is for who was there; others are asked first, with scripts and without.
  for (const javaScriptEnabled of [true, false]) {
    const other = await browser.newContext({ javaScriptEnabled });
    const elsewhere = await other.newPage();
    await elsewhere.goto(new URL(address!, process.env.KOMAWARI_E2E_URL).href);
    const told = elsewhere.getByText('So it was her');
    await expect(told).toBeHidden();
    await elsewhere.getByText('You haven’t finished this chapter.').click();
    await expect(told).toBeVisible();
    await other.close();
  }
  await page.goto(address!);
  await hydrated(page);
  await expect(page.locator('.comment--target')).toContainText('So it was her');
  await expect(page.getByText('You haven’t finished this chapter.')).toBeHidden();
});
