import { LOCALES, textDirection } from '#contract/locales.ts';
import { as } from '../brought.ts';
import { comicsWhere, expect, hydrated, test } from '../fixtures.ts';
import { verified } from '../member.ts';

test('every locale has its own words, direction, and links to all others', async ({ page }) => {
  const headings = new Set<string>();
  for (const locale of LOCALES) {
    await page.goto(`/${locale}`);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.locator('html')).toHaveAttribute('dir', textDirection(locale));
    headings.add(await page.getByRole('heading', { level: 1 }).innerText());
    await expect(page.locator('link[rel=alternate][hreflang]')).toHaveCount(LOCALES.length + 1);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(new RegExp(`/${locale}$`));
  }
  expect(headings.size).toBe(LOCALES.length);
});

test.describe('a visitor from Austria', () => {
  test.use({ locale: 'de-AT' });

  test("an address without a locale leads to the visitor's, keeping path and query", async ({ page }) => {
    await page.goto('/latest?sort=title');
    await expect(page).toHaveURL('/de/latest?sort=title');
    await page.goto('/xx/latest');
    await expect(page).toHaveURL(/^http:\/\/[^/]+\/de\//);
  });
});

test('the footer changes the language and keeps the page', async ({ page }) => {
  await page.goto('/en/tags?sort=name');
  await hydrated(page);
  await page.getByRole('contentinfo').getByText('English').first().click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'العربية' }).click();
  await expect(page).toHaveURL('/ar/tags?sort=name');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.goto('/');
  await expect(page).toHaveURL('/ar');
});

test.describe('where fonts are other ones', () => {
  test.use({ bypassCSP: true, expected: /Failed to load resource/ });

  test('neither a wide font nor a long name of the site moves anything out of the bar, in any language', async ({
    page,
  }) => {
    // React would write the name again.
    await page.route(/\/assets\/[^/]*\.js/, (route) => route.abort());
    for (const locale of LOCALES) {
      await page.goto(`/${locale}/offline`, { waitUntil: 'domcontentloaded' });
      await page.addStyleTag({ content: '* { font-family: "DejaVu Sans" !important; }' });
      for (const name of ['Komawari', 'The Wonderful Library of Moving Pictures']) {
        for (const width of [320, 360, 800]) {
          await page.setViewportSize({ width, height: 640 });
          expect(await page.evaluate(outOfBar, name), `${locale}, ${width} px, ${name}`).toEqual([]);
        }
      }
    }
  });
});

