import { act, cleanup, render, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, it } from 'vitest';
import { createStore } from '#web/platform/state/store.ts';
import { usePosition } from './use-position.ts';

afterEach(cleanup);

it('an address that is drawn after the reader has gone on does not take them back; the one before in history does', async () => {
  const asked = createStore(1);
  let made!: ReturnType<typeof usePosition>;
  function Shown() {
    made = usePosition({
      chapter: '',
      total: 5,
      closed: false,
      asked: asked.use(),
      resume: () => null,
      hydrated: true,
      address: (page) => `/en/comic/moon/reader/${page}`,
    });
    return null;
  }
  const router = createMemoryRouter([{ path: '/en/comic/moon/reader/:page', Component: Shown }], {
    initialEntries: ['/en/comic/moon/reader/1'],
  });
  render(<RouterProvider router={router} />);
  act(() => made.moveTo({ page: 3 }, 'jump'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/en/comic/moon/reader/3'));
  act(() => asked.set(2));
  expect(made.position.page).toBe(3);
  act(() => asked.set(3));
  expect(made.position.page).toBe(3);
  await act(() => router.navigate(-1));
  act(() => asked.set(1));
  expect(made.position.page).toBe(1);
});
