import { readFileSync } from 'node:fs';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ComicCard } from '#contract/comics.ts';
import type { SiteConfig } from '#contract/site.ts';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE, type RootData } from '#web/platform/page/root-data.ts';
import { Card } from './card.tsx';

const site: SiteConfig = {
  id: 'test',
  name: 'Test',
  letter: 'T',
  logo: null,
  title: 'Test',
  description: '',
  url: '',
  cdn: '',
  locales: ['en', 'ar', 'zh'],
  defaultLocale: 'en',
  variant: 'comic',
  features: ['tags', 'languages', 'categories', 'premium'],
  social: [],
  links: [],
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
const comic: ComicCard = {
  id: 1,
  linkcode: null,
  title: 'The secret ingredients',
  title_original: 'The secret ingredients',
  alternative_title: null,
  slug: 'the-secret-ingredients',
  description: null,
  rewritten: false,
  translated: false,
  speechless: false,
  uploaded_at: '2024-08-09',
  pages: 8,
  favorites: 0,
  views: 0,
  status: null,
  chapters_count: 0,
  latest_chapter: null,
  thumb_url: 'http://localhost/small.webp',
  image_url: 'http://localhost/large.webp',
  short_url: 'http://localhost/g/1',
  premium: false,
  premium_until: null,
  rating: 'safe',
  direction: 'ltr',
  cover: { width: 640, height: 960, thumbhash: null, color: '#416467' },
  category: { id: 2, name: 'Comic', slug: 'comic' },
  language: { id: 3, name: 'English', slug: 'english', code: 'en', icon: 'en' },
  tags: [],
};

async function show(changes: Partial<ComicCard>, locale = 'en', news = false): Promise<HTMLElement> {
  const data: RootData = { site, origin: 'http://localhost', nsfw: true, ads: {}, pages: [], search: '' };
  const router = createMemoryRouter(
    [
      {
        id: ROOT_ROUTE,
        path: '/:lang',
        Component: () => <Card comic={{ ...comic, ...changes }} news={news} />,
        loader: () => data,
        HydrateFallback: () => null,
      },
    ],
    { initialEntries: [`/${locale}`] },
  );
  render(<RouterProvider router={router} />);
  return screen.findByRole('article');
}

beforeAll(() => {
  for (const locale of ['en', 'ar', 'zh'] as const) {
    setMessages(locale, JSON.parse(readFileSync(`messages/generated/${locale}.json`, 'utf8')));
  }
});
afterEach(cleanup);

describe('Card', () => {
  it('is one link named by the title, in the language of the comic', async () => {
    const card = await show({});
    const link = within(card).getByRole('link', { name: 'The secret ingredients' });
    expect(within(card).getAllByRole('link')).toEqual([link]);
    expect(link.getAttribute('href')).toBe('/en/comic/the-secret-ingredients');
    expect(link.closest('[lang]')?.getAttribute('lang')).toBe('en');
  });

  it("says the title in the reader's language where it was translated, and in which language it is", async () => {
    const card = await show({ title: 'المكونات السرية' }, 'ar');
    expect(within(card).getByRole('link', { name: 'المكونات السرية' }).closest('[lang]')?.getAttribute('lang')).toBe(
      'ar',
    );
  });

  it('says in a list by newest chapters which one came, and when; of a one-shot when it was added', async () => {
    const chapter = { id: 5, slug: 'chapter-12', name: 'Rain', number: '12', added_at: '2025-03-04' };
    const card = await show({ chapters_count: 12, latest_chapter: chapter }, 'en', true);
    expect(card.textContent).toContain('Ch. 12');
    expect(card.querySelector('time')?.dateTime).toBe('2025-03-04');
    cleanup();
    expect((await show({ latest_chapter: { ...chapter, number: null } }, 'zh', true)).textContent).toContain('Rain');
    cleanup();
    const oneshot = await show({}, 'en', true);
    expect([oneshot.textContent?.includes('Ch.'), oneshot.querySelector('time')?.dateTime]).toEqual([
      false,
      '2024-08-09',
    ]);
    cleanup();
    expect((await show({ chapters_count: 12, latest_chapter: chapter })).querySelector('time')?.dateTime).toBe(
      '2024-08-09',
    );
  });

  it('says language, category, pages and date', async () => {
    const card = await show({});
    expect(card.textContent).toContain('English');
    expect(card.textContent).toContain('Comic');
    expect(card.textContent).toContain('8 pages');
    expect(card.querySelector('time')?.dateTime).toBe('2024-08-09');
  });

  it('counts the chapters of a series', async () => {
    expect((await show({ chapters_count: 12 })).textContent).toContain('12 chapters');
  });

  it('keeps the box of the cover before it is there', async () => {
    const card = await show({});
    const image = card.querySelector('img')!;
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['640', '960']);
    expect(image.getAttribute('sizes')).toContain('vw');
    expect(image.alt).toBe('');
    expect(card.querySelector<HTMLElement>('.cover')?.style.getPropertyValue('--ph')).toBe('#416467');
  });

  it('lets an Arabic title run from right to left on an English page', async () => {
    const card = await show({
      title: 'أحب أن أقرأ!',
      title_original: 'أحب أن أقرأ!',
      language: { id: 4, name: 'Arabic', slug: 'arabic', code: 'ar', icon: 'ar' },
    });
    const title = card.querySelector('bdi')!;
    expect(title.textContent).toBe('أحب أن أقرأ!');
    expect(title.dir).toBe('auto');
    expect(title.closest('[lang]')?.getAttribute('lang')).toBe('ar');
  });

  it('names the language of a Chinese title, by which its lines break between words', async () => {
    const card = await show(
      { title: '灵光一闪', language: { id: 5, name: 'Chinese', slug: 'chinese', code: 'zh', icon: 'zh' } },
      'zh',
    );
    expect(card.querySelector('.card__title')?.getAttribute('lang')).toBe('zh');
  });

  it('says in words when a language has no flag', async () => {
    const card = await show({ language: { id: 6, name: 'Klingon', slug: 'klingon', code: 'tlh', icon: null } });
    expect(card.querySelector('.flag')).toBeNull();
    expect(within(card).getByText('Klingon').className).toBe('');
  });

  it('marks premium and adult comics, and no others', async () => {
    const card = await show({ premium: true, rating: 'explicit' });
    expect([...card.querySelectorAll('.badge')].map((badge) => badge.textContent)).toEqual(['Premium', '18+']);
    cleanup();
    expect((await show({})).querySelector('.badge')).toBeNull();
  });

  it('shows the fallback picture of a comic whose cover is withheld, without a second size', async () => {
    const card = await show({ cover: null, rating: 'explicit' });
    expect(card.querySelector('img')?.hasAttribute('sizes')).toBe(false);
  });
});
