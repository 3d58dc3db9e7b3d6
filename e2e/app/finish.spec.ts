import { axeOn } from '../axe.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { admin, registered, signedIn } from '../member.ts';

// The browser complains of calls that are refused on purpose here.
test.use({ expected: /Failed to load resource/ });

test('a page that is refused says why, counts down, comes by itself, and breaks no rule of accessibility', async ({
  page,
  api,
}) => {
  const [comic] = await comicsWhere(api, '', (each) => !each.premium && each.rating === 'safe');
  let status = 503;
  // The contrast of what fades would be measured half-way.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/en/latest');
  await hydrated(page);
  await page.route(
    ({ pathname }) => pathname === `/api/comics/${encodeURIComponent(comic!.slug)}`,
    (route) =>
      status === 200
        ? route.continue()
        : route.fulfill({ status, headers: { 'retry-after': '2' }, json: { message: 'No.' } }),
  );
  const link = page.locator(`.card a[href$="/comic/${encodeURIComponent(comic!.slug)}"]`).first();
  await link.scrollIntoViewIfNeeded();
  await link.click();
  await expect(page.getByRole('heading', { name: 'Back in a moment' })).toBeVisible();
  await expect(page).toHaveTitle(/^Back in a moment/);
  await expect(page.getByRole('button', { name: /Try again in \d second/ })).toBeVisible();
  expect((await axeOn(page).analyze()).violations.map(({ id }) => id)).toEqual([]);
  status = 200;
  await expect(page.getByRole('heading', { level: 1, name: comic!.title })).toBeVisible();
});

test('a question mark lists the shortcuts, g and a letter leads on, in a Russian layout too; switched off, none of them acts', async ({
  page,
}) => {
  await page.goto('/ru');
  await hydrated(page);
  // In one breath: the second key has to follow soon.
  const shortcut = (...keys: { key: string; code: string }[]) =>
    page.evaluate((pressed) => {
      for (const press of pressed) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { ...press, bubbles: true }));
      }
    }, keys);
  await page.keyboard.press('?');
  const dialog = page.locator('dialog[open]');
  await expect(dialog.locator('kbd').first()).toBeVisible();
  expect((await axeOn(page).include('dialog[open]').analyze()).violations.map(({ id }) => id)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await shortcut({ key: 'п', code: 'KeyG' }, { key: 'с', code: 'KeyC' });
  await expect(page).toHaveURL(/\/ru\/latest$/);
  // The address comes before the page, which closes what was open before it.
  await expect(page.locator('.pager').first()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(dialog.getByRole('switch')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await dialog.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL(/\/ru\/latest$/);
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(dialog).toBeVisible();
});

test('at 200 % nothing scrolls sideways; in forced colours what is chosen is told apart; on paper the frame is gone', async ({
  page,
  api,
}) => {
  const [comic] = await comicsWhere(api, '', (each) => !each.premium && each.rating === 'safe');
  await page.setViewportSize({ width: 640, height: 400 });
  await page.emulateMedia({ forcedColors: 'active', contrast: 'more' });
  for (const path of ['/de', '/de/latest', `/de/comic/${encodeURIComponent(comic!.slug)}`]) {
    await page.goto(path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
  }
  const fill = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.goto('/de/latest');
  await hydrated(page);
  expect(await fill('.pager [aria-current="page"]')).not.toBe(await fill('.pager li a:not([aria-current])'));
  await page.emulateMedia({ media: 'print', forcedColors: 'none' });
  await expect(page.locator('.bar')).toBeHidden();
  await expect(page.locator('.card').first()).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
});

test('a page is shown, and nothing is thrown, where the code that writes its title cannot be had', async ({ page }) => {
  let missed = 0;
  await page.route(/\/assets\/head-[^/]*\.js/, async (route) => {
    await route.fulfill({ status: 404 });
    missed += 1;
  });
  await page.goto('/en/latest');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Tags' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
  await expect.poll(() => missed).toBeGreaterThan(0);
  // The error thrown by an import that failed comes after its answer.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestIdleCallback(resolve, { timeout: 5000 });
      }),
  );
});

