// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import messages from '#messages/generated/en.json' with { type: 'json' };
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { DemoProgress } from './demo-progress.tsx';

beforeAll(() => {
  setMessages('en', messages as never);
});
/** Lets the clock run to the next look. */
const later = (milliseconds = 3000) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says how far the demo library has come in, shows what has come, and is gone when it is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answers = [{ demo: { done: 5, total: 51 } }, { demo: { done: 5, total: 51 } }, null, {}];
  const asked = vi.fn<() => Promise<Response>>(() => {
    const answer = answers.shift();
    return answer === null ? Promise.reject(new TypeError('no network')) : Promise.resolve(Response.json(answer));
  });
  vi.stubGlobal('fetch', asked);
  const loader = vi.fn<() => null>(() => null);
  await act(async () => {
    render(
      <RouterProvider
        router={createMemoryRouter(
          [
            {
              path: '/:lang',
              element: <DemoProgress known={{ done: 0, total: 51 }} />,
              loader,
              HydrateFallback: () => null,
            },
          ],
          { initialEntries: ['/en'] },
        )}
      />,
    );
  });
  expect(screen.getByText('Loading the demo library: 0 of 51 comics.')).toBeTruthy();
  await later(0);
  expect(screen.getByText('Loading the demo library: 5 of 51 comics.')).toBeTruthy();
  expect(loader).toHaveBeenCalledTimes(2);
  // The same again, and no answer: it asks on, and the page stays.
  await later();
  await later();
  expect(asked).toHaveBeenCalledTimes(3);
  expect(screen.getByText('Loading the demo library: 5 of 51 comics.')).toBeTruthy();
  expect(loader).toHaveBeenCalledTimes(2);
  await later();
  expect(screen.queryByText(/demo library/)).toBeNull();
  expect(loader).toHaveBeenCalledTimes(3);
  await later();
  expect(asked).toHaveBeenCalledTimes(4);
});
