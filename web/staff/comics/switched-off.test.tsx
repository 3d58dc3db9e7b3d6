// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { FEATURES, type Feature } from '#contract/site.ts';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { BulkActions } from '#web/staff/bulk/bulk-actions.tsx';
import type { ComicSelection } from '#web/staff/bulk/selection.ts';
import { TableFilters } from './table-filters.tsx';
import { readTable } from './table-query.ts';

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

const selected = { count: 2, clear: () => {} } as unknown as ComicSelection;

function Shown() {
  return (
    <>
      <TableFilters query={readTable(new URLSearchParams())} names={new Map()} onChange={() => {}} />
      <BulkActions selected={selected} onDone={() => {}} />
    </>
  );
}

async function show(features: readonly Feature[]): Promise<string> {
  const site = { features, locales: ['en'], variant: 'comic' };
  render(
    <RouterProvider
      router={createMemoryRouter(
        [{ id: ROOT_ROUTE, path: '/:lang', Component: Shown, loader: () => ({ site }), HydrateFallback: () => null }],
        { initialEntries: ['/en'] },
      )}
    />,
  );
  await screen.findByRole('search');
  return document.body.textContent;
}

it('offers what concerns terms where the site has them', async () => {
  const said = await show(FEATURES);
  for (const offer of [
    'No tags',
    'No language',
    'Add tags and credits',
    'Remove tags and credits',
    'Replace tags and credits',
    'Premium',
  ]) {
    expect(said).toContain(offer);
  }
});

it('offers nothing that concerns what the site does not have', async () => {
  const said = await show(['languages']);
  for (const offer of ['No language', 'Replace tags and credits', 'No cover']) {
    expect(said).toContain(offer);
  }
  for (const offer of ['No tags', 'Add tags and credits', 'Remove tags and credits', 'Premium']) {
    expect(said).not.toContain(offer);
  }
  cleanup();
  expect(await show([])).not.toContain('Replace tags and credits');
});
