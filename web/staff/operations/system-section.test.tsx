// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { System } from '#contract/system.ts';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { Section } from './system-section.tsx';

beforeAll(() =>
  setMessages(
    'en',
    Object.assign(
      {},
      ...['en', 'en.staff'].map((name) => JSON.parse(readFileSync(`messages/generated/${name}.json`, 'utf8'))),
    ),
  ),
);
afterEach(cleanup);

const system = {
  versions: { komawari: '1', node: '24', database: '17', started_at: '2026-01-01T00:00:00Z' },
  checks: {
    database: { ok: true, kind: 'pglite' },
    store: { ok: true, kind: 'disk' },
    address: { ok: true, url: 'https://tea.example' },
    mail: { ok: true, kind: 'smtp', from: 'no-reply@comics.example' },
    jobs: { ok: true, here: true, holders: 1, overdue: 0 },
    catalogue: { ok: true, comics: 3, bytes: 9, behind_seconds: 0 },
  },
  disk: null,
  storage: null,
  forgotten: null,
  pages: null,
  backups: { made: [], next: null },
  refused: [],
  migrations: [],
} satisfies Omit<System, 'purges'>;

/** The facts of the panel about the CDN, by their names; null where there is none. */
async function purgeFacts(purges: System['purges']): Promise<Record<string, string> | null> {
  const data: System = { ...system, purges };
  render(
    <RouterProvider
      router={createMemoryRouter(
        [
          {
            id: ROOT_ROUTE,
            path: '/:lang',
            loader: () => ({ site: { features: [] } }),
            HydrateFallback: () => null,
            Component: () => <Section data={data} id={null} tab={null} query={new URLSearchParams()} />,
          },
        ],
        { initialEntries: ['/en'] },
      )}
    />,
  );
  await screen.findByRole('heading', { name: 'System' });
  const panel = screen.queryByRole('heading', { name: 'CDN purges' })?.closest('section');
  if (!panel) return null;
  return Object.fromEntries(
    within(panel)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling!.textContent]),
  );
}

it('says which URLs the CDN has still to forget, which it did not take, and what it took last', async () => {
  expect(
    await purgeFacts({
      waiting: 12,
      failed: 2,
      failed_since: '2026-03-04T10:00:00Z',
      done: { count: 5, at: '2026-03-05T10:00:00Z' },
    }),
  ).toEqual({
    Waiting: '12 URLs',
    'Failed, to be retried': expect.stringMatching(/^2 URLs.*Mar/),
    'Last purge': expect.stringMatching(/^5 URLs.*Mar/),
  });
  cleanup();
  expect(await purgeFacts({ waiting: 0, failed: 0, failed_since: null, done: null })).toEqual({
    Waiting: '0 URLs',
    'Last purge': 'No purges yet',
  });
  cleanup();
  expect(await purgeFacts(null)).toBeNull();
});
