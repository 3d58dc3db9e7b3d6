import { test as base, expect, type APIRequestContext } from '@playwright/test';
import type { ComicCard } from '#contract/comics.ts';
import type { Page as List } from '#contract/paging.ts';

/** A page on which nothing may go wrong unseen: an error on the console or a failed script fails the test. */
export const test = base.extend<{ api: <Data>(path: string) => Promise<Data>; noErrors: void; expected: RegExp }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  baseURL: async ({}, use) => { await use(process.env.KOMAWARI_E2E_URL ?? ''); },
  api: async ({ request }, use) => { await use((path) => fetched(request, path)); },
  /** What the console may say: a call that is refused is an answer. */
  expected: [/status of 4\d\d/, { option: true }],
  noErrors: [async ({ page, expected }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => { if (message.type() === 'error' && !expected.test(message.text())) { errors.push(message.text()); } });
    page.on('pageerror', (error) => errors.push(error.message));
    await use();
    expect(errors).toEqual([]);
  }, { auto: true }],
});

export { expect };

/** Comics of the library with all that a list says of them. */
export async function comicsWhere(api: <Data>(path: string) => Promise<Data>, query: string, wanted: (comic: ComicCard) => boolean = () => true): Promise<ComicCard[]> {
  const { data } = await api<List<ComicCard>>(`/api/comics?per_page=100&nsfw=true&${query}`);
  return data.filter(wanted);
}

/** Waits until React has taken over what the server rendered. */
export async function hydrated(page: import('@playwright/test').Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.querySelector('main');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__react'));
  });
  // Effects, which listen to keys, run after the first frame.
  await page.evaluate(() => new Promise((resolve) => { requestIdleCallback(resolve, { timeout: 2000 }); }));
}

async function fetched<Data>(request: APIRequestContext, path: string): Promise<Data> {
  const answer = await request.get(`${process.env.KOMAWARI_E2E_URL}${path}`);
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return await answer.json() as Data;
}
