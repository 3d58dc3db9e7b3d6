// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { FEATURES, type Feature } from '#contract/site.ts';
import { addMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { ExportCard } from './export-card.tsx';
import { ImportCard } from './import-card.tsx';
import { ImportResultShown } from './import-result.tsx';

beforeAll(() => {
  for (const file of ['en', 'en.settings']) {
    addMessages('en', JSON.parse(readFileSync(`messages/generated/${file}.json`, 'utf8')));
  }
});
afterEach(cleanup);

const Shown = () => (
  <>
    <ExportCard />
    <ImportCard />
    <ImportResultShown result={{ favorites: 0, progress: 2, ratings: 1, lists: 0, shelves: 0, account: {} }} />
  </>
);

async function show(features: readonly Feature[]): Promise<string> {
  const site = { features, locales: ['en'], variant: 'comic' };
  const { container } = render(
    <RouterProvider
      router={createMemoryRouter(
        [{ id: ROOT_ROUTE, path: '/:lang', Component: Shown, loader: () => ({ site }), HydrateFallback: () => null }],
        { initialEntries: ['/en'] },
      )}
    />,
  );
  await screen.findByRole('heading', { name: 'Your import is done' });
  return container.innerHTML;
}

it('leads to the favorites that came, and offers them to other programs', async () => {
  expect(await show(FEATURES)).toContain('href="/en/favorites"');
  expect(screen.getAllByRole('button', { name: 'MyAnimeList' })).toHaveLength(1);
});

it('says nothing of favorites and shelves where the site has none, and what else came', async () => {
  expect(await show(FEATURES)).toMatch(/on shelves/);
  cleanup();
  expect(await show([])).not.toMatch(/favou?rite|shel(?:f|ves)/i);
  expect(screen.queryByRole('button', { name: 'MyAnimeList' })).toBeNull();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Progress in 2 chapters', '1 new rating', '0 lists']),
  );
});
