import type { Locator, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { axeOn } from '../axe.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { linkIn, mailTo } from '../mails.ts';
import { PASSWORD, registered, signedIn } from '../member.ts';

const userMenu = (page: Page): Locator => page.locator('.user-menu');
const guestsWayIn = (page: Page): Locator => page.getByRole('banner').getByRole('link', { name: 'Log in' });
/** Waits until the account is told what is chosen by the bar and the footer: that code comes after the page's own. */
async function choicesKept(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/session-life-')),
  );
  await hydrated(page);
}
const fieldsIn = (where: Page | Locator) => ({
  name: where.getByLabel('Username or email'),
  password: where.getByLabel('Password', { exact: true }),
  submit: where.getByRole('button', { name: 'Log in' }),
});

test('a visitor registers in the popup by keyboard alone, is told what is wrong, and has the menu of a member in every tab', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/en/latest');
  await page.goto('/en');
  await hydrated(page);
  await guestsWayIn(page).focus();
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Log in' });
  await expect(fieldsIn(popup).name).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  expect(
    await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.querySelector('dialog[open]')?.contains(document.activeElement),
    ),
  ).toBe(true);
  await page.keyboard.press('Escape');
  await expect(guestsWayIn(page)).toBeFocused();
  await expect(page.getByLabel('Username or email')).toHaveCount(0);

  await page.keyboard.press('Enter');
  await popup.getByRole('link', { name: 'Register' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Register' });
  const name = form.getByLabel('Username');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/required/);
  await expect(name).toBeFocused();
  const username = `keys${Date.now().toString(36)}`;
  await page.keyboard.type(username);
  await expect(name).not.toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/3 to 30 characters \(done\)/);
  await page.keyboard.press('Tab');
  await page.keyboard.type(`${username}@example.org`);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await form.getByLabel('Repeat the password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(userMenu(page)).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL('/en');
  await expect(userMenu(other)).toBeVisible();
  expect(
    await page.evaluate(() => [
      localStorage.getItem('token')?.length,
      (JSON.parse(localStorage.getItem('user')!) as { username: string }).username,
    ]),
  ).toEqual([43, username]);

  await expect(page.getByText('Verify your email address to post comments.')).toBeVisible();
  // The link that comes last counts.
  await mailTo(`${username}@example.org`, /verify/);
  const resend = page.getByRole('button', { name: 'Resend' });
  await resend.click();
  const told = page.locator('.resend');
  await expect(told).toContainText('We’ve sent you a new link');
  await expect(told).toHaveAttribute('aria-disabled', 'true');
  await page.goto(linkIn(await mailTo(`${username}@example.org`, /verify/, 2), 'verify'));
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('verified');
  await expect(page.getByText('Verify your email address to post comments.')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('already');

  await userMenu(other).click();
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(guestsWayIn(other)).toBeVisible();
  await expect(other).toHaveURL('/en');
  await expect(guestsWayIn(page)).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ]);
  await page.goto('/en/verify/no-such-key');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('invalid');
});

test('a page that needs a member leads to the login and back; a wrong password says so, and too many count down', async ({
  page,
  request,
}) => {
  const { user } = await registered(request);
  await page.goto('/en/settings/password');
  await expect(page).toHaveURL('/en/login?next=%2Fen%2Fsettings%2Fpassword');
  const { name, password, submit } = fieldsIn(page.getByRole('main'));
  await name.fill(user.username);
  await password.fill('not the password');
  await submit.click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveText('Invalid email or password.');
  await expect(name).toHaveAccessibleDescription('These credentials do not match our records.');
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/en/settings/password');
  await expect(userMenu(page)).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/en/login');
  await hydrated(page);
  // They count for a minute, which is too short for a slow machine to send the form six times.
  const tries = await Promise.all(
    [1, 2, 3, 4, 5].map((wrong) =>
      request.post('/api/login', { data: { username: 'nobody at all', password: `wrong ${wrong}` } }),
    ),
  );
  expect(tries.map((answer) => answer.status())).toEqual([401, 401, 401, 401, 401]);
  await name.fill('nobody at all');
  await password.fill('wrong 6');
  const answered = page.waitForResponse(/\/api\/login/);
  await submit.click();
  expect((await answered).status()).toBe(429);
  await expect(alert).toHaveText(/^Too many login attempts\. Please try again in \d+ seconds\.$/);
  await expect(page.getByRole('button', { name: /^Try again in \d+ seconds$/ })).toBeDisabled();
});

test('after signing in nobody is led to another site', async ({ page, request }) => {
  const member = await registered(request);
  await signedIn(page, member);
  for (const next of [
    '//evil.example/en',
    '/\\evil.example',
    'javascript:document.title="evil"',
    'data:text/html,evil',
    '/%09/evil.example',
    'https://evil.example/en',
    '/en/..//evil.example',
  ]) {
    await page.goto(`/en/login?next=${encodeURIComponent(next)}`);
    await expect(page).toHaveURL('/en');
  }
  await page.goto(`/en/login?next=${encodeURIComponent('/en/latest?sort=title')}`);
  await expect(page).toHaveURL('/en/latest?sort=title');
});

