// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { FEATURES, type Feature } from '#contract/site.ts';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { SearchStart } from './search-start.tsx';

beforeAll(() => setMessages('en', JSON.parse(readFileSync('messages/generated/en.json', 'utf8'))));
afterEach(cleanup);

async function examples(features: readonly Feature[]): Promise<(string | null)[]> {
  const site = { features, locales: ['en'], variant: 'comic' };
  render(
    <RouterProvider
      router={createMemoryRouter(
        [
          {
            id: ROOT_ROUTE,
            path: '/:lang',
            Component: () => <SearchStart onPick={() => {}} />,
            loader: () => ({ site }),
            HydrateFallback: () => null,
          },
        ],
        { initialEntries: ['/en'] },
      )}
    />,
  );
  return (await screen.findAllByRole('button')).map(({ textContent }) => textContent);
}

it('explains the query language with what the site has', async () => {
  expect(await examples(FEATURES)).toEqual(expect.arrayContaining(['"big hat"', 'tag:magic', 'artist:mo*']));
  cleanup();
  const without = await examples(['artists']);
  expect(without).toEqual(expect.arrayContaining(['"big hat"', 'artist:mo*']));
  expect(without).not.toContain('tag:magic');
});
