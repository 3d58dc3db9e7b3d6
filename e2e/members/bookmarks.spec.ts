import type { Chapter } from '#contract/chapters.ts';
import type { BookmarkEntry, Progress } from '#contract/library.ts';
import type { Page as List } from '#contract/paging.ts';
import { expectNoFaults } from '../axe.ts';
import { comicsWhere, expect, hydrated, keepToasts, test } from '../fixtures.ts';
import { PASSWORD, registered } from '../member.ts';

test("pages that a guest marked, and chapters they said they have read, are their account's once they sign in", async ({
  page,
  request,
  api,
}) => {
  const comic = (
    await comicsWhere(
      api,
      'nsfw=false',
      (each) => each.chapters_count > 2 && each.direction === 'ltr' && !each.premium && each.rating === 'safe',
    )
  )[0]!;
  const chapters = await api<Chapter[]>(`/api/comics/${encodeURIComponent(comic.slug)}/chapters`);
  await keepToasts(page);
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}/${chapters[0]!.slug}/reader/2`);
  await hydrated(page);
  await page.keyboard.press('b');
  await expect(page.getByText('Page 2 is bookmarked.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bookmarks in this comic' });
  await dialog.getByLabel('Note', { exact: true }).fill('Where it all begins');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Where it all begins')).toBeVisible();
  await expectNoFaults(page);
  await dialog.getByRole('link', { name: 'All bookmarks' }).click();
  await expect(page.getByText('These bookmarks are saved in this browser.')).toBeVisible();
  await expect(page.locator('.mark-row')).toContainText('Where it all begins');
  await page.getByRole('button', { name: /^Remove bookmark: / }).click();
  await expect(page.getByText('No bookmarks yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.mark-row')).toHaveCount(1);
  await expectNoFaults(page);

  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}`);
  await hydrated(page);
  const read = page.locator('.chapter__read');
  const upTo = async (chapter: number) => {
    await page
      .locator('.chapter-row')
      .nth(chapter)
      .getByRole('button', { name: /^Mark as read or unread: / })
      .click();
    await page.getByRole('button', { name: /^Mark everything up to here as read/ }).click();
  };
  await upTo(1);
  await expect(read).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(read).toHaveCount(0);
  await upTo(1);
  await expect(read).toHaveCount(2);

  const member = await registered(request);
  await page.goto(`/en/login?next=/en/bookmarks`);
  await hydrated(page);
  await page.getByLabel('Username or email').fill(member.user.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/en/bookmarks');
  const own = async <Data>(path: string) =>
    (await (
      await request.get(`/api/account/${path}`, { headers: { authorization: `Bearer ${member.auth.access_token}` } })
    ).json()) as Data;
  await expect
    .poll(async () => (await own<List<BookmarkEntry>>('bookmarks')).data)
    .toMatchObject([{ comic_id: comic.id, chapter_id: chapters[0]!.id, page: 2, note: 'Where it all begins' }]);
  await expect
    .poll(async () =>
      (await own<Progress[]>(`progress?comic=${comic.id}`))
        .filter(({ completed }) => completed)
        .map(({ chapter_id: id }) => id)
        .sort(),
    )
    .toEqual(
      chapters
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    );
  // The browser lets go of its own once it has been told that they arrived.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('komawari.bookmarks'))).toBe('[]');
  await page.reload();
  await expect(page.locator('.mark-row')).toContainText('Where it all begins');
  await page.locator('.mark-row').getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/${chapters[0]!.slug}/reader/2$`));
});