test('a forgotten password is chosen anew by the mail; other sessions end; what the account chose is applied at the next login', async ({
  page,
  request,
}) => {
  const { user, auth } = await registered(request);
  const headers = { Authorization: `Bearer ${auth.access_token}` };
  await request.patch('/api/account/settings', { headers, data: { theme: 'light', locale: 'de', nsfw: true } });
  await signedIn(page, { user, auth });
  await page.goto('/en/latest');
  await expect(userMenu(page)).toBeVisible();

  const elsewhere = await page.context().browser()!.newContext({ baseURL: process.env.KOMAWARI_E2E_URL! });
  const away = await elsewhere.newPage();
  await away.goto('/en');
  await hydrated(away);
  await guestsWayIn(away).click();
  await away.getByRole('link', { name: 'Forgot password?' }).click();
  const asked = away.getByRole('dialog', { name: 'Reset password' });
  await asked.getByLabel('Email').fill(user.email);
  await asked.getByRole('button', { name: 'Send the link' }).click();
  await expect(asked.getByRole('status').first()).toBeVisible();
  // The mail is in the language of the account.
  const link = linkIn(await mailTo(user.email, /password-reset/), 'password-reset');
  expect(link).toMatch(/^\/de\//);
  await away.goto(link.replace('/de/', '/en/'));
  await hydrated(away);
  await away.getByLabel('Email').fill(user.email);
  await away.getByLabel('Password', { exact: true }).fill('another quiet panel');
  await away.getByLabel('Repeat the password').fill('another quiet panel');
  await away.getByRole('button', { name: 'Save the new password' }).click();
  await away.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  const { name, password, submit } = fieldsIn(away.getByRole('main'));
  await name.fill(user.email.toUpperCase());
  await password.fill('another quiet panel');
  await submit.click();
  await expect(away).toHaveURL('/de');
  await expect(userMenu(away)).toBeVisible();
  await expect(away.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(away.locator('html')).toHaveAttribute('data-nsfw', 'true');
  // Every choice made by the bar and the footer is the account's choice from then on.
  const token = await away.evaluate(() => localStorage.getItem('token'));
  const kept = async () =>
    (
      (await (await request.get('/api/account', { headers: { Authorization: `Bearer ${token}` } })).json()) as {
        settings: object;
      }
    ).settings;
  await choicesKept(away);
  await away.getByRole('switch').first().click();
  await expect.poll(kept).toMatchObject({ nsfw: false, locale: 'de', theme: 'light' });
  await expect(away).toHaveURL('/de?nsfw=false');
  await away.goto('/de/latest');
  await expect(userMenu(away)).toBeVisible();
  await choicesKept(away);
  await away.getByRole('contentinfo').getByText('Deutsch').first().click();
  await away.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await expect(away).toHaveURL('/en/latest');
  await expect.poll(kept).toMatchObject({ nsfw: false, locale: 'en' });
  await elsewhere.close();

  await page.reload();
  await expect(guestsWayIn(page)).toBeVisible();
});

test('a second step asks for the code, or a recovery code', async ({ page, request }) => {
  const { user, auth } = await registered(request);
  const headers = { Authorization: `Bearer ${auth.access_token}` };
  const { secret } = (await (
    await request.post('/api/account/two-factor/totp', { headers, data: { password: PASSWORD } })
  ).json()) as { secret: string };
  const code = () => new TOTP({ secret }).generate();
  const { recovery_codes: codes } = (await (
    await request.put('/api/account/two-factor/totp', { headers, data: { code: code() } })
  ).json()) as { recovery_codes: string[] };
  await page.goto('/en/latest');
  await hydrated(page);
  await guestsWayIn(page).click();
  const popup = page.getByRole('dialog');
  await fieldsIn(popup).name.fill(user.username);
  await fieldsIn(popup).password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(popup.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(popup.getByRole('alert')).toBeVisible();
  await popup.getByRole('button', { name: 'Use a recovery code' }).click();
  await popup.getByLabel('Recovery code').fill(codes[0]!);
  await page.keyboard.press('Enter');
  await expect(userMenu(page)).toBeVisible();
});

test('a passkey that was added in the settings is the second step of the next login', async ({ page, request }) => {
  const { user, auth } = await registered(request);
  // Browsers give passkeys to names only, and to this one without TLS.
  const site = process.env.KOMAWARI_E2E_URL!.replace('127.0.0.1', 'localhost');
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signedIn(page, { user, auth });
  await page.goto(`${site}/en/settings/two-factor`);
  await page.getByLabel('Name of the new passkey').fill('This desk');
  await page.getByRole('region', { name: 'Passkeys' }).getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('This desk')).toBeVisible();
  await page.goto(`${site}/en/latest`);
  await userMenu(page).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  // Logging out leads home, which closes what is open by then, and takes the focus.
  await expect(page).toHaveURL(`${site}/en`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await guestsWayIn(page).click();
  const popup = page.getByRole('dialog');
  await fieldsIn(popup).name.fill(user.username);
  await fieldsIn(popup).password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await popup.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(userMenu(page)).toBeVisible();
});

test('a form that does not come shows a spinner, then that something went wrong; one that comes late is there all the same', async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/auth-forms-.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  // However late the spinner is looked for: five seconds after the popup opened it would be gone.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((act: () => void, wait = 0, ...rest: unknown[]) => {
      if (wait !== 5000) return setTimeout(act, wait, ...rest);
      addEventListener('e2e.waited', act);
      return 0;
    }) as typeof window.setTimeout;
  });
  await page.goto('/en');
  await hydrated(page);
  await guestsWayIn(page).click();
  const popup = page.getByRole('dialog', { name: 'Log in' });
  await expect(popup.locator('.is-busy .mark')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('e2e.waited')));
  await expect(popup.getByRole('alert')).toContainText('Something went wrong.');
  release();
  await expect(fieldsIn(popup).name).toBeVisible();
});

