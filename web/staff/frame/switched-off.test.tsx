// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { AdminTerm } from '#contract/term-editing.ts';
import type { NotificationPage } from '#contract/notifications.ts';
import { FEATURES, type Feature } from '#contract/site.ts';
import { Section as Templates } from '#web/staff/moderation/templates-section.tsx';
import { NotificationsView } from '#web/members/notifications/notifications-view.tsx';
import { TermActs } from '#web/staff/terms/term-actions.tsx';
import { DeleteUser } from '#web/staff/users/delete-user.tsx';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { beginSession } from '#web/platform/session/session.ts';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';

beforeAll(() => {
  setMessages(
    'en',
    Object.assign(
      {},
      ...['en', 'en.staff'].map((name) => JSON.parse(readFileSync(`messages/generated/${name}.json`, 'utf8'))),
    ),
  );
  beginSession('kept', { id: 1, username: 'Ada', role: 'admin', settings: {} } as Parameters<typeof beginSession>[1]);
});
afterEach(cleanup);

/** The text on a site with these features, once what opens the rest was pressed. */
async function said(shown: ReactNode, features: readonly Feature[], ...pressed: readonly string[]): Promise<string> {
  const site = { features, locales: ['en'], variant: 'comic' };
  render(
    <RouterProvider
      router={createMemoryRouter(
        [
          {
            id: ROOT_ROUTE,
            path: '/:lang',
            Component: () => shown,
            loader: () => ({ site }),
            HydrateFallback: () => <p>Loading</p>,
          },
        ],
        { initialEntries: ['/en'] },
      )}
    />,
  );
  await expect.poll(() => document.body.textContent).not.toContain('Loading');
  for (const name of pressed) {
    fireEvent.click(screen.getByRole('button', { name }));
  }
  const text = document.body.textContent;
  cleanup();
  return text;
}

it('names comments in what goes and comes with them only where the site has them', async () => {
  const term = { id: 1, name: 'Fox', slug: 'fox', comics_count: 2, forbidden: false, merging_into: null } as AdminTerm;
  const nothing = { data: [], total: 0, unread: 0, last_page: 1 } as unknown as NotificationPage;
  const places: { shown: ReactNode; pressed: string[] }[] = [
    {
      shown: <DeleteUser username="Bob" path="/admin/users/2" open onClose={() => {}} onDone={() => {}} />,
      pressed: [],
    },
    { shown: <TermActs path="tags" term={term} />, pressed: ['Merge into another'] },
    { shown: <NotificationsView page={nothing} />, pressed: [] },
  ];
  for (const { shown, pressed } of places) {
    expect(await said(shown, FEATURES, ...pressed)).toMatch(/comments|replies/);
    expect(
      await said(
        shown,
        FEATURES.filter((each) => each !== 'comments'),
        ...pressed,
      ),
    ).not.toMatch(/comments|replies/i);
  }
});

it('offers words for decisions that the site knows, and names the one that a template was written for', async () => {
  const list = (act: 'takedown' | 'ban') => (
    <Templates
      data={[{ id: 1, act, texts: { en: { title: 'Copied', what: '', why: '', redress: '' } } }]}
      id={null}
      tab={null}
      query={new URLSearchParams()}
    />
  );
  expect(await said(list('ban'), FEATURES, 'Edit')).toMatch(/Take down.*Restore/);
  expect(await said(list('ban'), [], 'Edit')).not.toMatch(/Take down|Reject notice|Restore|Hide|Delete(?!Edit)/);
  expect(await said(list('takedown'), [], 'Edit')).toContain('Take down');
});
