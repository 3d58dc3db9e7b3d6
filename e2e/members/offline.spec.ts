import type { Locator, Page } from '@playwright/test';
import type { ComicCard } from '#contract/comics.ts';
import type { Progress } from '#contract/library.ts';
import { axeOn } from '../axe.ts';
import { comicsWhere, expect, hydrated, listening, test } from '../fixtures.ts';
import { registered, signedIn } from '../member.ts';

// Without a network the browser complains of every call.
test.use({ expected: /Failed to load resource/ });

const isShort = (comic: ComicCard) =>
  comic.chapters_count === 0 && comic.direction === 'ltr' && !comic.premium && comic.rating === 'safe';

/** The size of the contents of the caches of chapters, in bytes. */
const savedBytes = (page: Page) =>
  page.evaluate(async () => {
    let bytes = 0;
    for (const name of (await caches.keys()).filter((each) => each.startsWith('saved '))) {
      for (const answer of await (await caches.open(name)).matchAll()) {
        bytes += (await answer.blob()).size;
      }
    }
    return bytes;
  });

/** Presses a button that listens, once, and waits for what is seen then: pressed again, it would begin or stop what comes next. */
async function press(button: Locator, seen: Locator): Promise<void> {
  await listening(button);
  await button.click();
  await expect(seen).toBeVisible();
}

const save = (page: Page, title: string) =>
  press(
    page.getByRole('button', { name: `Save “${title}” to read offline` }),
    page.getByRole('link', { name: `“${title}” is saved. Show everything that is saved` }),
  );

test('a saved chapter is read without a network; the place arrives at the account once, and removing it frees its space', async ({
  page,
  context,
  api,
  request,
}) => {
  const member = await registered(request);
  await signedIn(page, member);
  const comic = (
    await comicsWhere(api, 'nsfw=false&sort=pages&order=asc', (each) => isShort(each) && each.pages >= 3)
  )[0]!;
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}`);
  await hydrated(page);
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    'who saves nothing gets no worker',
  ).toBe(0);
  await save(page, comic.title);
  const sent: string[] = [];
  page.on('requestfinished', (call) => {
    if (call.method() === 'PUT' && call.url().includes('/account/progress')) {
      sent.push(call.postData() ?? '');
    }
  });

  await context.setOffline(true);
  await page.goto('/en/latest');
  await expect(page.getByText('That page needs a connection')).toBeVisible();
  const row = page.getByRole('region', { name: comic.title });
  await expect(row).toContainText(`${comic.pages} pages`);
  await row.getByRole('link', { name: `Read “${comic.title}”` }).click();
  const end = page.getByRole('region', { name: `The end of ${comic.title}` });
  const shown = page.locator('.spread.is-now img').first();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(end).toBeInViewport({ ratio: 0.5, timeout: 400 });
  }).toPass();

  await page.reload();
  await expect(page).toHaveURL(/\/reader\/\d+$/);
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  expect(sent).toEqual([]);

  await context.setOffline(false);
  const places = async () =>
    (await (
      await request.get('/api/account/progress', { headers: { Authorization: `Bearer ${member.auth.access_token}` } })
    ).json()) as Progress[];
  await expect
    .poll(async () => (await places()).map(({ comic_id: id, completed }) => ({ id, completed })))
    .toEqual([{ id: comic.id, completed: true }]);
  // The account may know of it before the browser has heard that it does.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('komawari.unsent') ?? '[]')).toBe('[]');
  const times = sent.flatMap((body) => (JSON.parse(body) as { updated_at: string }[]).map(({ updated_at: at }) => at));
  expect(times.length).toBeGreaterThan(0);
  expect(new Set(times).size, 'a page that stays open tells no place twice').toBe(times.length);
  // The reader that is left tells its place once more; where it is gone before the answer, the next page tells it again.
  await page.goto('/en/offline');
  await hydrated(page);
  expect((await places()).map(({ comic_id: id }) => id)).toEqual([comic.id]);

  expect(await savedBytes(page)).toBeGreaterThan(1000);
  await row.getByRole('button', { name: `Remove “${comic.title}”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  expect(await savedBytes(page)).toBe(0);
});

test('what is saved of a series leads from one chapter to the next without a network', async ({
  page,
  context,
  api,
}) => {
  const comic = (
    await comicsWhere(api, 'nsfw=false', (each) => each.chapters_count > 1 && !each.premium && each.rating === 'safe')
  )[0]!;
  const chapters = await api<{ slug: string; pages: number }[]>(
    `/api/comics/${encodeURIComponent(comic.slug)}/chapters`,
  );
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}`);
  await hydrated(page);
  for (const at of [0, 1]) {
    const row = page.locator('.chapter-row').nth(at);
    await press(row.getByRole('button', { name: /^Save “/ }), row.getByRole('link', { name: /is saved/ }));
  }
  await page.goto('/en/offline');
  await expect(page.getByRole('region', { name: comic.title }).getByRole('link', { name: /^Read/ })).toHaveCount(2);
  await expect(page.getByRole('navigation', { name: 'Your library' }).locator('[aria-current]')).toHaveText('Offline');
  expect((await axeOn(page).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await context.setOffline(true);
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}/${chapters[0]!.slug}/reader/1`);
  await expect(page).toHaveURL(new RegExp(`/${chapters[0]!.slug}/reader/1$`));
  await expect(page.locator('main img').first()).toBeVisible();
  await hydrated(page);
  await page.keyboard.press('.');
  await expect(page).toHaveURL(new RegExp(`/${chapters[1]!.slug}/reader/1$`));
  await expect
    .poll(() =>
      page
        .locator('main img')
        .first()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    )
    .toBe(true);
});

