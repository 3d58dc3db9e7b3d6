import type { Page } from '@playwright/test';
import type { SignedIn } from '#contract/accounts.ts';
import { expectNoFaults } from '../axe.ts';
import { comicsWhere, countedComic, expect, hydrated, openUntil, test } from '../fixtures.ts';
import { ADMIN, admin, PASSWORD, registered, signedIn, verified } from '../member.ts';

const comicCard = (page: Page, slug: string) =>
  page.locator(`article.card:has(a[href$="/${encodeURIComponent(slug)}"])`);
const heart = (page: Page, slug: string) => comicCard(page, slug).getByRole('button', { name: /^Favourite: / });

test('a comic pressed in a list is a favourite on every card, in every tab and on its page, until it is undone', async ({
  page,
  context,
  request,
  api,
}) => {
  const comic = await countedComic(api, 'favorites');
  await signedIn(page, await registered(request));
  await page.goto('/en/latest');
  await hydrated(page);
  const other = await context.newPage();
  await other.goto(`/en/comic/${encodeURIComponent(comic.slug)}`);
  await hydrated(other);
  const own = other.getByRole('button', { name: /^Favourite, / });
  await expect(own).toHaveAccessibleName(`Favourite, ${comic.favorites}`);

  const kept = page.waitForResponse(/\/favorite\?/);
  await heart(page, comic.slug).focus();
  await page.keyboard.press('Enter');
  await expect(heart(page, comic.slug)).toHaveAttribute('aria-pressed', 'true');
  await expect(own).toHaveAttribute('aria-pressed', 'true');
  await expect(own).toHaveAccessibleName(`Favourite, ${comic.favorites + 1}`);
  await other.mouse.wheel(0, 300);
  await expect(other.locator('header.bar').getByRole('button', { name: `Favourite: ${comic.title}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // The heart is filled at once; the list has what the account was told.
  await kept;
  await page.goto('/en/favorites');
  await expect(comicCard(page, comic.slug)).toHaveCount(1);
  await expect(heart(page, comic.slug)).toHaveAttribute('aria-pressed', 'true');
  await expectNoFaults(page);

  await heart(page, comic.slug).click();
  // It stays while the mouse is over it.
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect(own).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(own).toHaveAttribute('aria-pressed', 'true');
  await expect(own).toHaveAccessibleName(`Favourite, ${comic.favorites + 1}`);

  await page.route('**/favorite?*', (route) => route.fulfill({ status: 429, json: { message: 'Try again later.' } }));
  await heart(page, comic.slug).click();
  await expect(page.getByRole('alert')).toContainText('couldn’t be changed');
  await expect(heart(page, comic.slug)).toHaveAttribute('aria-pressed', 'true');
});

test('what a guest read is in the account they sign in to, goes on in another browser, and leaves the browser when they go', async ({
  page,
  browser,
  request,
  api,
}) => {
  const comic = (
    await comicsWhere(
      api,
      'nsfw=false',
      (each) =>
        each.direction === 'ltr' &&
        each.chapters_count === 0 &&
        !each.premium &&
        each.pages > 4 &&
        each.rating === 'safe',
    )
  )[0]!;
  const member = await registered(request);
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}/reader/3`);
  await hydrated(page);
  await expect.poll(() => placeIn(page, comic.id)).toBe(3);
  await enter(page, member);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('komawari.unsent'))).toBe('[]');

  const elsewhere = await browser.newContext({ baseURL: process.env.KOMAWARI_E2E_URL! });
  const second = await elsewhere.newPage();
  await signedIn(second, member);
  await second.goto('/en');
  await expect(
    second.getByRole('region', { name: 'Continue reading' }).getByRole('link', { name: comic.title }),
  ).toBeVisible();
  await second.goto(`/en/comic/${encodeURIComponent(comic.slug)}`);
  await second.getByRole('link', { name: 'Continue at page 3' }).click();
  await expect(second).toHaveURL(/\/reader/);
  await expect(async () => {
    await second.keyboard.press('ArrowRight');
    await expect(second).toHaveURL(/\/reader\/[4-9]$/, { timeout: 1000 });
  }).toPass();
  await expect
    .poll(
      async () =>
        (
          (await (
            await request.get(`/api/account/progress?comic=${comic.id}`, {
              headers: { authorization: `Bearer ${member.auth.access_token}` },
            })
          ).json()) as { page: number }[]
        )[0]?.page,
    )
    .toBeGreaterThan(3);

  await second.goto('/en/history');
  await expect(second.locator('.work-row')).toContainText(comic.title);
  await expectNoFaults(second);
  await second.getByRole('button', { name: `Remove from history: ${comic.title}` }).click();
  await second.getByRole('button', { name: 'Undo' }).hover();
  await expect(second.getByText('Nothing read yet')).toBeVisible();
  await second.getByRole('button', { name: 'Undo' }).click();
  await expect(second.locator('.work-row')).toContainText(comic.title);
  await second.evaluate(() => {
    localStorage.removeItem('token');
  });
  await second.goto('/en/latest');
  await second.evaluate(() => {
    localStorage.removeItem('user');
  });
  await second.reload();
  await expect.poll(() => placeIn(second, comic.id)).toBe(null);
  await elsewhere.close();
});

