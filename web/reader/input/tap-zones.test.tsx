import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ComicCard } from '#contract/comics.ts';
import messages from '#messages/generated/en.json' with { type: 'json' };
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { preferencesStore } from '#web/library/preferences/reader-preferences.ts';
import { useReaderSettings } from '#web/reader/chapter/use-settings.ts';
import { useActions } from '#web/reader/context/use-action-handler.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { TapZonesTool } from './tap-zones.tsx';

const comic = { id: 7, direction: 'rtl' } as ComicCard;
const images: [] = [];
let total = 0;

function Tool() {
  const control = useReaderSettings({ comic, images, longStrip: false });
  const { take } = useActions();
  return <TapZonesTool reader={{ control, take, view: { total } } as unknown as ReaderContext} />;
}

beforeAll(() => setMessages('en', messages as never));
beforeEach(() => preferencesStore.change((kept) => ({ ...kept, zonesShown: false })));
afterEach(cleanup);

it('shows where to tap once there are pages: also where they come after the reader opened, as after signing in', async () => {
  total = 0;
  const router = createMemoryRouter(
    [
      {
        id: ROOT_ROUTE,
        path: '/:lang',
        loader: () => ({ site: { variant: 'comic', features: [], locales: ['en'] } }),
        Component: Tool,
      },
    ],
    { initialEntries: ['/en'] },
  );
  const { container } = render(<RouterProvider router={router} />);
  await act(() => router.revalidate());
  expect([container.querySelector('.zones'), preferencesStore.get().zonesShown ?? false]).toEqual([null, false]);
  total = 3;
  await act(() => router.revalidate());
  expect(container.querySelector('.zones')?.textContent).toContain('Next');
  expect(preferencesStore.get().zonesShown).toBe(true);
});
