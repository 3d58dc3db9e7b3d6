import type { APIRequestContext, Page } from '@playwright/test';
import type { AdminComic } from '#contract/editing.ts';
import type { ComicCard } from '#contract/comics.ts';
import type { Page as List } from '#contract/paging.ts';
import type { SignedIn } from '#contract/accounts.ts';
import { axeOn } from '../axe.ts';
import { expect, openUntil, test } from '../fixtures.ts';
import { admin, signedIn } from '../member.ts';

async function sound(page: Page, what: string) {
  const { violations } = await axeOn(page).analyze();
  expect(violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** Takes every relation of a comic away. */
async function unrelate(request: APIRequestContext, { auth }: SignedIn, slug: string): Promise<void> {
  const path = `${process.env.KOMAWARI_E2E_URL}/api/admin/comics/${slug}`;
  const headers = { authorization: `Bearer ${auth.access_token}` };
  const { version } = (await (await request.get(path, { headers })).json()) as AdminComic;
  await request.patch(path, { headers, data: { version, changes: { relations: [] } } });
}

test('an admin says which work is the sequel of another, and readers of either find the other', async ({
  page,
  api,
  request,
}) => {
  const boss = await admin(request);
  const { data } = await api<List<ComicCard>>('/api/comics?sort=title&order=asc&per_page=2');
  const [one, other] = data as [ComicCard, ComicCard];
  await signedIn(page, boss);
  await page.goto(`/en/admin/comics/${one.slug}`);
  const card = page.getByRole('region', { name: 'Related works' });
  await card.getByLabel('Add a work').fill(`"${other.title_original}"`);
  await card.getByRole('button', { name: other.title_original, exact: true }).click();
  const kind = card.getByLabel(`What “${other.title_original}” is to this work`);
  await expect(kind).toHaveValue('sequel');
  await kind.selectOption({ label: 'Side story' });
  await sound(page, 'the editor');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 unsaved change')).toBeHidden();

  const related = page.getByRole('region', { name: 'Related works' });
  await openUntil(page, `/en/comic/${one.slug}`, () =>
    expect(related.getByText('Side story')).toBeVisible({ timeout: 1000 }),
  );
  await sound(page, 'the comic');
  await related.getByRole('link', { name: other.title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.title);
  await expect(related.getByText('Parent story')).toBeVisible();
  await expect(related.getByRole('link', { name: one.title })).toBeVisible();

  await page.goto(`/en/admin/comics/${other.slug}/history`);
  await expect(page.getByText('Parent story').first()).toBeVisible();
  await unrelate(request, boss, one.slug);
});
