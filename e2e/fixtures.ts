import { test as base, expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import type { ComicCard } from '#contract/comics.ts';
import type { Page as List } from '#contract/paging.ts';

type Api = <Data>(path: string) => Promise<Data>;

/** A page on which nothing may go wrong unseen: an error on the console or a failed script fails the test. */
export const test = base.extend<{ api: Api; noErrors: void; expected: RegExp; ofAge: boolean }, { agePass: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  baseURL: async ({}, use) => {
    await use(process.env.KOMAWARI_E2E_URL ?? '');
  },
  api: async ({ request }, use) => {
    await use((path) => fetched(request, path));
  },
  /** The word of an adult, as the site keeps it: nothing more is listed by it, but the switch counts. */
  agePass: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext();
      const answer = await request.post(`${process.env.KOMAWARI_E2E_URL}/api/age`, { data: {} });
      await use(/(?:^|\n)age=([^;]+)/.exec(answer.headers()['set-cookie'] ?? '')?.[1] ?? '');
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  /** Whether the visitor has passed the age check. */
  ofAge: [true, { option: true }],
  context: async ({ context, ofAge, agePass }, use) => {
    if (ofAge && agePass !== '') {
      await context.addCookies([
        { name: 'age', value: agePass, url: process.env.KOMAWARI_E2E_URL ?? '', httpOnly: true, sameSite: 'Lax' },
      ]);
    }
    await use(context);
  },
  /** Messages the console may show: a call that is refused is an answer. */
  expected: [/status of 4\d\d/, { option: true }],
  noErrors: [
    async ({ page, expected }, use) => {
      const errors: string[] = [];
      listenTo(page, expected, (fault) => errors.push(fault), 'error');
      await use();
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Tells `note` whatever a page says on its console, or `only` its errors, and what it throws, but for what is `expected`. */
export function listenTo(page: Page, expected: RegExp, note: (fault: string) => void, only?: 'error'): void {
  page.on('console', (message) => {
    if ((only === undefined || message.type() === only) && !expected.test(message.text())) {
      note(`says ${message.text()}`);
    }
  });
  page.on('pageerror', ({ message }) => {
    if (!expected.test(message)) {
      note(`throws ${message}`);
    }
  });
}

/** Comics of which a single test counts what readers leave there, by what it is about: tests run beside one another. */
const COUNTED = {
  favorites: 'o-marinheiro-e-a-onda',
  comments: 'la-boulangerie-de-la-lune',
  journey: 'correo-del-zorro',
} as const;

/** Comics of the library with all that a list says of them, but for those that belong to one test (`countedComic`). */
export async function comicsWhere(
  api: Api,
  query: string,
  wanted: (comic: ComicCard) => boolean = () => true,
): Promise<ComicCard[]> {
  const counted: readonly string[] = Object.values(COUNTED);
  return (await findComics(api, query)).filter((comic) => !counted.includes(comic.slug) && wanted(comic));
}

/** The comic of which one test counts what readers leave there; no other test is given it. */
export async function countedComic(api: Api, by: keyof typeof COUNTED): Promise<ComicCard> {
  return (await findComics(api, '')).find(({ slug }) => slug === COUNTED[by])!;
}

async function findComics(api: Api, query: string): Promise<ComicCard[]> {
  return (await api<List<ComicCard>>(`/api/comics?per_page=100&nsfw=true&${query}`)).data;
}

/**
 * Waits until React has taken over what the server rendered: the frame, then the heading and what is listed, and
 * listens. What comes once it is wanted is not waited for.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.querySelector('main');
    return (
      root !== null &&
      [root, ...root.querySelectorAll('h1, article')].every((each) =>
        Object.keys(each).some((key) => key.startsWith('__react')),
      )
    );
  });
  // Effects, which listen to keys, run after the first frame. A page that rests has none left to run, however slow the machine is; where
  // no frame is drawn any more, Chromium may never say that it rests.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestIdleCallback(resolve, { timeout: 5000 });
      }),
  );
}

/**
 * Opens a page until `look` passes, which has to fail soon: pages that anyone has asked for are kept for a moment, so it
 * may be as it was before a change.
 */
export async function openUntil(page: Page, address: string, look: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await look();
  }).toPass();
}

/** Keeps toasts from the next page on: they go after eight seconds that nobody touches them, and a slow machine takes longer to their button. */
export async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setInterval } = window;
    window.setInterval = ((act: () => void, wait = 0, ...rest: unknown[]) =>
      wait === 8000 ? 0 : setInterval(act, wait, ...rest)) as typeof window.setInterval;
  });
}

/** Waits until a control listens that the server has drawn: the code of its part of the page may come after that of the page. */
export async function listening(control: Locator): Promise<void> {
  await expect
    .poll(() => control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))))
    .toBe(true);
}

async function fetched<Data>(request: APIRequestContext, path: string): Promise<Data> {
  const answer = await request.get(`${process.env.KOMAWARI_E2E_URL}${path}`);
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as Data;
}
