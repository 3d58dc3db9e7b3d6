import { countedComic, expect, hydrated, test } from '../fixtures.ts';
import { linkIn, mailTo } from '../mails.ts';
import { signedIn, verified } from '../member.ts';

const FIRST = 'a lantern in the desert';
const SECOND = 'an owl that inspects';

test('the whole journey: registered, verified from the mail, a favourite, a comment with answer and vote, another password, everything taken along, gone', async ({
  page,
  api,
  request,
  browser,
}) => {
  const site = process.env.KOMAWARI_E2E_URL!;
  const username = `mika${Date.now().toString(36)}`;
  const email = `${username}@example.org`;
  const comic = await countedComic(api, 'journey');
  const address = `/en/comic/${encodeURIComponent(comic.slug)}`;

  // A guest presses a heart, and is asked who they are.
  await page.goto('/en/latest?sort=title&order=asc');
  await hydrated(page);
  const heart = page.getByRole('button', { name: `Favourite: ${comic.title}` });
  await heart.click();
  await page.getByRole('dialog', { name: 'Log in' }).getByRole('link', { name: 'Register' }).click();
  const form = page.getByRole('dialog', { name: 'Register' });
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(FIRST);
  await form.getByLabel('Repeat the password').fill(FIRST);
  const favored = page.waitForResponse(/\/favorite\?/);
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page.locator('.user-menu')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await favored;

  const mail = await mailTo(email, /verify/);
  expect([mail.to?.[0]?.address, mail.html?.includes('/verify/')]).toEqual([email, true]);
  await page.goto(linkIn(mail, 'verify'));
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('verified');

  await page.goto(`/en/favorites`);
  await expect(page.getByRole('main').getByRole('link', { name: comic.title }).first()).toBeVisible();

  await page.goto(`${address}/comments`);
  await hydrated(page);
  const said = `Read it twice, ${username}.`;
  await page.getByRole('textbox', { name: 'Write a comment' }).fill(said);
  await page.getByRole('button', { name: 'Post comment' }).click();
  const own = page.getByRole('article', { name: `Comment by ${username}` });
  await expect(own).toContainText(said);

  // Another member answers and votes.
  const other = await browser.newContext({ baseURL: site });
  const reader = await other.newPage();
  const bea = await verified(request);
  await signedIn(reader, bea);
  await reader.goto(`${address}/comments?sort=new`);
  await hydrated(reader);
  const seen = reader.getByRole('article', { name: `Comment by ${username}` });
  const voted = reader.waitForResponse(/\/vote\?/);
  await seen.getByRole('button', { name: 'Vote up' }).click();
  await expect(seen.getByRole('button', { name: 'Vote up' })).toHaveAttribute('aria-pressed', 'true');
  await voted;
  await seen.getByRole('button', { name: 'Reply' }).click();
  await reader.getByRole('textbox', { name: `Reply to ${username}` }).fill(`So did I, ${username}.`);
  await reader.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Show 1 new comment' }).click();
  await expect(own.getByRole('article', { name: `Comment by ${bea.user.username}` })).toContainText('So did I');
  await expect(own.locator('.comment__points').first()).toContainText('1');
  await page.goto('/en');
  await expect(page.locator('.user-menu')).toContainText('1 unread notification');
  await page.goto('/en/notifications');
  await expect(page.getByRole('main')).toContainText(`${bea.user.username} replied to your comment`);
  await other.close();

  // A second device is out once the password is another one.
  const device = await browser.newContext({ baseURL: site });
  const elsewhere = await device.newPage();
  await elsewhere.goto('/en/login?next=/en/history');
  await hydrated(elsewhere);
  await elsewhere.getByLabel('Username or email').fill(email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(FIRST);
  await elsewhere.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(elsewhere).toHaveURL('/en/history');
  await page.goto('/en/settings/password');
  for (const [label, word] of [
    ['Current password', FIRST],
    ['New password', SECOND],
    ['New password again', SECOND],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(word);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await mailTo(email, /password/);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL('/en/login?next=%2Fen%2Fhistory');
  await device.close();

  await page.goto('/en/settings/data');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Everything' }).click();
  const taken = (await (await (await coming).createReadStream()).toArray()).join('');
  for (const part of [username, email, said, comic.title_original]) {
    expect(taken).toContain(part);
  }

  await page.getByRole('button', { name: 'Delete account…' }).click();
  await page.getByLabel('Current password').fill(SECOND);
  await page.getByRole('button', { name: 'Delete account', exact: true }).click();
  await page.waitForURL(/\/en\/?$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  expect((await request.get(`${site}/api/users/${username}`)).status()).toBe(404);
  await page.goto(`${address}/comments?sort=new`);
  await expect(page.getByRole('main')).toContainText(said);
  await expect(page.getByRole('main')).not.toContainText(`Comment by ${username}`);
});
