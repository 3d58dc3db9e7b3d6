import type { BrowserContext, Page } from '@playwright/test';
import { KEPT_THINGS } from '#contract/cookies.ts';
import { axeOn } from '../axe.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { ADMIN, PASSWORD } from '../member.ts';
import { ASKING, reportedViews } from '../views.ts';

const site = () => (process.env.KOMAWARI_E2E_URL ?? '').replace(/127\.0\.0\.1|localhost/, ASKING);

/** Entries that the browser keeps and that the page about cookies says nothing of. */
async function keptSecretly(context: BrowserContext, page: Page): Promise<string[]> {
  const listed = (kind: string) =>
    KEPT_THINGS.filter((each) => each.kind === kind && each.by === undefined).flatMap(({ names }) => names);
  const [local, session] = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)] as const);
  return [
    ...(await context.cookies()).map(({ name }) => name).filter((name) => !listed('cookie').includes(name)),
    ...local.filter((name) => !listed('local').includes(name)),
    ...session.filter((name) => !listed('session').includes(name)),
  ];
}

test('nothing of others is asked for, told or kept until the visitor agrees; then pages are counted, never a reader, until they change their mind', async ({
  page,
  context,
  api,
}) => {
  const comic = (await comicsWhere(api, '', (each) => !each.premium && each.rating === 'safe'))[0]!;
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site()) && !/^(data|blob):/.test(request.url())) {
      elsewhere.push(request.url());
    }
  });
  const comicPath = `/en/comic/${encodeURIComponent(comic.slug)}`;
  const quiet = async () => {
    expect(elsewhere).toEqual([]);
    expect(await keptSecretly(context, page)).toEqual([]);
  };
  const read = async (seen = async () => {}) => {
    await page.goto(site() + comicPath);
    await hydrated(page);
    await seen();
    await page.locator(`a[href^="${comicPath}/"][href*="/reader"]`).first().click();
    await expect(page).toHaveURL(/\/reader/);
    await page.goBack();
    await expect(page).toHaveURL(site() + comicPath);
  };

  await page.goto(`${site()}/en`);
  await hydrated(page);
  const banner = page.getByRole('region', { name: 'Your privacy' });
  const [reject, accept] = [
    banner.getByRole('button', { name: 'Reject' }),
    banner.getByRole('button', { name: 'Accept' }),
  ];
  await expect(accept).toBeVisible();
  // Of one moment: letters may come between two looks.
  const [one, other] = await banner.getByRole('button', { name: /^(?:Reject|Accept)$/ }).evaluateAll((buttons) =>
    buttons.map((each) => {
      const { width, height, y } = each.getBoundingClientRect();
      return { width, height, y };
    }),
  );
  expect(one).toEqual(other);
  expect((await axeOn(page).analyze()).violations).toEqual([]);
  await quiet();
  await page.keyboard.press('Tab');
  await expect(reject).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(banner).toHaveCount(0);
  expect((await context.cookies()).find(({ name }) => name === 'consent')?.value).toMatch(/^1\.\d{5}\.0-$/);
  await read();
  await expect(banner).toHaveCount(0);
  await quiet();

  await page.getByRole('link', { name: 'Cookies and privacy choices' }).click();
  const choice = page.getByRole('switch', { name: 'Count my visits with Matomo' });
  await choice.check();
  await expect.poll(reportedViews).toEqual([{ path: '/en/cookies', user: null }]);
  // The code that counts comes by itself: it never knows of a page that was left before.
  await read(() => expect.poll(reportedViews).toHaveLength(2));
  await expect.poll(reportedViews).toHaveLength(3);
  expect(reportedViews().slice(1)).toEqual([
    { path: '/en/comic/:slug', user: null },
    { path: '/en/comic/:slug', user: null },
  ]);

  await page.goto(`${site()}/en/login`);
  await hydrated(page);
  await page.getByLabel('Username or email').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect
    .poll(() => reportedViews().at(-1))
    .toEqual({ path: '/en', user: expect.stringMatching(/^[\w-]{22}$/) as unknown as string });
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}') as object)).toMatchObject({
    username: ADMIN.username,
    analytics_id: reportedViews().at(-1)!.user,
  });

  await page.getByRole('link', { name: 'Cookies and privacy choices' }).click();
  await expect(choice).toBeChecked();
  await expect.poll(() => reportedViews().at(-1)?.path).toBe('/en/cookies');
  await choice.uncheck();
  const told = reportedViews().length;
  elsewhere.length = 0;
  await page.goto(`${site()}/en`);
  await hydrated(page);
  await quiet();
  expect(reportedViews()).toHaveLength(told);
});
