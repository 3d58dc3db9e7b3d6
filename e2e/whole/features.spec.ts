import type { Page } from '@playwright/test';
import { FEATURES } from '#contract/site.ts';
import { axeOn } from '../axe.ts';
import { firstOfKind } from '../crawling.ts';
import { expect, hydrated, listenTo } from '../fixtures.ts';
import { signedIn } from '../member.ts';
import { EXPECTED, test } from './made.ts';
import { listPlaces, type Visitor } from './routes.ts';
import { featuresWithout, hostWithout, isGone, OTHERWISE, WALKED_LACKS, WORDS, WORDY, type Lack } from './without.ts';

const WIDTHS = [1440, 360] as const;
/** Who opens what was made for whom; what is a member's or an uploader's own, nobody else does. */
const OPENS: Readonly<Record<Visitor, readonly Visitor[]>> = {
  guest: ['guest'],
  member: ['guest', 'member'],
  uploader: ['uploader'],
  admin: ['guest', 'admin'],
};
/** The files that programs read of a site. */
const TOLD = [
  'sitemap.xml',
  'robots.txt',
  'en/latest/feed.atom',
  'en/latest/feed.rss',
  'en/opds',
  'en/opds/v2',
  'en/opds/v2/comics',
  'en/manifest.webmanifest',
];

test.use({ expected: EXPECTED });

for (const lack of WALKED_LACKS) {
  for (const visitor of Object.keys(OPENS) as Visitor[]) {
    test(`without ${lack}, to the ${visitor}: pages are whole, and nothing leads to what is not there`, async ({
      page,
      made,
      baseURL,
    }) => {
      test.setTimeout(1_800_000);
      const origin = baseURL!.replace('127.0.0.1', hostWithout(lack));
      const word = lack === 'comics' ? 'webtoon' : 'comic';
      await page.context().addCookies([{ name: 'nsfw', value: 'true', url: origin }]);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const known = made.visitors[visitor];
      if (known !== null) {
        await signedIn(page, known);
      }
      const { faults, at } = listened(page, origin);
      const [isNewLink, isNewShape] = [firstOfKind(kindFor), firstOfKind((shape) => shape)];
      const links: string[] = [];
      const places = listPlaces(made.things).filter(({ as }) => OPENS[visitor].includes(as));
      for (const { path } of places) {
        // Nobody who is signed in stays on these.
        if (visitor !== 'guest' && /^(?:login|register)$/.test(path)) continue;
        const gone = isGone(path, lack);
        at(path, gone);
        try {
          const answer = await page.goto(`${origin}/en/${path.replace(/^comic\//, `${word}/`)}`.replace(/\/$/, ''));
          await hydrated(page);
          await expect(page.locator('main .skeleton, [data-member] .for-guests')).toHaveCount(0);
          if (gone) {
            if (answer?.status() !== 404) {
              faults.push(`${path}: answered ${answer?.status()}`);
            }
            if ((await page.locator('main').getByRole('link').count()) === 0) {
              faults.push(`${path}: leads nowhere`);
            }
            continue;
          }
          // A page that nobody has written, or that no token opens, leads to itself in other languages.
          if (answer?.status() === 404 && !isStaffs(path)) continue;
          const { said, leads, empty, shape } = await page.evaluate(lookedAt);
          faults.push(
            ...empty.map((each) => `${path}: is empty: ${each}`),
            ...leftOver(path, said, lack).map((line) => `${path}: says ${line}`),
          );
          for (const to of leads) {
            const { origin: host, pathname, search } = new URL(to, page.url());
            if (host !== origin || !pathname.startsWith('/en')) continue;
            if (isGone(pathname.slice(4) + search, lack)) {
              faults.push(`${path}: leads to ${pathname}`);
            }
            if (isNewLink(pathname + search)) {
              links.push(pathname + search);
            }
          }
          if (isNewShape(shape)) {
            faults.push(...(await rulesBroken(page)).map((fault) => `${path}: ${fault}`));
          }
        } catch (failure) {
          faults.push(`${path}: ${String(failure).split('\n').slice(0, 3).join(' ')}`);
        }
      }
      at('links', true);
      faults.push(...(await page.evaluate(deadAmong, links)));
      if (visitor === 'guest') {
        const told = await page.evaluate(
          (paths) => Promise.all(paths.map(async (path) => (await fetch(`/${path}`)).text())),
          TOLD,
        );
        for (const [index, text] of told.entries()) {
          const wrong = [...text.matchAll(/\/en\/([^\s"'<>&]+)/g)].find(([, path]) => isGone(path!, lack));
          if (wrong) {
            faults.push(`${TOLD[index]}: names ${wrong[0]}`);
          }
        }
      }
      console.log(`without ${lack}, ${visitor}: ${places.length} pages, ${links.length} kinds of links`);
      expect([...new Set(faults)]).toEqual([]);
    });
  }
}

/** Notes what a page says on the console, and every call of it that was refused; `at` says which page, and whether it is meant to be missing. */
function listened(page: Page, origin: string) {
  const faults: string[] = [];
  let [shown, gone] = ['', false];
  listenTo(page, EXPECTED, (fault) => faults.push(`${shown}: ${fault}`));
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    const expected =
      gone ||
      (isStaffs(shown) && answer.request().isNavigationRequest()) ||
      /of-nobody|nothing\/here|pages\/about/.test(answer.url()) ||
      /of-nobody|nothing\/here|^about/.test(shown);
    if (answer.status() >= 400 && answer.status() !== 451 && answer.url().startsWith(origin) && !expected) {
      faults.push(`${shown}: asks for ${pathname}, which answers ${answer.status()}`);
    }
  });
  return {
    faults,
    at: (path: string, missing: boolean) => {
      [shown, gone] = [path, missing];
    },
  };
}

/** Whether a page is one of which guests learn nothing: the server, which knows nobody, answers 404. */
function isStaffs(path: string): boolean {
  return /^admin(?:\/|$)/.test(path);
}

/** One kind of page: its address without names and numbers, with what it is asked for. */
function kindFor(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://site.test');
  const [, , first = '', , ...below] = pathname.split('/');
  return [first, ...below.map((part) => part.replace(/\d+/g, '#')), ...searchParams.keys()].join(' ');
}

/** Mentions on a page of what its site lacks. */
function leftOver(path: string, said: readonly string[], lack: Lack): string[] {
  if (WORDY.test(path)) return [];
  const here = featuresWithout(lack);
  const words = FEATURES.flatMap((feature) => (here.includes(feature) ? [] : (WORDS[feature] ?? [])));
  return said.filter((line) => !OTHERWISE.test(line) && words.some((word) => word.test(line)));
}

async function rulesBroken(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const { violations } = await axeOn(page).analyze();
    faults.push(...violations.map(({ id, nodes }) => `${width} px: ${id}: ${nodes[0]?.html}`));
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) {
      faults.push(`scrolls sideways at ${width} px`);
    }
  }
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
  return faults;
}

