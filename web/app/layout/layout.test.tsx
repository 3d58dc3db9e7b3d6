import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SiteConfig } from '#contract/site.ts';
import { setMessages, translatorFor } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE, type RootData } from '#web/platform/page/root-data.ts';
import { Link } from '#web/ui/basic/link.tsx';
import { Layout } from './layout.tsx';
import { noticesHtml } from './notices.ts';

const site: SiteConfig = {
  id: 'komawari',
  name: 'Komawari',
  letter: 'K',
  logo: null,
  title: 'Komawari',
  description: '',
  url: '',
  cdn: '',
  locales: ['en', 'ar', 'de'],
  defaultLocale: 'en',
  variant: 'comic',
  features: ['logo', 'tags', 'artists', 'nsfw'],
  social: [],
  links: [{ label: 'Forum', url: 'https://forum.example/' }],
  home: { blocks: [] },
  style: '',
  nsfw: false,
  indexing: 'safe',
  noai: false,
  theme: 'dark',
  ads: { spots: [] },
  premium: { requires: 'login', link: '' },
  analytics: null,
  trackers: [],
  signIn: { passwords: true, providers: [], proxy: null },
  consent: { analytics: false, ads: false },
};
const pages: RouteObject[] = [
  {
    path: 'latest',
    Component: () => (
      <>
        <h1>Latest</h1>
        <Link to="?page=2">two</Link>
        <Link to="/en/comic/a" preventScrollReset>
          a tab
        </Link>
      </>
    ),
    loader: () => null,
  },
  {
    path: 'comic/:slug',
    Component: () => <h1>A comic</h1>,
    loader: () => ({ title: 'Quiet garden' }),
    handle: { Bar: ({ data }: { data: { title: string } }) => <b>{data.title}</b> },
  },
  {
    path: 'read',
    Component: () => (
      <main>
        <h1>Reading</h1>
      </main>
    ),
    loader: () => null,
    handle: { frame: 'bare' },
  },
];

beforeAll(async () => {
  const messages = await import('#messages/generated/en.json');
  setMessages('en', messages.default as never);
});
beforeEach(() => {
  localStorage.clear();
  window.scrollTo(0, 0);
  document.documentElement.dataset.theme = 'dark';
});
afterEach(cleanup);

async function show(path: string, changes: Partial<SiteConfig> = {}) {
  const root: RootData = {
    site: { ...site, ...changes },
    origin: 'http://comics.test',
    nsfw: false,
    ads: {},
    pages: [],
    search: '',
  };
  const router = createMemoryRouter(
    [
      {
        id: ROOT_ROUTE,
        path: '/:lang',
        loader: () => root,
        Component: Layout,
        HydrateFallback: () => null,
        children: pages,
      },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { level: 1 });
  return router;
}
const bar = () => within(screen.getByRole('banner'));

describe('the bar', () => {
  it('leads to the kinds the site has, in the order of the bar, and to its fixed links in a new tab', async () => {
    await show('/en/latest');
    const names = bar()
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(names).toEqual(['/en', '/en/latest', '/en/tags', '/en/artists', 'https://forum.example/', '/en/login']);
    const forum = bar().getByRole('link', { name: /Forum/ });
    expect([forum.getAttribute('target'), forum.getAttribute('rel')]).toEqual(['_blank', 'nofollow noopener']);
    expect(bar().getByRole('link', { current: 'page' }).textContent).toBe('Comics');
  });

  it('offers the choice of ratings only where the site has it, as a form that loads the root of the page’s language with the other value', async () => {
    await show('/en/latest');
    const choice = bar().getByRole('switch');
    expect(choice.getAttribute('aria-checked')).toBe('false');
    expect([
      choice.getAttribute('name'),
      choice.getAttribute('value'),
      choice.closest('form')?.getAttribute('action'),
    ]).toEqual(['nsfw', 'true', '/en']);
    cleanup();
    await show('/en/latest', { features: [] });
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('shows the letter of a site without a logo', async () => {
    await show('/en/latest', { features: [] });
    expect(bar().getByRole('link', { name: 'Komawari' }).textContent).toBe('KKomawari');
  });

  it('gives way to that of the page after 60 pixels', async () => {
    await show('/en/comic/a');
    expect(bar().queryByText('Quiet garden')).toBeNull();
    await scrollTo(59);
    expect(bar().queryByText('Quiet garden')).toBeNull();
    await scrollTo(60);
    expect(bar().getByText('Quiet garden')).toBeTruthy();
    await scrollTo(0);
    expect(bar().queryByText('Quiet garden')).toBeNull();
  });

  it('and the footer are missing where the page brings its own', async () => {
    await show('/en/read');
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });
});

describe('the footer', () => {
  it('leads to the same page in every language of the site, and keeps the choice', async () => {
    await show('/en/latest?page=3');
    const languages = within(screen.getByRole('contentinfo'))
      .getAllByRole('link')
      .filter((link) => link.hasAttribute('hreflang'));
    expect(languages.map((link) => link.getAttribute('href'))).toEqual([
      '/en/latest?page=3',
      '/ar/latest?page=3',
      '/de/latest?page=3',
    ]);
    const german = languages[2]!;
    german.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(german);
    expect(localStorage.getItem('lang')).toBe('de');
    expect(document.cookie).toContain('lang=de');
  });
});

describe('the theme', () => {
  it('is chosen from three, applied at once and kept', async () => {
    await show('/en/latest');
    await userEvent.click(bar().getByText('Light'));
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(localStorage.getItem('theme')).toBe('light');
    expect(document.cookie).toContain('theme=light');
  });
});

describe('arriving on another page', () => {
  it('moves the focus to its heading and scrolls to the top', async () => {
    const router = await show('/en/latest');
    await scrollTo(400);
    await act(() => router.navigate('/en/comic/a'));
    expect(document.activeElement?.textContent).toBe('A comic');
    expect(window.scrollY).toBe(0);
  });

  it('changes neither when only the page of a list changes', async () => {
    await show('/en/latest');
    await scrollTo(400);
    const link = screen.getByText('two');
    await userEvent.click(link);
    expect(document.activeElement).toBe(link);
    expect(window.scrollY).toBe(400);
  });

  it('stays where it is where the link is a tab of what is shown', async () => {
    await show('/en/latest');
    await scrollTo(400);
    await userEvent.click(screen.getByText('a tab'));
    await screen.findByText('A comic');
    expect(window.scrollY).toBe(400);
  });

  it('does not scroll the reader', async () => {
    const router = await show('/en/latest');
    await scrollTo(400);
    await act(() => router.navigate('/en/read'));
    expect(window.scrollY).toBe(400);
  });

  it('goes back to where the page was', async () => {
    const router = await show('/en/latest');
    await scrollTo(400);
    await act(() => router.navigate('/en/comic/a'));
    await act(() => router.navigate(-1));
    expect(window.scrollY).toBe(400);
  });
});

async function scrollTo(y: number) {
  await act(async () => {
    window.scrollTo(0, y);
    window.dispatchEvent(new Event('scroll'));
  });
}

it('leads past what the operator has to say before anything else has the focus, and has nothing there where nothing is said', async () => {
  const said = noticesHtml(
    [
      {
        id: 1,
        html: '<p>New <a href="/en/latest">comics</a></p>',
        level: 'info',
        audience: 'everyone',
        dismissible: true,
      },
    ],
    translatorFor('en'),
  );
  document.body.insertAdjacentHTML('afterbegin', `<div>${said}</div>`);
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('href')).toBe('#main');
  document.body.firstElementChild?.remove();
  expect(noticesHtml([], translatorFor('en'))).toBe('');
});
