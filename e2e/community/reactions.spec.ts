import { expectNoFaults } from '../axe.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { signedIn, verified } from '../member.ts';

test('members react where a chapter ends and to comments: one each, changed and taken back, and others see how many', async ({
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
  const slug = encodeURIComponent(comic!.slug);
  const chapters = await api<{ slug: string; pages: number }[]>(`/api/comics/${slug}/chapters`);
  const { slug: chapter, pages } = chapters[1]!;
  await signedIn(page, await verified(request));
  await page.goto(`/en/comic/${slug}/${chapter}/reader/${pages}`);
  await hydrated(page);
  await expect(page.getByRole('main', { name: new RegExp(`^Page ${pages}`) })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  const end = page.getByRole('region', { name: /^End of/ });
  const given = end.getByRole('group', { name: 'Reactions to this chapter' });
  await given.getByRole('button', { name: 'Love: 0' }).click();
  await expect(given.getByRole('button', { name: 'Love: 1', pressed: true })).toBeVisible();
  await given.getByRole('button', { name: 'Sad: 0' }).click();
  await expect(given.getByRole('button', { name: 'Sad: 1', pressed: true })).toBeVisible();
  await expect(given.getByRole('button', { name: 'Love: 0', pressed: false })).toBeVisible();
  await expectNoFaults(page);

  // Where comments are opened they are the same.
  await end.getByRole('link', { name: /^Comments/ }).click();
  const talk = page.getByRole('dialog', { name: 'Comments' });
  await expect(talk.getByRole('button', { name: 'Sad: 1', pressed: true })).toBeVisible();
  await talk.getByRole('textbox', { name: 'Write a comment' }).fill('I did not see that coming.');
  await talk.getByRole('textbox', { name: 'Write a comment' }).press('Control+Enter');
  const own = talk.getByRole('article');
  await expect(own).toContainText('I did not see that coming.');
  await expect(own.getByText('React', { exact: true })).toHaveCount(0);

  const other = await (await browser.newContext()).newPage();
  await signedIn(other, await verified(request));
  await other.goto(new URL(`/en/comic/${slug}/${chapter}/comments`, process.env.KOMAWARI_E2E_URL).href);
  await hydrated(other);
  await expect(other.getByRole('button', { name: 'Sad: 1', pressed: false })).toBeVisible();
  await other.getByText('You haven’t finished this chapter.').click();
  const theirs = other.getByRole('article');
  await theirs.locator('summary', { hasText: 'React' }).click();
  await theirs.getByRole('button', { name: 'Wow', exact: true }).click();
  await expect(theirs.getByRole('button', { name: 'Wow: 1', pressed: true })).toBeVisible();
  await expectNoFaults(other);
  // The author sees it without asking, and cannot react themselves.
  await expect(own.getByRole('button', { name: 'Wow: 1' })).toBeDisabled();
  await theirs.getByRole('button', { name: 'Wow: 1' }).click();
  await expect(theirs.getByRole('button', { name: /^Wow: / })).toHaveCount(0);
  await expect(own.getByRole('button', { name: /^Wow: / })).toHaveCount(0);
  await other.context().close();
});
