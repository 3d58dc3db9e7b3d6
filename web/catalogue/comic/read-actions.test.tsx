import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { ComicDetail } from '#contract/comics.ts';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import type { ComicView } from './comic-data.ts';
import { ReadActions } from './read-actions.tsx';

const comic = { id: 1, slug: 'moon', title: 'Moon', pages: 8, withheld: false, closed: true } as ComicDetail;

/** The actions offered with the comic, as buttons and links. */
async function offered(changes: Partial<ComicDetail>): Promise<(string | null)[]> {
  const view: ComicView = { comic: { ...comic, ...changes }, chapters: [] };
  const router = createMemoryRouter(
    [
      {
        id: ROOT_ROUTE,
        path: '/:lang',
        Component: () => (
          <main>
            <ReadActions view={view} />
            <p>All of it</p>
          </main>
        ),
        loader: () => ({ site: { features: [] } }),
        HydrateFallback: () => null,
      },
    ],
    { initialEntries: ['/en'] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByText('All of it');
  if (!view.comic.withheld) {
    await screen.findByRole('button', { name: 'Share' });
  }
  return [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')].map(({ textContent }) => textContent);
}

beforeAll(() => setMessages('en', JSON.parse(readFileSync('messages/generated/en.json', 'utf8'))));
afterEach(cleanup);

it('are reading and sharing where the comic may be read, sharing where it has no pages, and none where it is withheld', async () => {
  expect(await offered({})).toEqual(['Read', 'Share']);
  cleanup();
  expect(await offered({ pages: 0 })).toEqual(['Share']);
  cleanup();
  expect(await offered({ withheld: true })).toEqual([]);
});