test('who is here never makes the bar jump, and an account that is refused is signed out', async ({
  page,
  request,
}) => {
  const member = await registered(request);
  await signedIn(page, member);
  // A jump may be part of a motion.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/en/latest');
  await expect(userMenu(page)).toBeVisible();
  await page.reload();
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
            sum += entry.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        const look = () => {
          if (document.querySelector('.user-menu') && document.querySelector('.warning-bar')) {
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
          } else {
            requestAnimationFrame(look);
          }
        };
        look();
      }),
  );
  expect(shift).toBeLessThan(0.001);
  await request.post('/api/logout', { headers: { Authorization: `Bearer ${member.auth.access_token}` } });
  await page.reload();
  await expect(guestsWayIn(page)).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')]))
    .toEqual([null, null]);
});

test('a login sent before the page listens is sent once it does, and a password never stands in the address', async ({
  page,
  browser,
  request,
}) => {
  const { user } = await registered(request);
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const asked: string[] = [];
  for (const tab of [page, plain]) {
    tab.on('request', (call) => {
      asked.push(call.url());
    });
    await tab.goto(`${process.env.KOMAWARI_E2E_URL}/en/login`, { waitUntil: 'commit' });
    const { name, password } = fieldsIn(tab);
    await name.fill(user.username);
    await password.fill(PASSWORD);
    await password.press('Enter');
  }
  await plain.waitForURL('**/en/login');
  await expect(fieldsIn(page).password).toHaveValue(PASSWORD);
  // React marks a form as its own before it answers it.
  await page.locator('main form').evaluate((form) => {
    Object.assign(form, { __reactProps$: {} });
  });
  await fieldsIn(page).password.press('Enter');
  arrive();
  await expect(page).not.toHaveURL(/login/);
  await expect(userMenu(page)).toBeVisible();
  expect(asked.filter((url) => /password|quiet/.test(url))).toEqual([]);
  await plain.context().close();
});

test("without scripts the links lead to the forms' own pages, which say what they need", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.KOMAWARI_E2E_URL! });
  const page = await context.newPage();
  await page.goto('/en');
  await guestsWayIn(page).click();
  await expect(page).toHaveURL('/en/login');
  expect(await page.getByRole('main').innerText()).toContain('This form needs JavaScript.');
  await context.close();
});

for (const [locale, theme, width] of [
  ['en', 'dark', 1440],
  ['ar', 'light', 360],
  ['zh', 'dark', 360],
] as const) {
  test(`every form of an account keeps the rules of accessibility: ${locale}, ${theme}, ${width} px`, async ({
    page,
    context,
    request,
  }) => {
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.KOMAWARI_E2E_URL! }]);
    await page.setViewportSize({ width, height: 800 });
    const check = async (place: string) => {
      const { violations } = await axeOn(page).analyze();
      expect(violations.map(({ id, nodes }) => `${place}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), place).toBeLessThanOrEqual(
        0,
      );
    };
    for (const path of ['login', 'register', 'password-reset/abc', 'verify/abc']) {
      await page.goto(`/${locale}/${path}`);
      await hydrated(page);
      await page.locator('main form button[type=submit], main .alert').first().waitFor();
      if (path !== 'verify/abc') {
        await page.locator('main form button[type=submit]').click();
        await page.locator('main [aria-invalid=true], main .alert').first().waitFor();
      }
      await check(path);
    }
    await page.goto(`/${locale}`);
    await hydrated(page);
    await page.locator('.account a').first().click();
    await page.locator('dialog[open] form').waitFor();
    await check('popup');
    await signedIn(page, await registered(request));
    await page.goto(`/${locale}/latest`);
    await userMenu(page).click();
    await page.locator('.warning-bar').waitFor();
    await check('menu');
  });
}