test('a list is put together on the pages of comics, ordered by keys and by dragging, and read by everyone once it is public', async ({
  page,
  browser,
  request,
  api,
}) => {
  const comics = (await comicsWhere(api, 'nsfw=false', (each) => each.rating === 'safe')).slice(0, 3);
  await signedIn(page, await registered(request));
  const dialog = page.getByRole('dialog', { name: 'Add to list' });
  for (const [index, { slug }] of comics.entries()) {
    await page.goto(`/en/comic/${encodeURIComponent(slug)}`);
    await hydrated(page);
    await expect(async () => {
      if (await dialog.isHidden()) {
        await page.getByRole('button', { name: 'Add to list' }).click({ timeout: 1000 });
      }
      await expect(dialog).toBeVisible({ timeout: 2000 });
    }).toPass();
    if (index === 0) {
      await page.getByLabel('New list').fill('Rainy days');
      await page.keyboard.press('Enter');
    } else {
      await page.getByRole('checkbox', { name: 'Rainy days' }).check();
    }
    await expect(page.getByRole('status').filter({ hasText: 'was added to Rainy days' })).toHaveCount(1);
  }
  await page.goto('/en/lists');
  await page.getByRole('link', { name: /Rainy days/ }).click();
  await page.getByRole('button', { name: 'Arrange' }).click();
  const titles = page.locator('.arrange__title');
  const [a, b, c] = comics.map(({ title }) => title);
  await expect(titles).toHaveText([a!, b!, c!]);
  await page.getByRole('button', { name: `Move up: ${c}` }).press('Enter');
  await expect(titles).toHaveText([a!, c!, b!]);
  await expect(page.getByRole('button', { name: `Move up: ${c}` })).toBeFocused();
  // The last order takes its time to be kept.
  let keep = () => {};
  const held = new Promise<void>((resolve) => {
    keep = resolve;
  });
  await page.route(/\/order\?/, async (route) => {
    await held;
    await route.continue();
  });
  const grips = page.locator('.arrange__handle');
  const [from, to] = [(await grips.nth(0).boundingBox())!, (await grips.nth(2).boundingBox())!];
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect(titles).toHaveText([c!, b!, a!]);
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await expect(titles).toHaveCount(0);
  keep();
  await expect(page.locator('article.card h3')).toHaveText([c!, b!, a!]);

  const guest = await browser.newPage({ baseURL: process.env.KOMAWARI_E2E_URL! });
  await guest.goto(page.url());
  await expect(guest).toHaveURL(/\/login\?next=/);
  await page.getByRole('button', { name: 'Edit list' }).click();
  await page.getByRole('checkbox', { name: 'Anyone can see this list' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Public')).toBeVisible();
  await openUntil(guest, page.url(), () =>
    expect(guest.getByRole('heading', { level: 1 })).toHaveText('Rainy days', { timeout: 1000 }),
  );
  await expect(guest.locator('article.card')).toHaveCount(3);
  await guest.close();
});

test('a reply is told to whom it answers, and is no news once it was seen', async ({ page, request, api }) => {
  const comic = (await comicsWhere(api, 'nsfw=false', (each) => each.rating === 'safe'))[0]!;
  const [writer, other] = [await verified(request), await verified(request)];
  const say = async ({ auth }: SignedIn, text: string, parent?: number) => {
    const answer = await request.post(`/api/comics/${encodeURIComponent(comic.slug)}/comments`, {
      headers: { authorization: `Bearer ${auth.access_token}` },
      data: { text, ...(parent ? { parent_id: parent } : {}) },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { id: number }).id;
  };
  await say(other, 'I read it twice.', await say(writer, 'What a quiet ending.'));
  await signedIn(page, writer);
  await page.goto('/en/notifications');
  await expect(page.locator('.note.is-new')).toHaveCount(1);
  await expect(page.locator('.note')).toContainText(other.user.username);
  await expectNoFaults(page);
  // Shown at once; what is loaded again is as the account was told.
  const told = page.waitForResponse(/\/notifications\/read\?/);
  await page.getByRole('button', { name: /^Mark as read: / }).click();
  await expect(page.getByText('Nothing new')).toBeVisible();
  await told;
  await page.reload();
  await expect(page.locator('.note')).toHaveCount(1);
  await expect(page.locator('.note.is-new')).toHaveCount(0);
});

/** The page at which the browser remembers to have left a one-shot; null where it remembers nothing. */
function placeIn(page: Page, comicId: number): Promise<number | null> {
  return page.evaluate((id) => {
    const progress = JSON.parse(localStorage.getItem('komawari.progress') ?? '{}') as Record<
      string,
      { chapters: Record<string, { page: number }> }
    >;
    return progress[id]?.chapters[0]?.page ?? null;
  }, comicId);
}

/** Signs in on an open page by its form. */
async function enter(page: Page, { user }: SignedIn): Promise<void> {
  await page.goto('/en/login');
  await hydrated(page);
  await page.getByLabel('Username or email').fill(user.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).not.toHaveURL(/login/);
}

test('the page of what is followed gives the address of its feed, which a key opens', async ({
  page,
  request,
  api,
}) => {
  const comic = (await comicsWhere(api, 'nsfw=false'))[0]!;
  const member = await registered(request);
  const headers = { authorization: `Bearer ${member.auth.access_token}` };
  expect((await request.put(`/api/comics/${encodeURIComponent(comic.slug)}/follow`, { headers })).ok()).toBe(true);
  const { key } = (await (
    await request.post('/api/account/api-keys', {
      headers,
      data: { name: 'Feeds', scopes: ['library'], password: PASSWORD },
    })
  ).json()) as { key: string };
  await signedIn(page, member);
  await page.goto('/en/following');
  await page.getByRole('button', { name: 'Subscribe in a feed reader' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe in a feed reader' });
  const address = await dialog.getByRole('textbox').inputValue();
  const feed = await request.get(address, {
    headers: { authorization: `Basic ${Buffer.from(`any:${key}`).toString('base64')}` },
  });
  expect([new URL(address).pathname, feed.status()]).toEqual(['/en/following/feed.atom', 200]);
  await expectNoFaults(page);
  await dialog.getByRole('link', { name: 'API keys' }).click();
  await expect(page).toHaveURL('/en/settings/keys');
  const { origin } = new URL(page.url());
  await expect(page.locator('.keys__address')).toHaveText([`${origin}/en/opds`, `${origin}/komga`, `${origin}/kosync`]);
});

test('a page of members, of a member and of staff keeps its frame when its data fail, says so in it, and tries again', async ({
  page,
  request,
}) => {
  let fails = true;
  await page.route(/\/api\/(?:account\/history|moderation\/queue|admin\/blocklist|users\/[^/]+\/lists)/, (route) =>
    fails
      ? route.fulfill({ status: 422, json: { code: 'test', message: 'The shelf is out of reach.' } })
      : route.continue(),
  );
  await signedIn(page, await admin(request));
  const failure = page.locator('.failure-view');
  for (const [path, frame] of [
    ['history', 'Your library'],
    ['moderation', 'Moderation'],
  ] as const) {
    fails = true;
    await page.goto(`/en/${path}`);
    await expect(failure).toContainText('The shelf is out of reach.');
    await expect(page.getByRole('navigation', { name: frame, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    fails = false;
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(failure).toHaveCount(0);
  }
  fails = true;
  const places = page.getByRole('navigation', { name: 'Administration', exact: true });
  await places.getByRole('link', { name: 'Blocklist' }).click();
  await expect(failure).toContainText('The shelf is out of reach.');
  await expect(places.getByRole('link', { name: 'Blocklist' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expectNoFaults(page);

  await page.goto(`/en/profile/${ADMIN.username}`);
  // Before that, the link would ask the server for a whole page.
  await hydrated(page);
  await page.getByRole('navigation', { name: 'Profile', exact: true }).getByRole('link', { name: 'Lists' }).click();
  await expect(failure).toContainText('The shelf is out of reach.');
  await expect(page.getByRole('heading', { level: 1, name: ADMIN.username })).toBeVisible();
  await expectNoFaults(page);
  fails = false;
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('no public lists')).toBeVisible();
});
