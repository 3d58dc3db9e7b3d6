import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { axeOn } from '../axe.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { PASSWORD, registered, signedIn } from '../member.ts';
import { findProgram } from '../../tools/programs.ts';

test('a guest who wants to download logs in; a member chooses a chapter, sees how large it is, and gets it', async ({
  page,
  api,
  request,
}, info) => {
  const comic = (
    await comicsWhere(api, '', (each) => each.chapters_count > 1 && !each.premium && each.rating === 'safe')
  )[0]!;
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}`);
  await hydrated(page);
  await page.getByRole('link', { name: 'Download' }).click();
  await expect(page).toHaveURL(/\/en\/login\?next=/);
  expect(new URL(page.url()).searchParams.get('next')).toBe(
    `/en/comic/${encodeURIComponent(comic.slug)}/download#download`,
  );
  await hydrated(page);
  await page.getByLabel('Username or email').fill((await registered(request)).user.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(`/en/comic/${encodeURIComponent(comic.slug)}/download#download`);
  await expect(page.locator('#download')).toBeInViewport();
  await page.getByRole('radio', { name: 'Choose chapters' }).check();
  await expect(page.getByRole('button', { name: 'Download' })).toBeDisabled();
  await page.getByRole('list', { name: 'Choose chapters' }).getByRole('checkbox').first().check();
  await expect(page.getByText(/^\d+ pages?, about [\d.]+ (kB|MB)$/)).toBeVisible();
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/ - c001.*\.cbz$/);
  const path = info.outputPath('chapter.cbz');
  await download.saveAs(path);
  expect(statSync(path).size).toBeGreaterThan(10_000);
  expect(execFileSync(findProgram('unzip'), ['-tq', path], { encoding: 'utf8' })).toContain('No errors detected');
  await expect(page.getByRole('status').filter({ hasText: 'has started' })).toBeVisible();
  await expect(page).toHaveURL(/\/download#download$/);
  for (const [locale, width] of [
    ['en', 1440],
    ['ar', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/${locale}/comic/${encodeURIComponent(comic.slug)}/download`);
    await page.getByRole('radio').nth(1).check();
    expect(
      (await axeOn(page).include('#download').analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    ).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test('a premium comic shows a guest its first pages and what opens the rest, and a member everything', async ({
  page,
  api,
  request,
}) => {
  const comic = (
    await comicsWhere(
      api,
      '',
      (each) => each.chapters_count === 0 && each.premium && each.rating === 'safe' && each.pages > 3,
    )
  )[0]!;
  const address = `/en/comic/${encodeURIComponent(comic.slug)}`;
  await page.goto(address);
  await expect(page.getByRole('note').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Page \d+/ })).toHaveCount(3);
  await page.goto(`${address}/reader/3`);
  await hydrated(page);
  await page.keyboard.press(comic.direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
  await expect(page.getByRole('heading', { name: 'Log in to read on' })).toBeVisible();

  await signedIn(page, await registered(request));
  await page.goto(address);
  await expect(page.getByRole('link', { name: /^Page \d+/ })).toHaveCount(comic.pages);
  await expect(page.getByRole('note')).toHaveCount(0);
  await page.goto(`${address}/reader/1`);
  await expect(page.getByRole('main', { name: new RegExp(`of ${comic.pages}$`) })).toBeVisible();
});
