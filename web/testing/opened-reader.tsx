import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, useLoaderData, useParams } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { Chapter, PageImage } from '#contract/chapters.ts';
import type { ComicCard } from '#contract/comics.ts';
import messages from '#messages/generated/en.json' with { type: 'json' };
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { addressesFor } from '#contract/addresses.ts';
import { readProgress } from '#web/library/progress/progress.ts';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';
import { EndPanel, Strip, Tools } from '#web/reader/screen/lazy-parts.ts';
import { Reader } from '#web/reader/screen/reader.tsx';

/** A page of 1000 × 1500. */
export const image = (page: number): PageImage => ({
  id: page,
  page,
  source_url: `data:image/gif;base64,${page}`,
  thumbnail_url: `data:image/gif;base64,thumb${page}`,
  saver_url: '',
  width: 1000,
  height: 1500,
  thumbhash: null,
  color: null,
  trim: null,
  edge: null,
  seam: null,
  slices: null,
});
/** A chapter of five pages, numbered as its id. */
export const chapter = (id: number): Chapter => ({
  id,
  slug: `chapter-${id}`,
  name: `Part ${id}`,
  number: String(id),
  volume: null,
  added_at: '2026-01-01',
  updated_at: '2026-01-01',
  pages: 5,
  premium: false,
  premium_until: null,
  groups: [],
  blocked: false,
  preferred: false,
});
/** A comic read right to left. */
export const comic = {
  id: 7,
  slug: 'moon',
  title: 'Moon',
  direction: 'rtl',
  language: null,
  category: null,
} as unknown as ComicCard;
/** The data of the reader: five pages of a one-shot, but for what is named. */
export const data = (more: Partial<ChapterData> = {}): ChapterData => ({
  comic,
  chapter: null,
  previous: null,
  next: null,
  images: [1, 2, 3, 4, 5].map(image),
  longStrip: false,
  described: false,
  closed: null,
  ...more,
});

function ReaderPage() {
  const { slug = '', chapter: part, page } = useParams();
  const loaded = useLoaderData() as ChapterData;
  const [links] = useState(() => addressesFor('en', 'comic'));
  return (
    <Reader
      key={loaded.chapter?.id ?? 0}
      data={loaded}
      asked={page === undefined ? null : Number(page)}
      address={(to) => links.reader(slug, part, to)}
    />
  );
}

/** Opens the reader at an address of the site; answers the router, whose place is the address bar. */
export async function open(
  address: string,
  { shown = data(), following = shown }: { shown?: ChapterData; following?: ChapterData } = {},
) {
  const site = {
    variant: 'comic',
    features: [],
    locales: ['en'],
    title: 'Komawari',
    ads: { spots: [] },
    premium: { requires: 'login', link: '' },
  };
  const router = createMemoryRouter(
    [
      {
        id: ROOT_ROUTE,
        path: '/:lang',
        loader: () => ({ site, origin: '', nsfw: false, ads: {}, pages: [] }),
        children: [
          { path: 'comic/:slug', element: <p>The comic’s page</p> },
          {
            path: 'comic/:slug/reader/:page?',
            loader: () => shown,
            Component: ReaderPage,
            shouldRevalidate: () => false,
          },
          {
            path: 'comic/:slug/:chapter/reader/:page?',
            loader: ({ params }) => (params.chapter === following.chapter?.slug ? following : shown),
            Component: ReaderPage,
          },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByRole('main');
  return router;
}

/** Has a picture come: here is nothing to load it from. */
export function arrive(name: string) {
  const picture = screen.getByAltText(name);
  Object.assign(picture, { decode: async () => {} });
  Object.defineProperty(picture, 'naturalWidth', { value: 1000 });
  fireEvent.load(picture);
}

/** Answers the list of the comic's chapters; nothing waits for anything else. */
export function answerChapters(list: Chapter[]) {
  globalThis.fetch = async (url) =>
    typeof url === 'string' && url.includes('/chapters?') ? Response.json(list) : new Promise(() => {});
}

/** The label of the part the reader says is in view. */
export const inView = () => screen.getByRole('main').getAttribute('aria-label');
/** The places this browser remembers. */
export const remembered = () => readProgress(JSON.parse(localStorage.getItem('komawari.progress') ?? 'null'));

/** Sets up and takes down what every test of the reader needs: words, a phone, empty storage. To be called once in a file. */
export function prepareReader(): void {
  beforeAll(async () => {
    setMessages('en', messages as never);
    // Here a picture is said to be complete from the start, which with no width means that it failed.
    Object.defineProperty(HTMLImageElement.prototype, 'complete', {
      get(this: HTMLImageElement) {
        return this.naturalWidth > 0;
      },
    });
    // Compiled for the first time, the parts that come later may take longer than a test waits.
    await Promise.all([Strip.load(), EndPanel.load(), Tools.load()]);
  });
  beforeEach(() => {
    // The beginning of the next chapter is asked for ahead; here is no server, and nothing waits for the answer.
    globalThis.fetch = () => new Promise(() => {});
    localStorage.setItem('komawari.reader', '{"zonesShown":true}');
    // Single pages: a phone.
    (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({
      width: 360,
      height: 800,
    });
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
  });
}
