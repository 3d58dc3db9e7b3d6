import type { Page } from '@playwright/test';
import type { AdminComic } from '#contract/editing.ts';
import type { ComicCard } from '#contract/comics.ts';
import type { Page as List } from '#contract/paging.ts';
import { axeOn } from '../axe.ts';
import { expect, openUntil, test } from '../fixtures.ts';
import { admin, signedIn } from '../member.ts';

async function sound(page: Page, what: string) {
  const { violations } = await axeOn(page).analyze();
  expect(violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test('an admin pastes where a work is elsewhere, and readers are led there', async ({ page, api, request }) => {
  const boss = await admin(request);
  const { data } = await api<List<ComicCard>>('/api/comics?sort=title&order=desc&per_page=1');
  const { slug } = data[0] as ComicCard;
  await signedIn(page, boss);
  await page.goto(`/en/admin/comics/${slug}`);
  const card = page.getByRole('region', { name: 'On other sites' });
  await card.getByLabel('MyAnimeList').fill('https://anilist.co/manga/30013/Rain/');
  await expect(card.getByLabel('AniList')).toHaveValue('30013');
  await expect(card.getByLabel('MyAnimeList')).toHaveValue('');
  await card.getByLabel('Kitsu').fill('rain');
  const official = page.getByRole('region', { name: 'Official links' });
  await official.getByRole('button', { name: 'Add a link' }).click();
  const first = official.getByRole('group', { name: 'Official link 1' });
  await first.getByLabel('URL').fill('https://www.store.example/rain');
  await first.getByLabel('Name (optional)').fill('The store');
  await first.getByLabel('Language').selectOption({ label: 'Japanese' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('This is neither the ID nor the URL of a work on that site.')).toBeVisible();
  await card.getByLabel('Kitsu').fill('38');
  await sound(page, 'the editor');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/unsaved change/)).toBeHidden();

  const store = page.getByRole('link', { name: 'The store store.example' });
  await openUntil(page, `/en/comic/${slug}`, () =>
    expect(store).toHaveAttribute('href', 'https://www.store.example/rain', { timeout: 1000 }),
  );
  await expect(store).toHaveAttribute('rel', 'nofollow noopener external');
  await expect(page.getByRole('link', { name: 'AniList' })).toHaveAttribute('href', 'https://anilist.co/manga/30013');
  await expect(page.getByRole('link', { name: 'Kitsu' })).toHaveAttribute('href', 'https://kitsu.app/manga/38');
  await sound(page, 'the comic');

  await page.goto(`/en/admin/comics/${slug}/history`);
  await expect(page.getByText('AniList: 30013').first()).toBeVisible();
  await expect(page.getByText('The store: https://www.store.example/rain').first()).toBeVisible();

  const path = `${process.env.KOMAWARI_E2E_URL}/api/admin/comics/${slug}`;
  const headers = { authorization: `Bearer ${boss.auth.access_token}` };
  const { version } = (await (await request.get(path, { headers })).json()) as AdminComic;
  await request.patch(path, { headers, data: { version, changes: { links: {}, official_links: [], locked: [] } } });
});