test('whoever is not signed in sees both ways in at every width from 480 px on, below one of them, and the other in the menu and the popup', async ({
  page,
}) => {
  for (const locale of LOCALES) {
    await page.goto(`/${locale}/cookies`);
    await hydrated(page);
    for (const width of [
      480, 560, 767, 768, 790, 820, 1023, 1024, 1201, 1216, 1280, 1343, 1344, 1366, 1407, 1408, 1410, 1440, 1490, 1600,
    ]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await page.evaluate(faultsOfBar), `${locale}, ${width} px`).toEqual([]);
    }
    for (const width of [360, 375]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await page.evaluate(faultsOnTelephone), `${locale}, ${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 479, height: 700 });
    await expect(page.locator('.bar .account').getByRole('link')).toHaveAttribute('href', `/${locale}/login`);
    for (const width of [479, 820, 1216]) {
      await page.setViewportSize({ width, height: 700 });
      const menu = page.locator('[commandfor="menu-sheet"]:visible');
      // Where the navigation has room there is no menu.
      if ((await menu.count()) === 0) continue;
      await menu.click();
      await expect(page.locator(`dialog[open] a[href="/${locale}/register"]`)).toBeInViewport();
      await page.keyboard.press('Escape');
    }
  }
  await page.setViewportSize({ width: 479, height: 700 });
  await page.locator('.bar .account').getByRole('link').click();
  await expect(page.locator('dialog[open] a[href^="/zh/register"]')).toBeVisible();
});

test("an unknown page says so in the visitor's language, with the right status", async ({ page }) => {
  for (const path of ['/en/nothing/here', '/ar/comic/never-was', '/zh/tag/never-was', '/en/comic/never-was/reader/3']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('main').locator(`a[href="/${path.slice(1, 3)}"]`)).toBeVisible();
  }
});

/** Elements that stand out of the bar of a site with this name. */
function outOfBar(name: string): string[] {
  document.querySelector('.bar .brand__word')!.textContent = name;
  const bar = document.querySelector('.bar__in')!;
  const { left, right } = bar.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(bar);
  return [...bar.children]
    .filter((child) => {
      const box = child.getBoundingClientRect();
      return (
        box.width > 0 &&
        (box.left < left + parseFloat(paddingLeft) - 1 || box.right > right - parseFloat(paddingRight) + 1)
      );
    })
    .map(({ className }) => className);
}

/** The parts of the bar that are missing, cut off, or stands outside of it or over something else. */
function faultsOfBar(): string[] {
  const shown = (each: Element) => each.getBoundingClientRect().width > 0;
  const ways = [...document.querySelectorAll('.bar .account > a')].filter(shown);
  const links = [...document.querySelectorAll('.bar__nav > a')].filter(shown);
  const parts = [...document.querySelectorAll('.bar__in > :not(.account, .bar__nav, .push)'), ...links, ...ways].filter(
    shown,
  );
  const boxes = parts
    .map((part) => ({ name: part.textContent, box: part.getBoundingClientRect() }))
    .sort((one, other) => one.box.left - other.box.left);
  const menu = [...document.querySelectorAll('[commandfor="menu-sheet"]')].some(shown);
  const field = document.querySelector('.bar__search')!.getBoundingClientRect();
  // Under its edge of a pixel nothing is seen.
  const inPart = ({ left, right, top, bottom }: DOMRect) =>
    right > field.left + 1 &&
    left < field.right - 1 &&
    bottom > field.top + 1 &&
    top < field.bottom - 1 &&
    (left < field.left || right > field.right || top < field.top || bottom > field.bottom);
  const word = document.querySelector('.bar .brand__word')!;
  const name = document.createRange();
  name.selectNodeContents(word);
  return [
    ...(ways.length === 2 ? [] : [`${ways.length} ways in`]),
    ...(links.length > 0 || menu ? [] : ['no way to the pages']),
    ...boxes.filter(({ box }) => box.left < 0 || box.right > innerWidth).map(({ name }) => `outside: ${name}`),
    ...boxes
      .filter(({ box }, at) => box.right > (boxes[at + 1]?.box.left ?? Infinity) + 1)
      .map(({ name }) => `over the next: ${name}`),
    ...[...document.querySelectorAll('.bar__search > *')]
      .filter((part) => shown(part) && inPart(part.getBoundingClientRect()))
      .map(({ textContent }) => `shown in part: ${textContent}`),
    ...(name.getBoundingClientRect().width > word.getBoundingClientRect().width
      ? ['cut off: the name of the site']
      : []),
    ...[...document.querySelectorAll('.bar__nav, .bar .btn')]
      .filter((each) => shown(each) && each.scrollWidth > each.clientWidth + 1)
      .map((each) => `cut off: ${each.textContent}`),
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []),
  ];
}

/** The words that the bars of a telephone cut: the name of the site, and words at the thumb that take two lines. */
function faultsOnTelephone(): string[] {
  const select = (node: Node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range;
  };
  // A line of some fonts is as tall as two of others.
  const countLines = (node: Node) => new Set([...select(node).getClientRects()].map(({ top }) => Math.round(top))).size;
  const word = document.querySelector('.bar .brand__word')!;
  const words = [...document.querySelectorAll('.thumb-bar :is(a, button)')].map((each) => each.lastChild!);
  return [
    ...(select(word).getBoundingClientRect().width > word.getBoundingClientRect().width + 1
      ? ['cut off: the name of the site']
      : []),
    ...words.filter((each) => countLines(each) > 1).map(({ textContent }) => `in two lines: ${textContent}`),
  ];
}

test('on an Arabic page what is said of a comic or a list from left to right begins at the edge of the page, not in the middle', async ({
  page,
  api,
  request,
}) => {
  const [comic] = await comicsWhere(api, '', ({ slug }) => slug === '지붕-위-고양이');
  const member = await verified(request);
  const list = (await (
    await request.post(`${process.env.KOMAWARI_E2E_URL ?? ''}/api/account/lists`, {
      headers: as(member),
      data: { name: 'Rain', description: 'For later.', public: true },
    })
  ).json()) as { id: number };
  await page.setViewportSize({ width: 1440, height: 900 });
  const ends = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return Math.round(words.getBoundingClientRect().right);
    });
  for (const [path, said, title] of [
    [`comic/${encodeURIComponent(comic!.slug)}`, '.comic__desc', '.comic h1'],
    [`list/${list.id}`, '.list-words', 'main h1'],
  ] as const) {
    await page.goto(`/ar/${path}`);
    expect(await ends(said)).toBe(
      Math.round(await page.locator(title).evaluate((element) => element.getBoundingClientRect().right)),
    );
  }
});
