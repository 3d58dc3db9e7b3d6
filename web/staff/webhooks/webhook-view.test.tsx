// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, useLoaderData, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { WebhookDelivery, WebhookWithSecret } from '#contract/webhooks.ts';
import messages from '#messages/generated/en.json' with { type: 'json' };
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { WebhookView } from './webhook-view.tsx';

const MOMENT = '2026-11-01T10:00:00.000Z';
const webhook: WebhookWithSecret = {
  id: 7,
  url: 'https://hooks.example/here',
  form: 'standard',
  events: ['comic.published'],
  enabled: true,
  failing_since: null,
  stopped_at: null,
  created_at: MOMENT,
  deliveries: { waiting: 1, delivered: 0, failed: 0 },
  secret: 'whsec_aa',
};
const ping: WebhookDelivery = {
  id: 1,
  message: 'msg_1',
  event: 'ping',
  state: 'waiting',
  tries: 0,
  status: null,
  error: null,
  body: '{}',
  created_at: MOMENT,
  tried_at: null,
  next_at: null,
};

beforeAll(() => {
  const staff = JSON.parse(readFileSync('messages/generated/en.staff.json', 'utf8')) as object;
  setMessages('en', { ...messages, ...staff } as never);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Shows a webhook whose message stands as `now` says whenever it is read; answers how often it was read. */
async function show(now: () => WebhookDelivery) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const loader = vi.fn<() => WebhookDelivery>(() => now());
  function Shown() {
    return (
      <WebhookView webhook={webhook} deliveryPage={{ deliveries: [useLoaderData() as WebhookDelivery], next: null }} />
    );
  }
  const routes: RouteObject[] = [
    {
      id: 'root',
      path: '/:lang',
      loader: () => ({ site: { variant: 'comic', features: [] } }),
      shouldRevalidate: () => false,
      HydrateFallback: () => null,
      children: [{ id: 'webhook', index: true, loader, Component: Shown }],
    },
  ];
  await act(async () => {
    render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/en'] })} />);
  });
  return loader;
}

/** Lets time go by; what is read in it arrives. */
const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('reads what became of a message again until it was tried, and no longer', async () => {
  let stands = ping;
  const read = await show(() => stands);
  expect(screen.getByRole('table').textContent).toContain('Waiting');
  expect(read).toHaveBeenCalledTimes(1);
  await later(5_000);
  expect(read.mock.calls.length).toBeGreaterThan(1);
  expect(screen.getByRole('table').textContent).toContain('Waiting');

  stands = { ...ping, state: 'delivered', tries: 1, status: 204, tried_at: MOMENT };
  await later(5_000);
  expect(screen.getByRole('table').textContent).toContain('Delivered204');
  const before = read.mock.calls.length;
  await later(60_000);
  expect(read).toHaveBeenCalledTimes(before);
});

it('asks nothing while nobody looks at the page, nor for a message that waits for its next try', async () => {
  let stands = ping;
  const looking = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const read = await show(() => stands);
  await later(60_000);
  expect(read).toHaveBeenCalledTimes(1);
  looking.mockReturnValue('visible');
  stands = { ...ping, tries: 1, status: 500, next_at: MOMENT };
  await later(3_000);
  expect(read).toHaveBeenCalledTimes(2);
  await later(60_000);
  expect(read).toHaveBeenCalledTimes(2);
});
