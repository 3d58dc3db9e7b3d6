// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, matchRoutes, useRouteError } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { FEATURES, type Feature } from '#contract/site.ts';
import { KIND_PATHS, TERM_KINDS } from '#contract/taxonomy.ts';
import { ApiFailure } from '#web/platform/api/api.ts';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { FailureForAdmins } from '#web/staff/admin/failure-for-admins.tsx';
import { routes } from './routes.tsx';

/** The pages of each feature that has some, beside those of `/admin`. */
const PAGES: Partial<Record<Feature, readonly string[]>> = {
  ...Object.fromEntries(
    TERM_KINDS.map((kind) => [
      KIND_PATHS[kind],
      [`/en/${kind}/alpha`, ...(kind === 'language' || kind === 'category' ? [] : [`/en/${KIND_PATHS[kind]}`])],
    ]),
  ),
  dmca: ['/en/dmca', '/en/takedowns', '/en/takedowns/1', '/en/takedowns/1/counter', '/en/moderation/notices'],
  register: ['/en/register'],
  comments: [
    '/en/settings/blocked',
    '/en/moderation/comments',
    '/en/comic/lantern/comments',
    '/en/webtoon/lantern/comments/7',
    '/en/artist/alpha/comments',
  ],
  reviews: ['/en/comic/lantern/reviews', '/en/webtoon/lantern/reviews/7'],
  downloads: ['/en/comic/lantern/download'],
  favorites: ['/en/favorites'],
  shelves: ['/en/shelves'],
  figures: ['/en/figures', '/en/figures/x'],
};

beforeAll(() => {
  setMessages(
    'en',
    Object.assign(
      {},
      ...['en', 'en.staff'].map((name) => JSON.parse(readFileSync(`messages/generated/${name}.json`, 'utf8'))),
    ),
  );
});
afterEach(cleanup);

function Refused() {
  return <FailureForAdmins error={useRouteError()} />;
}

/** The title of the page at an address, as the site answers 404 there. */
async function titleAt(address: string, features: readonly Feature[]): Promise<string | null> {
  const { route, params } = matchRoutes(routes, address)!.at(-1)!;
  const pattern = Object.entries(params).reduce(
    (path, [name, value]) => path.replace(`/${value}`, `/:${name}`),
    address,
  );
  const refused = {
    id: route.id!,
    path: pattern.replace('/:lang/', ''),
    ErrorBoundary: Refused,
    Component: () => null,
    loader: () => {
      throw new ApiFailure(404, '', null);
    },
  };
  render(
    <RouterProvider
      router={createMemoryRouter(
        [
          {
            id: ROOT_ROUTE,
            path: '/:lang',
            loader: () => ({ site: { features, locales: ['en'], variant: 'comic' } }),
            HydrateFallback: () => null,
            children: [refused],
          },
        ],
        { initialEntries: [address] },
      )}
    />,
  );
  const title = (await screen.findByRole('heading', { level: 1 })).textContent;
  cleanup();
  return title;
}

it('tells admins of every page whose feature is off that it is', async () => {
  const without = (feature: string) => FEATURES.filter((each) => each !== feature);
  for (const [feature, addresses] of Object.entries(PAGES)) {
    for (const address of addresses) {
      expect([address, await titleAt(address, without(feature))]).toEqual([address, 'This feature is off']);
      expect([address, await titleAt(address, FEATURES)]).not.toEqual([address, 'This feature is off']);
    }
  }
});
