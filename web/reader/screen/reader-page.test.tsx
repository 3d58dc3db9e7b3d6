// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, useLoaderData } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, it } from 'vitest';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';
import { chapter, data, prepareReader } from '#web/testing/opened-reader.tsx';
import { APPEND_AHEAD } from '#web/reader/position/use-position.ts';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { Page } from './reader-page.tsx';

prepareReader();

const chapters: Record<string, ChapterData> = {
  'chapter-1': data({ chapter: chapter(1), next: chapter(2) }),
  'chapter-2': data({ chapter: chapter(2), previous: chapter(1) }),
};

function Shown() {
  return <Page data={useLoaderData() as ChapterData} route="comic-chapter-reader" />;
}

it('opens a chapter anew that a strip ran through, and keeps the strip that runs on', async () => {
  const site = {
    variant: 'comic',
    features: [],
    locales: ['en'],
    title: 'Komawari',
    premium: { requires: 'login', link: '' },
  };
  const router = createMemoryRouter(
    [
      {
        id: ROOT_ROUTE,
        path: '/:lang',
        loader: () => ({ site, origin: '', nsfw: false }),
        children: [
          {
            path: 'comic/:slug/:chapter/reader/:page?',
            loader: ({ params }) => chapters[params.chapter!],
            Component: Shown,
          },
        ],
      },
    ],
    { initialEntries: ['/en/comic/moon/chapter-1/reader/1'] },
  );
  render(<RouterProvider router={router} />);
  const first = await screen.findByRole('main');
  await router.navigate('/en/comic/moon/chapter-2/reader/2', { replace: true, state: APPEND_AHEAD });
  await waitFor(() => expect(screen.getByText('Chapter 2: Part 2')).toBeTruthy());
  expect(screen.getByRole('main')).toBe(first);
  await router.navigate('/en/comic/moon/chapter-1/reader/1');
  await waitFor(() => expect(screen.getByText('Chapter 1: Part 1')).toBeTruthy());
  expect(screen.getByRole('main')).not.toBe(first);
});

it('the address follows a page that is turned while the address of the page before is on its way', async () => {
  let loaded = Promise.resolve();
  const router = createMemoryRouter(
    [
      {
        id: ROOT_ROUTE,
        path: '/:lang',
        loader: () => ({
          site: {
            variant: 'comic',
            features: [],
            locales: ['en'],
            title: 'Komawari',
            premium: { requires: 'login', link: '' },
          },
          origin: '',
          nsfw: false,
        }),
        children: [
          {
            path: 'comic/:slug/:chapter/reader/:page?',
            loader: async () => {
              await loaded;
              return chapters['chapter-1'];
            },
            Component: Shown,
          },
        ],
      },
    ],
    { initialEntries: ['/en/comic/moon/chapter-1/reader/1'] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByRole('main');
  const { promise, resolve } = Promise.withResolvers<void>();
  loaded = promise;
  for (const page of [2, 3]) {
    fireEvent.keyDown(window, { key: 'ArrowLeft' });
    await waitFor(() =>
      expect(router.state.navigation.location?.pathname).toBe(`/en/comic/moon/chapter-1/reader/${page}`),
    );
  }
  resolve();
  await waitFor(() => expect(router.state.location.pathname).toBe('/en/comic/moon/chapter-1/reader/3'));
  expect(screen.getByRole('main').getAttribute('aria-label')).toBe('Page 3 of 5');
});