test('a page whose code was never fetched says without a network that there is none, leads to what is saved, and comes by itself', async ({
  page,
  context,
  api,
}) => {
  const comic = (await comicsWhere(api, 'nsfw=false&sort=pages&order=asc', isShort))[0]!;
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}`);
  await hydrated(page);
  await save(page, comic.title);
  await page.goto('/en/offline');
  await hydrated(page);
  await context.setOffline(true);
  const places = page.getByRole('navigation', { name: 'Your library', exact: true });
  await places.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await expect(page).toHaveTitle(/^No connection/);
  await page.getByRole('main').getByRole('link', { name: 'Saved to read offline' }).click();
  await expect(page.getByRole('region', { name: comic.title })).toBeVisible();
  await places.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await context.setOffline(false);
  // The answer to a guest.
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
});

test('a browser without room says so and keeps nothing, nor does who stops; what fails is listed, and goes on where it failed', async ({
  page,
  context,
  api,
}) => {
  const comic = (await comicsWhere(api, 'nsfw=false', (each) => isShort(each) && each.pages >= 6))[0]!;
  await page.goto(`/en/comic/${encodeURIComponent(comic.slug)}`);
  await hydrated(page);
  const devtools = await context.newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 20_000 });
  const button = page.getByRole('button', { name: `Save “${comic.title}” to read offline` });
  const alert = page.getByRole('alert');
  await press(button, alert.filter({ hasText: 'enough space left on this device' }));
  expect(await savedBytes(page)).toBe(0);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin });

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'SecurityError');
    };
  });
  await press(button, alert.filter({ hasText: 'doesn’t let this site store anything' }));
  expect(await savedBytes(page)).toBe(0);
  await page.reload();
  await hydrated(page);

  await page.route('**/images/**', () => {});
  const stop = page.getByRole('button', { name: `Stop saving “${comic.title}”` });
  await press(button, stop);
  await stop.click();
  await expect(button).toBeVisible();
  expect(await savedBytes(page)).toBe(0);
  await page.unroute('**/images/**');

  const { images } = await api<{ images: { source_url: string }[] }>(
    `/api/comics/${encodeURIComponent(comic.slug)}/images`,
  );
  const missing = new URL(images[4]!.source_url).pathname;
  await page.route(`**${missing}*`, (route) => route.abort());
  await press(button, alert.filter({ hasText: 'wasn’t saved completely' }));
  await page.goto('/en/offline');
  await expect(page.getByText(new RegExp(`${comic.pages - 1} of ${comic.pages} pages saved`))).toBeVisible();
  await page.unroute(`**${missing}*`);
  await page.getByRole('button', { name: /^Resume saving/ }).click();
  await expect(page.getByRole('link', { name: `Read “${comic.title}”` })).toBeVisible();
});

test('what is for members leaves the browser with the member, and what is explicit is shown to those who want it', async ({
  page,
  context,
  api,
  request,
}) => {
  const member = await registered(request);
  await signedIn(page, member);
  await context.addCookies([{ name: 'nsfw', value: 'true', url: process.env.KOMAWARI_E2E_URL! }]);
  const oneShot = (each: ComicCard) => each.chapters_count === 0 && each.pages < 12;
  const premium = (
    await comicsWhere(api, '', (each) => oneShot(each) && each.premium && each.rating !== 'explicit')
  )[0]!;
  const explicit = (
    await comicsWhere(api, '', (each) => oneShot(each) && !each.premium && each.rating === 'explicit')
  )[0]!;
  for (const { slug, title } of [premium, explicit]) {
    await page.goto(`/en/comic/${encodeURIComponent(slug)}`);
    await hydrated(page);
    await save(page, title);
  }
  await page.goto('/en/offline');
  await expect(page.getByRole('region', { name: premium.title })).toBeVisible();
  await expect(page.getByRole('region', { name: explicit.title })).toBeVisible();
  await context.setOffline(true);
  await page.goto(`/en/comic/${encodeURIComponent(premium.slug)}/reader/1`);
  await expect
    .poll(() =>
      page
        .locator('main img')
        .first()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    )
    .toBe(true);
  await context.setOffline(false);

  await page.goto('/en/offline');
  await hydrated(page);
  await page.locator('.user-menu').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('saved ')).length))
    .toBe(1);
  await context.addCookies([{ name: 'nsfw', value: 'false', url: process.env.KOMAWARI_E2E_URL! }]);
  await page.goto('/en/offline');
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
});

test('the site is installed in the language it is read in', async ({ page, request }) => {
  await page.goto('/ar');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await request.get(address!);
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const manifest = (await answer.json()) as {
    start_url: string;
    dir: string;
    display: string;
    icons: { src: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({ start_url: '/ar', dir: 'rtl', display: 'standalone' });
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src } of manifest.icons) {
    expect((await request.get(src)).status(), src).toBe(200);
  }
  expect((await request.get('/sw.js')).headers()['cache-control']).toBe('no-cache');
});
