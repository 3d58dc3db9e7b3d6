// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { FirstStart } from '#contract/first-start.ts';
import { FEATURES } from '#contract/site.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { Section } from './setup-section.tsx';

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

const settings = { revision: 0, values: {}, origins: {}, secrets: [] } as unknown as SiteSettings;
const mail = { ok: false, from: 'no-reply@comics.test' };

/** The names of the steps, and which of them is open, where the address names one or none. */
async function stepsAt(id: string | null, start: Pick<FirstStart, 'demo' | 'done'>): Promise<[string[], string[]]> {
  const data = { start: { ...start, open: true, watched: null }, settings, mail } as Parameters<
    typeof Section
  >[0]['data'];
  const Shown = () => <Section data={data} id={id} tab={null} query={new URLSearchParams()} />;
  const site = { features: FEATURES, locales: ['en'], variant: 'comic' };
  render(
    <RouterProvider
      router={createMemoryRouter(
        [{ id: ROOT_ROUTE, path: '/:lang', Component: Shown, loader: () => ({ site }), HydrateFallback: () => null }],
        { initialEntries: ['/en'] },
      )}
    />,
  );
  const links = within(await screen.findByRole('list')).getAllByRole('link');
  const said = (all: HTMLElement[]) => all.map(({ textContent }) => textContent);
  return [said(links), said(links.filter((link) => link.getAttribute('aria-current') === 'step'))];
}

it('asks about the demo library where there is one, or was one', async () => {
  for (const start of [
    { demo: 'there', done: [] },
    { demo: 'loading', done: [] },
    { demo: 'none', done: ['demo'] },
  ] as const) {
    expect((await stepsAt('mail', { ...start, done: [...start.done] }))[0]).toContain('Demo library');
    cleanup();
  }
});

it('leads past it where there never was one, also whoever opens its address', async () => {
  const done: FirstStart['done'] = ['name', 'languages', 'works'];
  const [steps, open] = await stepsAt('demo', { demo: 'none', done });
  expect(steps).toEqual(['Name', 'Languages', 'Adult works', 'Mail', 'The first comics']);
  expect(open).toEqual(['Mail']);
});
