import { axeOn } from '../axe.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';

test.use({ ofAge: false });

test('works for adults open by the word of an adult, from where they were; who declines, or forges a pass, sees none of their pictures', async ({
  page,
  context,
  api,
  baseURL,
}) => {
  // Of the oldest: one that another test brings has a page without a picture.
  const [comic] = await comicsWhere(
    api,
    'sort=uploaded_at&order=asc',
    (each) => each.rating === 'explicit' && !each.premium,
  );
  const hash = new URL(comic!.thumb_url).pathname.split('/')[2]!;
  const address = `/en/comic/${encodeURIComponent(comic!.slug)}`;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const seen = async () => [(await page.content()).includes(hash), asked.some((url) => url.includes(hash))];

  await page.goto(address);
  await hydrated(page);
  await page.getByRole('link', { name: 'No, leave' }).press('Enter');
  await expect(page).toHaveURL('/en');
  expect(await seen()).toEqual([false, false]);

  const pass = Buffer.from(JSON.stringify({ provider: null, expires: 4_000_000_000 })).toString('base64url');
  await context.addCookies([
    { name: 'nsfw', value: 'true', url: baseURL! },
    { name: 'age', value: `${pass}.${'A'.repeat(43)}`, url: baseURL! },
  ]);
  await page.goto(address);
  expect(await seen()).toEqual([false, false]);
  await context.clearCookies();

  // The switch leads through the check.
  await page.goto('/en/latest');
  await hydrated(page);
  await page.getByRole('switch', { name: 'NSFW' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Are you 18 or older?' })).toBeVisible();
  expect((await axeOn(page).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await page.getByRole('link', { name: 'No, leave' }).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-nsfw', 'false');

  await page.goto(`${address}/reader/2`);
  await hydrated(page);
  await page.getByRole('button', { name: 'I am 18 or older' }).press('Enter');
  await expect(page).toHaveURL(`${address}/reader/2`);
  await expect.poll(async () => (await seen())[1] || asked.some((url) => url.includes('signature='))).toBe(true);
  await expect(page.getByRole('img', { name: 'Page 2', exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${address}/reader/2`);
  await page.goto(address);
  await expect(page.getByRole('img', { name: comic!.title }).first()).toBeVisible();
  expect((await context.cookies()).find(({ name }) => name === 'age')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  });
});
