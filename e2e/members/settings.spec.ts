import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import sharp from 'sharp';
import type { SessionEntry } from '#contract/accounts.ts';
import { backup } from '#server/features/portability/testing/backups.ts';
import { axeOn } from '../axe.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { PASSWORD, registered, signedIn } from '../member.ts';

const site = () => process.env.KOMAWARI_E2E_URL ?? '';

async function opened(page: Page, section: string): Promise<void> {
  await page.goto(`/en/settings/${section}`);
  await hydrated(page);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
}

test('guests are led to the login, and back; what is no section is not found', async ({ page }) => {
  await page.goto('/en/settings/password');
  await page.waitForURL(
    (url) => url.pathname === '/en/login' && url.searchParams.get('next') === '/en/settings/password',
  );
  expect((await page.goto('/en/settings/nothing'))?.status()).toBe(404);
});

for (const [locale, theme, width, sections] of [
  ['en', 'dark', 1440, ['profile', 'two-factor', 'notifications', 'data']],
  ['ar', 'light', 360, ['', 'email', 'content', 'reader']],
] as const) {
  test(`the settings and the profile are accessible and fit: ${locale}, ${theme}, ${width} px`, async ({
    page,
    request,
    context,
  }) => {
    const member = await registered(request);
    await context.addCookies([{ name: 'theme', value: theme, url: site() }]);
    await page.setViewportSize({ width, height: 800 });
    await signedIn(page, member);
    for (const path of [...sections.map((each) => `settings/${each}`), `profile/${member.user.username}`]) {
      await page.goto(`/${locale}/${path}`.replace(/\/$/, ''));
      await hydrated(page);
      await expect(page.getByRole('main').locator('h2').first()).toBeAttached();
      const { violations } = await axeOn(page).analyze();
      expect(violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
  });
}

test('name, picture, choices: each form saves by itself, says so, and shows what is refused at its field', async ({
  page,
  request,
}) => {
  const member = await registered(request);
  await signedIn(page, member);
  await opened(page, 'profile');
  const name = page.getByLabel('Username');
  await name.fill('x');
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill(`${member.user.username}b`);
  const password = page.getByLabel('Current password');
  await password.fill('not it');
  await page.keyboard.press('Enter');
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#258' } })
    .png()
    .toBuffer();
  await page.getByLabel('New picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await page.goto(`/en/profile/${member.user.username}b`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${member.user.username}b`);
  await expect(page.locator('.profile .avatar img')).toBeVisible();

  await opened(page, 'look');
  await page.getByRole('radio', { name: 'Light' }).check();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/de\/settings\/look/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');

  await opened(page, 'reader');
  await page.getByRole('radio', { name: 'Right to left', exact: true }).check();
  const headers = { authorization: `Bearer ${member.auth.access_token}` };
  await expect
    .poll(async () => {
      const answer = await request.get(`${site()}/api/account`, { headers });
      return ((await answer.json()) as typeof member.user).settings;
    })
    .toMatchObject({
      locale: 'de',
      theme: 'light',
      reader: { mode: 'manga', layout: 'horizontal', direction: 'rtl' },
    });
});

test('another password ends the other sessions; a code from an app is asked for, switched on and off', async ({
  page,
  request,
}) => {
  const member = await registered(request);
  const headers = { authorization: `Bearer ${member.auth.access_token}` };
  const login = () =>
    request.post(`${site()}/api/login`, { data: { username: member.user.username, password: PASSWORD } });
  await login();
  await signedIn(page, member);
  await opened(page, 'sessions');
  await page
    .getByRole('button', { name: /^Log out / })
    .first()
    .click();
  await expect(page.getByRole('listitem').filter({ hasText: 'This session' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Log out / })).toHaveCount(0);
  await login();

  await opened(page, 'password');
  const fields = ['Current password', 'New password', 'New password again'].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  const change = async (current: string) => {
    for (const [at, word] of [current, `${PASSWORD} again`, `${PASSWORD} again`].entries()) {
      await fields[at]!.fill(word);
    }
    await page.keyboard.press('Enter');
  };
  await change('not this one');
  await expect(fields[0]!).toHaveAttribute('aria-invalid', 'true');
  await change(PASSWORD);
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  expect(
    (await (await request.get(`${site()}/api/account/sessions`, { headers })).json()) as SessionEntry[],
  ).toHaveLength(1);

  await opened(page, 'two-factor');
  const app = page.getByRole('region', { name: 'Authenticator app' });
  await app.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(app.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await app.getByLabel('Current password').fill(`${PASSWORD} again`);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('.totp__secret').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await app.getByLabel('Current password').fill(`${PASSWORD} again`);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('a library comes in after a look at it, goes out as a file, and goes with its account', async ({
  page,
  request,
  api,
}) => {
  const member = await registered(request);
  const comics = await comicsWhere(api, '', ({ rating }) => rating === 'safe');
  const comic = comics.find(({ title, title_original: original }) => title === original && /^[\w ]+$/.test(title));
  // Known by its title in the reader's language alone: a guess that a person has to confirm.
  const translated = comics.find(
    ({ title, title_original: original }) =>
      title !== original &&
      comics.every(
        (each) => each.title_original !== title && (each.title === title) === (each.title_original === original),
      ),
  );
  const entry = (id: number, title: string) =>
    `<manga><manga_mangadb_id>${id}</manga_mangadb_id><manga_title><![CDATA[${title}]]></manga_title><my_read_chapters>0</my_read_chapters><my_score>8</my_score><my_status>Reading</my_status></manga>`;
  const xml = `<?xml version="1.0"?><myanimelist><myinfo><user_export_type>2</user_export_type></myinfo>${entry(1, comic!.title_original)}${entry(2, 'Zzyzx Qwrtp')}</myanimelist>`;
  await signedIn(page, member);
  await opened(page, 'data');
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'list.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
  await page.waitForURL(/\/settings\/import\//);
  await expect(page.getByText('Zzyzx Qwrtp')).toBeVisible();
  await page.getByLabel(`Choose the match for “${comic!.title_original}”`).selectOption({ label: 'Skip' });
  await expect(page.getByRole('button', { name: 'Import nothing' })).toBeVisible();
  await page.getByLabel(`Choose the match for “${comic!.title_original}”`).selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Import 1 comic' }).click();
  await expect(page.getByText('1 new favourite')).toBeVisible();
  await expect(page.getByText('1 new rating')).toBeVisible();

  const manga = { title: translated!.title, favorite: true, categories: [0], chapters: [] };
  const backedUp = backup([manga], [['Read again', 0]]);
  await opened(page, 'data');
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'library.tachibk', mimeType: '', buffer: gzipSync(backedUp) });
  await page.waitForURL(/\/settings\/import\//);
  await page.getByRole('radio', { name: /^Unsure/ }).check();
  await page.getByLabel(`Choose the match for “${translated!.title}”`).selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Import 1 comic' }).click();
  await expect(page.getByText('1 new favourite')).toBeVisible();
  // Its category is one of those that mean a shelf.
  await expect(page.getByText('1 comic on a shelf')).toBeVisible();

  await opened(page, 'data');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Everything' }).click();
  const file = await (await coming).createReadStream();
  const text = (await file.toArray()).join('');
  expect(text).toContain(member.user.username);
  expect(text).toContain(comic!.title_original);

  await page.getByRole('button', { name: 'Delete account…' }).click();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Delete account', exact: true }).click();
  await page.waitForURL(/\/en\/?$/);
  expect((await request.get(`${site()}/api/users/${member.user.username}`)).status()).toBe(404);
  // The home page comes first, then the session ends.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