/** In the page: what it says, where it leads, what of it is empty, and how it is built. */
function lookedAt() {
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const named = all('[aria-label],[title],[placeholder]').flatMap((each) =>
    ['aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name) ?? ''),
  );
  // Texts that people wrote and titles of works are their own.
  const own = all('bdi,.md,.moderation__text,[lang]:not(html)').map((each) => each.textContent);
  // Also what stands in closed menus and boxes of filters.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
    parentElement!.closest('script,style,noscript,template') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const written: string[] = [];
  while (texts.nextNode()) {
    written.push(texts.currentNode.nodeValue!);
  }
  const said = [...document.body.innerText.split('\n'), ...written, ...named].map((line) => line.trim());
  const isEmpty = (each: Element) =>
    each.textContent.trim() === '' &&
    each.querySelector('img,svg,canvas,iframe,input,button,textarea') === null &&
    each.getClientRects().length > 0;
  const parts = new Set(
    all('main *').map(({ tagName, className }) => `${tagName} ${typeof className === 'string' ? className : ''}`),
  );
  return {
    said: [
      ...new Set(said.filter((line) => line !== '' && !own.some((words) => words !== '' && line.includes(words)))),
    ],
    leads: all('a[href],form[action]').map((each) => each.getAttribute('href') ?? each.getAttribute('action')!),
    empty: all('main section,main dl,main fieldset,main nav,main h2,main h3,footer nav,header nav,[role=tablist]')
      .filter(isEmpty)
      .map((each) => each.outerHTML.slice(0, 120)),
    shape: [...parts].sort().join(),
  };
}

/** In the page: which of these addresses are not answered with a page. */
async function deadAmong(links: readonly string[]): Promise<string[]> {
  const dead: string[] = [];
  for (const link of links) {
    const { status } = await fetch(link);
    if (status >= 400 && status !== 451) {
      dead.push(`${link}: answered ${status}`);
    }
  }
  return dead;
}