test('where code that comes later cannot be had, a press says so, what nobody pressed for is silent, and the next load has both', async ({
  page,
  request,
}) => {
  const heart = page.getByRole('button', { name: /^Favourite: / }).first();
  let missed = 0;
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.accept();
  });
  const code = /\/assets\/(?:favorites|session-life|session-refresh)[^/]*\.js/;
  await page.route(code, async (route) => {
    missed += 1;
    await route.fulfill({ status: 404 });
  });
  await signedIn(page, await registered(request));
  await page.goto('/en/latest');
  await hydrated(page);
  await expect.poll(() => missed).toBeGreaterThan(1);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestIdleCallback(resolve, { timeout: 5000 });
      }),
  );
  expect(said).toEqual([]);
  await heart.click();
  await expect.poll(() => said).toEqual([expect.stringContaining('Reload the page to continue')]);
  await expect(heart).toHaveAttribute('aria-pressed', 'false');

  await page.unroute(code);
  const account = page.waitForRequest(/\/api\/account\?/);
  await page.reload();
  await account;
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  expect(said).toHaveLength(1);
});

test('a button pressed before the page listens does once, however often it was pressed, what it says, as soon as it can', async ({
  page,
  request,
  api,
}) => {
  const [comic] = await comicsWhere(api, 'nsfw=false', (each) => !each.premium && each.rating === 'safe');
  await signedIn(page, await registered(request));
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(`/en/comic/${encodeURIComponent(comic!.slug)}`, { waitUntil: 'commit' });
  const heart = page.getByRole('button', { name: /^Favourite, / });
  for (let press = 0; press < 3; press += 1) {
    await heart.click();
  }
  await page.getByRole('button', { name: 'Report this comic' }).click();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  arrive();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Copyright' })).toBeVisible();
  await page.keyboard.press('Escape');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});

test('beside a long button the title of a panel breaks no word', async ({ page, request }) => {
  const {
    user: { username },
  } = await registered(request);
  await signedIn(page, await admin(request));
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/ar/admin/users/${username}`);
  await expect(page.locator('.panel__head button')).toBeVisible();
  const broken = await page
    .locator('.panel__head h2')
    .evaluateAll((titles) =>
      titles
        .filter(
          (title) =>
            !title.textContent.includes(' ') &&
            title.getBoundingClientRect().height > 1.5 * Number.parseFloat(getComputedStyle(title).lineHeight),
        )
        .map((title) => title.textContent),
    );
  expect(broken).toEqual([]);
});

test('beside its cover a comic’s buttons stand on two lines, what is done with it and what is kept of it, none cut or shrunk', async ({
  page,
  api,
}) => {
  const [comic] = await comicsWhere(
    api,
    'nsfw=false',
    (each) => !each.premium && each.rating === 'safe' && each.chapters_count > 1,
  );
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const locale of ['en', 'ar', 'de']) {
    await page.goto(`/${locale}/comic/${encodeURIComponent(comic!.slug)}`);
    await hydrated(page);
    const lines = await page
      .locator('.comic__acts > .btn')
      .evaluateAll((buttons) => new Set(buttons.map((button) => button.getBoundingClientRect().top)).size);
    expect(lines, locale).toBe(1);
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  const [flag, heart] = await Promise.all(
    ['flag', 'heart'].map((name) =>
      page
        .locator(`.comic__own > .btn:has([href="#i-${name}"]) .icon`)
        .evaluate((icon) => icon.getBoundingClientRect().width),
    ),
  );
  expect(flag).toBe(heart);
});

test('on a phone a long search is taken back without looking for how', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const locale of ['en', 'ar']) {
    await page.goto(
      `/${locale}/latest?q=${encodeURIComponent('the lighthouse robot who was built to change one light bulb')}`,
    );
    await expect(page.locator('.results .chip__x')).toBeInViewport({ ratio: 1 });
  }
});

test('in forced colours what is chosen of the reader’s settings, its grounds and how far one has read are told apart', async ({
  page,
  api,
}) => {
  const [comic] = await comicsWhere(
    api,
    'nsfw=false',
    (each) => !each.premium && each.rating === 'safe' && each.chapters_count === 0,
  );
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/en/comic/${encodeURIComponent(comic!.slug)}/reader/2`);
  await hydrated(page);
  await page.keyboard.press('e');
  const sheet = page.getByRole('dialog', { name: 'Reader' });
  const fill = (selector: string) =>
    sheet
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(sheet).toBeVisible();
  expect(await fill('.segmented input:checked + span')).not.toBe(await fill('.segmented input:not(:checked) + span'));
  await sheet.getByRole('tab', { name: 'Image' }).click();
  await expect(sheet.locator('.swatches')).toBeVisible();
  expect(await fill('.swatches [data-ground="black"] i')).not.toBe(await fill('.swatches [data-ground="white"] i'));
  expect(
    await page.locator('.page-slider__track').evaluate((track) => getComputedStyle(track).backgroundImage),
  ).toContain('gradient');
});
