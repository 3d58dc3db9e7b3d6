import type { Page } from '@playwright/test';
import type { Locale } from '#contract/locales.ts';
import { sourceSite } from '#server/testing/site-source.ts';
import { axeOn } from '../axe.ts';
import { expect, hydrated, listenTo } from '../fixtures.ts';
import { signedIn } from '../member.ts';
import { WALKED } from './languages.ts';
import { EXPECTED, test } from './made.ts';
import { listPlaces, ROUTES, type Visitor } from './routes.ts';

/** How a page is looked at, one after another without loading it again; the width in pixels. */
const LOOKS = [
  { theme: 'dark', width: 1440 },
  { theme: 'light', width: 360 },
] as const;
/** The rules that depend on a theme and a width: looked at in each, the others once. */
const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];
/** Pages that are open at a time: while one is looked at, the server makes another. */
const AT_ONCE = 3;
const VISITORS: readonly Visitor[] = ['guest', 'member', 'uploader', 'admin'];
/** The statuses a page can be refused with. */
const REFUSALS = [403, 404, 410, 429, 451, 500, 502, 503] as const;

test.use({ expected: EXPECTED });

test('the walk knows every address of the router', async () => {
  const written = new Set(
    (await (await sourceSite()).addresses()).map((address) => address.replace(/^\/:lang\/?/, '')),
  );
  // The other variant's word for comics, and what only development has.
  const walked = [...written].filter((address) => !/^(webtoon|dev)\b/.test(address));
  expect(Object.keys(ROUTES).toSorted()).toEqual(walked.toSorted());
});

for (const locale of WALKED) {
  for (const visitor of VISITORS) {
    test(`${locale}: no page of the ${visitor} says anything on the console, asks another host, breaks a rule of accessibility or scrolls sideways`, async ({
      page,
      made,
    }) => {
      test.setTimeout(1_800_000);
      const places = listPlaces(made.things).filter(({ as }) => as === visitor);
      const waiting = [...places];
      const faults: string[] = [];
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_lane, at) => {
          const tab = at === 0 ? page : await page.context().newPage();
          const known = made.visitors[visitor];
          if (known !== null) {
            await signedIn(tab, known);
          }
          const look = await looking(tab, locale, faults);
          for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
            const { path } = next;
            await look(path, () => tab.goto(`/${locale}/${path}`.replace(/\/$/, '')));
          }
        }),
      );
      console.log(`${locale}, ${visitor}: ${places.length} pages in ${LOOKS.length} themes`);
      expect(faults).toEqual([]);
    });
  }

  test(`${locale}: nor does a page that was refused`, async ({ page }) => {
    test.setTimeout(600_000);
    const faults: string[] = [];
    const look = await looking(page, locale, faults);
    let status = 0;
    await page.route('**/api/tags?*', (route) =>
      status === 0
        ? route.abort()
        : route.fulfill({ status, headers: { 'retry-after': '300' }, json: { message: 'No.' } }),
    );
    await page.goto(`/${locale}/cookies`);
    await hydrated(page);
    for (status of [0, ...REFUSALS]) {
      await look(`tags, refused with ${status || 'nothing'}`, async () => {
        await led(page, `/${locale}/tags?sort=name&refused=${status}`);
        await expect(page.locator('main .error, main h1').first()).toBeVisible();
      });
    }
    expect(faults).toEqual([]);
  });
}

/** Leads to another address as a link does, whatever links the page has. */
async function led(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Prepares a page to be looked at; answers what opens an address and notes in `faults` what is wrong with it. */
async function looking(
  page: Page,
  locale: Locale,
  faults: string[],
): Promise<(path: string, open: () => Promise<unknown>) => Promise<void>> {
  const { origin } = new URL(process.env.KOMAWARI_E2E_URL ?? '');
  let shown = '';
  const note = (fault: string) => {
    faults.push(`${shown}: ${fault}`);
    console.log(`${locale}: ${shown}: ${fault}`);
  };
  listenTo(page, EXPECTED, note);
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) {
      note(`asks ${request.url()}`);
    }
  });
  // The contrast of what fades would be measured half-way.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.context().addCookies([{ name: 'theme', value: LOOKS[0].theme, url: origin }]);
  return async (path, open) => {
    shown = path;
    try {
      await page.setViewportSize({ width: LOOKS[0].width, height: 900 });
      await open();
      await hydrated(page);
      await expect(page.locator('h1').first()).toBeAttached();
      await expect(page.locator('main .skeleton, [data-member] .for-guests')).toHaveCount(0);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      for (const [at, { theme, width }] of LOOKS.entries()) {
        if (at > 0) {
          await page.setViewportSize({ width, height: 900 });
        }
        // As `chooseTheme` does it. The address of a comment scrolls to it: what happens to lie under the bar there is hit once it is scrolled out.
        await page.evaluate((chosen) => {
          document.documentElement.dataset.theme = chosen;
          scrollTo(0, 0);
        }, theme);
        for (const { id, nodes } of at === 0 ? (await axeOn(page).analyze()).violations : await lookedAtAgain(page)) {
          note(`${theme}, ${width} px: ${id}: ${nodes.length} × ${nodes[0]?.html}`);
        }
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) {
          note(`scrolls ${over} px sideways at ${width} px`);
        }
      }
    } catch (failure) {
      note(String(failure).split('\n').slice(0, 3).join(' '));
    }
  };
}

/** Breaches of the rules that depend on looks, on a page that axe is on already. */
function lookedAtAgain(page: Page): Promise<{ id: string; nodes: { html: string }[] }[]> {
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await axe.run({ runOnly: rules, resultTypes: ['violations'] })).violations;
  }, OF_LOOKS);
}
