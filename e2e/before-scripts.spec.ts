import type { Page } from '@playwright/test';
import { comicsWhere, expect, hydrated, test } from './fixtures.ts';

/**
 * Opens a page as on a slow line: its scripts come once the function that is returned is called.
 *
 * @param own a name of React's own, which another release of it may call something else, as this page's does.
 */
async function opened(page: Page, address: string, own?: string): Promise<() => Promise<void>> {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => { arrive = resolve; });
  await page.route('**/assets/*.js', async (route) => {
    await arrived;
    if (own === undefined) { await route.continue(); return; }
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(own, `${own.slice(0, -3)}New`) });
  });
  await page.goto(address, { waitUntil: 'commit' });
  return async () => {
    arrive();
    await hydrated(page);
  };
}

test('filters that are chosen before the page listens are applied once it does, and what was opened stays open', async ({ page }) => {
  const arrive = await opened(page, '/en/latest');
  const [sort, complete] = [page.getByRole('combobox', { name: 'Sort' }), page.getByRole('checkbox', { name: 'Complete' })];
  await page.locator('summary', { hasText: 'Status' }).click();
  await complete.check();
  await sort.selectOption('title');
  await arrive();
  await expect(page).toHaveURL(/sort=title/);
  await expect(sort).toHaveValue('title');
  await expect(complete).toBeChecked();
  await page.getByRole('button', { name: /^Show \d/ }).click();
  await expect(page).toHaveURL(/statuses=complete/);
  expect(new URL(page.url()).searchParams.get('sort')).toBe('title');
});

test('an index is sorted as was chosen before the page listened; what was typed to look for stays', async ({ page }) => {
  const arrive = await opened(page, '/en/tags');
  const find = page.getByRole('searchbox', { name: 'Find a tag' });
  await find.fill('rain');
  await page.getByRole('radio', { name: 'Count' }).check({ force: true });
  await arrive();
  await expect(page).toHaveURL(/sort=comics_count/);
  await expect(find).toHaveValue('rain');
  await expect(page.getByRole('radio', { name: 'Count' })).toBeChecked();
  await find.press('Enter');
  await expect(page).toHaveURL(/q=rain/);
});

test('the page stays where it was scrolled to, and a menu that was opened stays open, when its scripts come', async ({ page }) => {
  const arrive = await opened(page, '/en/cookies');
  const menu = page.getByRole('contentinfo').locator('details').first();
  await menu.locator('summary').click();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(100);
  await arrive();
  expect(await page.evaluate(() => scrollY)).toBe(place);
  await expect(menu).toHaveAttribute('open');
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('open');
});

test('a field that follows what is typed knows what was typed before the page listened, and typing goes on', async ({ page }) => {
  const arrive = await opened(page, '/en/register');
  const [name, password] = [page.getByLabel('Username'), page.getByLabel('Password', { exact: true })];
  await name.fill('early-bird');
  await password.pressSequentially('a qiet');
  for (let step = 0; step < 3; step += 1) { await page.keyboard.press('ArrowLeft'); }
  await arrive();
  await expect(name).toHaveAccessibleDescription(/3 to 30 characters \(done\)/);
  await expect(password).toBeFocused();
  await page.keyboard.type('u');
  await expect(password).toHaveValue('a quiet');
});

test('a long form sends what was written, chosen and ticked before the page listened', async ({ page }) => {
  const arrive = await opened(page, '/en/dmca');
  await page.getByLabel('Your work').fill('My novel of rain');
  await page.getByRole('radio', { name: 'Chapter' }).check();
  await page.getByLabel('I believe in good faith').check();
  await page.getByLabel('Telephone').fill('+49 1');
  await arrive();
  // It lacks the rest, so that nothing comes of it.
  const sent = page.waitForRequest((call) => call.method() === 'POST' && new URL(call.url()).pathname === '/api/dmca');
  await page.getByRole('button', { name: 'Send notice' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ work: 'My novel of rain', scope: 'chapter', good_faith: true, accurate: false, phone: '+49 1' });
  await expect(page.getByLabel('Your name')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Your work')).toHaveValue('My novel of rain');
  await expect(page.getByRole('radio', { name: 'Chapter' })).toBeChecked();
});

test('a comment that was begun before the page listened can be sent once it does', async ({ page, api }) => {
  const [comic] = await comicsWhere(api, 'nsfw=false', ({ rating }) => rating === 'safe');
  const arrive = await opened(page, `/en/comic/${encodeURIComponent(comic!.slug)}/comments`);
  const text = page.getByRole('textbox', { name: 'Write a comment' });
  await text.fill('Rain again');
  await arrive();
  await expect(text).toHaveValue('Rain again');
  await expect(text).toHaveAccessibleDescription(/10/);
  await page.getByRole('button', { name: 'Post' }).click();
  // Nobody is signed in, and nothing of the text is lost by that.
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(text).toHaveValue('Rain again');
});

test('where React calls its own by other names, presses from before are lost and nothing else', async ({ page }) => {
  const arrive = await opened(page, '/en/login', '__reactProps');
  const name = page.getByLabel('Username or e-mail');
  await name.fill('nobody at all early');
  await name.press('Enter');
  const sent: string[] = [];
  page.on('request', (call) => { if (call.method() === 'POST' && call.url().includes('/api/')) { sent.push(new URL(call.url()).pathname); } });
  await arrive();
  await expect(name).toHaveValue('nobody at all early');
  await name.press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual(['/api/login']);
});

test('where React calls what it knows of a field by another name, what was typed before stays all the same', async ({ page }) => {
  const arrive = await opened(page, '/en/register', '_valueTracker');
  const name = page.getByLabel('Username');
  await name.fill('early');
  await arrive();
  await expect(name).toHaveValue('early');
  await name.pressSequentially('-bird');
  await expect(name).toHaveAccessibleDescription(/3 to 30 characters \(done\)/);
  await expect(name).toHaveValue('early-bird');
});
