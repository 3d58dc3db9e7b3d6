// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, useLoaderData, useParams } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Chapter, PageImage } from '#contract/chapters.ts';
import type { ComicCard } from '#contract/comics.ts';
import messages from '#messages/generated/en.json' with { type: 'json' };
import { setMessages } from '#web/i18n/i18n.tsx';
import { linksFor } from '#web/links.ts';
import { readProgress } from '#web/kept/progress.ts';
import { ROOT } from '#web/site.ts';
import type { ChapterData } from './chapter-data.ts';
import { Reader } from './reader.tsx';

const image = (page: number): PageImage => ({
  id: page, page, source_url: `data:image/gif;base64,${page}`, thumbnail_url: '', saver_url: '', width: 1000, height: 1500, thumbhash: null, color: null, trim: null, edge: null, seam: null,
});
const chapter = (id: number): Chapter => ({ id, slug: `chapter-${id}`, name: `Part ${id}`, number: String(id), added_at: '2026-01-01', updated_at: '2026-01-01', pages: 5, premium: false, premium_until: null, groups: [] });
const comic = { id: 7, slug: 'moon', title: 'Moon', direction: 'rtl', language: null, category: null } as unknown as ComicCard;
const data = (more: Partial<ChapterData> = {}): ChapterData =>
  ({ comic, chapter: null, previous: null, next: null, images: [1, 2, 3, 4, 5].map(image), longStrip: false, described: false, closed: null, ...more });

function ReaderPage() {
  const { slug = '', chapter: part, page } = useParams();
  const loaded = useLoaderData() as ChapterData;
  const [links] = useState(() => linksFor('en', 'comic'));
  return <Reader key={loaded.chapter?.id ?? 0} data={loaded} asked={page === undefined ? null : Number(page)} address={(to) => links.reader(slug, part, to)} />;
}

/** Opens the reader at an address of the site; answers the router, whose place is the address bar. */
async function open(address: string, { shown = data(), following = shown }: { shown?: ChapterData; following?: ChapterData } = {}) {
  const site = { variant: 'comic', features: [], locales: ['en'], title: 'Komawari', premium: { requires: 'login', link: '' } };
  const router = createMemoryRouter([{
    id: ROOT, path: '/:lang', loader: () => ({ site, origin: '', nsfw: false }),
    children: [
      { path: 'comic/:slug', element: <p>The comic’s page</p> },
      { path: 'comic/:slug/reader/:page?', loader: () => shown, Component: ReaderPage, shouldRevalidate: () => false },
      { path: 'comic/:slug/:chapter/reader/:page?', loader: ({ params }) => (params.chapter === following.chapter?.slug ? following : shown), Component: ReaderPage },
    ],
  }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  await screen.findByRole('main');
  return router;
}

/** Has a picture come: here is nothing to load it from. */
function arrive(name: string) {
  const picture = screen.getByAltText(name);
  Object.assign(picture, { decode: async () => {} });
  Object.defineProperty(picture, 'naturalWidth', { value: 1000 });
  fireEvent.load(picture);
}

/** Answers the list of the comic's chapters; nothing waits for anything else. */
function answerChapters(list: Chapter[]) {
  globalThis.fetch = async (url) => (typeof url === 'string' && url.includes('/chapters?') ? Response.json(list) : new Promise(() => {}));
}

const inView = () => screen.getByRole('main').getAttribute('aria-label');
const remembered = () => readProgress(JSON.parse(localStorage.getItem('komawari.progress') ?? 'null'));

beforeAll(() => { setMessages('en', messages as never); });
beforeEach(() => {
  // The beginning of the next chapter is asked for ahead; here is no server, and nothing waits for the answer.
  globalThis.fetch = () => new Promise(() => {});
  localStorage.setItem('komawari.reader', '{"zonesShown":true}');
  // Single pages: a phone.
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 360, height: 800 });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('turning pages by keys, right to left', () => {
  it('goes on with the left arrow and back with the right one', async () => {
    await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(inView()).toBe('Page 3 of 5');
    await userEvent.keyboard('{ArrowRight}');
    expect(inView()).toBe('Page 2 of 5');
  });

  it('has the next page laid out before it is wanted', async () => {
    await open('/en/comic/moon/reader/1');
    arrive('Page 1');
    const next = await screen.findByAltText('Page 2');
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByAltText('Page 2')).toBe(next);
  });

  it('jumps to both ends', async () => {
    await open('/en/comic/moon/reader/2');
    await userEvent.keyboard('{End}');
    expect(inView()).toBe('Page 5 of 5');
    await userEvent.keyboard('{Home}');
    expect(inView()).toBe('Page 1 of 5');
  });

  it('follows the direction that was chosen, not the comic’s', async () => {
    await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('l{ArrowRight}');
    expect(inView()).toBe('Page 2 of 5');
  });

  it('shows pairs on a wide screen, the cover alone', async () => {
    (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1440, height: 900 });
    await open('/en/comic/moon/reader/1');
    expect(inView()).toBe('Page 1 of 5');
    await userEvent.keyboard('{ArrowLeft}');
    expect(inView()).toBe('Pages 2 and 3 of 5');
  });

  it('leaves keys to a dialog that is open', async () => {
    await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('?');
    expect(await screen.findByText('Keys')).toBeTruthy();
    await userEvent.keyboard('{ArrowLeft}');
    expect(inView()).toBe('Page 1 of 5');
  });

  it('leaves for the comic’s page on Escape', async () => {
    await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByText('The comic’s page')).toBeTruthy();
  });
});

describe('two pages side by side', () => {
  beforeEach(() => { (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1440, height: 900 }); });
  const first = data({ chapter: chapter(1), next: chapter(2) });
  const second = data({ chapter: chapter(2), previous: chapter(1) });

  it('can be moved by one page, which reloads, other chapters and the way back leave as it is', async () => {
    await open('/en/comic/moon/chapter-1/reader/3', { shown: first, following: second });
    expect(inView()).toBe('Pages 2 and 3 of 5');
    await userEvent.keyboard('o');
    expect(inView()).toBe('Page 2 of 5');
    await userEvent.keyboard('{ArrowLeft}');
    expect(inView()).toBe('Pages 3 and 4 of 5');

    cleanup();
    const router = await open('/en/comic/moon/chapter-1/reader/3', { shown: first, following: second });
    expect(inView()).toBe('Pages 3 and 4 of 5');
    await router.navigate('/en/comic/moon/chapter-2/reader/1');
    await waitFor(() => expect(inView()).toBe('Pages 1 and 2 of 5'));
    await router.navigate('/en/comic/moon/chapter-1/reader/1');
    await waitFor(() => expect(inView()).toBe('Page 1 of 5'));
  });

  it('are moved back by the same key, and by choosing how chapters begin', async () => {
    await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('o');
    expect(inView()).toBe('Pages 1 and 2 of 5');
    await userEvent.keyboard('o');
    expect(inView()).toBe('Page 1 of 5');
    await userEvent.keyboard('oe');
    await userEvent.click(await screen.findByRole('tab', { name: 'Pages' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Alone' }));
    expect(inView()).toBe('Page 1 of 5');
  });
});

describe('a wide page that is split', () => {
  const wide = data({ images: [1, 2, 3].map((page) => (page === 2 ? { ...image(page), width: 2000 } : image(page))) });
  const leftOfPicture = () => (screen.getByAltText('Page 2') as HTMLImageElement).style.left;

  it('is two halves in reading order; the place remembers which', async () => {
    localStorage.setItem('komawari.reader', '{"zonesShown":true,"all":{"wide":"split"}}');
    await open('/en/comic/moon/reader/1', { shown: wide });
    await userEvent.keyboard('{ArrowLeft}');
    expect([inView(), leftOfPicture()]).toEqual(['Page 2 of 3', '-100%']);
    await userEvent.keyboard('{ArrowLeft}');
    expect([inView(), leftOfPicture()]).toEqual(['Page 2 of 3', '0%']);
    window.dispatchEvent(new Event('pagehide'));
    expect(remembered()[7]?.chapters[0]).toMatchObject({ page: 2, offset: 0.5 });

    cleanup();
    await open('/en/comic/moon/reader', { shown: wide });
    expect(leftOfPicture()).toBe('0%');
    await userEvent.keyboard('{ArrowLeft}');
    expect(inView()).toBe('Page 3 of 3');
  });
});

describe('pictures', () => {
  it('are fetched ahead once the page in view is there, no more than was chosen', async () => {
    const asked: string[] = [];
    const Picture = globalThis.Image;
    globalThis.Image = class extends Picture { override set src(src: string) { asked.push(src); } };
    try {
      localStorage.setItem('komawari.reader', '{"zonesShown":true,"all":{"preload":2}}');
      await open('/en/comic/moon/reader/1');
      expect([asked, screen.queryByAltText('Page 2')]).toEqual([[], null]);
      arrive('Page 1');
      await screen.findByAltText('Page 2');
      expect(asked).toEqual([image(2).source_url, image(3).source_url]);
      expect(screen.queryByAltText('Page 3')).toBeNull();
    } finally {
      globalThis.Image = Picture;
    }
  });

  it('that have no address or no size leave a page that can be turned', async () => {
    await open('/en/comic/moon/reader/1', { shown: data({ images: [{ ...image(1), source_url: '' }, { ...image(2), width: 0, height: 0 }] }) });
    expect(screen.getByRole('alert').textContent).toContain('Page 1 could not be loaded.');
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByAltText('Page 2').closest<HTMLElement>('.pic')!.style.getPropertyValue('--h')).toBe('1500');
  });
});

describe('the address', () => {
  it('follows the page without adding to the history', async () => {
    const router = await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/comic/moon/reader/2'));
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it('can be gone back from after a jump', async () => {
    const router = await open('/en/comic/moon/reader/2');
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/comic/moon/reader/5'));
    await router.navigate(-1);
    await waitFor(() => expect(inView()).toBe('Page 2 of 5'));
  });

  it('names the last page where it asked for one beyond', async () => {
    const router = await open('/en/comic/moon/reader/99');
    expect(inView()).toBe('Page 5 of 5');
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/comic/moon/reader/5'));
  });
});

describe('the place', () => {
  const place = (page: number, more = {}) => localStorage.setItem('komawari.progress', JSON.stringify({
    7: { slug: 'moon', title: 'Moon', updatedAt: 1, chapters: { 0: { page, offset: 0, maxPage: page, pages: 5, completedAt: null, updatedAt: 1, ...more } } },
  }));

  it('is where one left off when the address names no page', async () => {
    place(3);
    const router = await open('/en/comic/moon/reader');
    expect(inView()).toBe('Page 3 of 5');
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/comic/moon/reader/3'));
  });

  it('is the page that was asked for, wherever one left off', async () => {
    place(3);
    await open('/en/comic/moon/reader/1');
    expect(inView()).toBe('Page 1 of 5');
  });

  it('is the beginning of what was read to its end', async () => {
    place(5, { completedAt: 1 });
    await open('/en/comic/moon/reader');
    expect(inView()).toBe('Page 1 of 5');
  });

  it('is remembered when the page is left', async () => {
    await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}');
    window.dispatchEvent(new Event('pagehide'));
    expect(remembered()[7]?.chapters[0]).toMatchObject({ page: 2, pages: 5, completedAt: null });
  });

  it('is complete once the last page was in view', async () => {
    await open('/en/comic/moon/reader/4');
    await userEvent.keyboard('{ArrowLeft}');
    window.dispatchEvent(new Event('pagehide'));
    expect(remembered()[7]?.chapters[0]?.completedAt).toEqual(expect.any(Number));
  });

  it('is not remembered of a comic of which not every page may be seen', async () => {
    await open('/en/comic/moon/reader/1', { shown: data({ closed: { for: 'members', message: 'Sign in.', asMember: false, until: null } }) });
    await userEvent.keyboard('{ArrowLeft}');
    window.dispatchEvent(new Event('pagehide'));
    expect(remembered()).toEqual({});
  });
});

describe('the end of a chapter', () => {
  const first = data({ chapter: chapter(1), next: chapter(2) });
  const second = data({ chapter: chapter(2), previous: chapter(1) });

  it('stands after the last page and leads on to the next chapter', async () => {
    const router = await open('/en/comic/moon/chapter-1/reader/5', { shown: first, following: second });
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('heading', { name: 'End of Chapter 1: Part 1' })).toBeTruthy();
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/comic/moon/chapter-2/reader/1'));
  });

  it('counts as read when it is left from its last two pages', async () => {
    await open('/en/comic/moon/chapter-1/reader/4', { shown: first, following: second });
    await userEvent.keyboard('.');
    expect(remembered()[7]?.chapters[1]?.completedAt).toEqual(expect.any(Number));
  });

  it('is gone on from at once where nobody wants a panel and there is nothing to say', async () => {
    localStorage.setItem('komawari.reader', '{"zonesShown":true,"all":{"transitions":false}}');
    const router = await open('/en/comic/moon/chapter-1/reader/5', { shown: first, following: second });
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/comic/moon/chapter-2/reader/1'));
  });

  it('is gone back over from a first page: the first step says so, the second goes', async () => {
    const router = await open('/en/comic/moon/chapter-2/reader/1', { shown: first, following: second });
    await userEvent.keyboard('m');
    await screen.findByRole('slider');
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByText('This is the beginning of Chapter 2: Part 2. Go back once more for Chapter 1: Part 1.')).toBeTruthy();
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/comic/moon/chapter-1/reader/5'));
  });

  it('says what is missing before the next chapter and by whom that is; other versions of this one are passed over', async () => {
    const by = (id: number, number: string, group: string): Chapter => ({ ...chapter(id), number, groups: [{ id: group.charCodeAt(0), name: group, slug: group }] });
    const list = [by(1, '1', 'Lamp'), by(2, '1', 'Oil'), by(3, '4', 'Oil')];
    answerChapters(list);
    const router = await open('/en/comic/moon/chapter-1/reader/5', { shown: data({ chapter: list[0]!, next: list[1]! }), following: data({ chapter: list[2]!, previous: list[1]! }) });
    await userEvent.keyboard('m{ArrowLeft}');
    expect(await screen.findByText('2 chapters are missing here, from 2 to 3.')).toBeTruthy();
    expect(screen.getByText('The next chapter is by another group: Oil.')).toBeTruthy();
    await userEvent.keyboard('.');
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/comic/moon/chapter-3/reader/1'));
  });

  it('says why there are no more pages', async () => {
    await open('/en/comic/moon/reader/5', { shown: data({ closed: { for: 'members', message: 'This comic is for members.', asMember: false, until: null } }) });
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('heading', { name: 'Log in to read on' })).toBeTruthy();
    expect(screen.getByText('This comic is for members.')).toBeTruthy();
  });

  it('says so where there are no pages at all', async () => {
    await open('/en/comic/moon/reader', { shown: data({ images: [] }) });
    expect(screen.getByRole('heading', { name: 'There are no pages here yet' })).toBeTruthy();
  });
});

describe('the bars', () => {
  it('have a slider that keys move by the content’s direction', async () => {
    await open('/en/comic/moon/reader/2');
    await userEvent.keyboard('m');
    const slider = await screen.findByRole('slider');
    slider.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(inView()).toBe('Page 3 of 5');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Page 1 of 5');
    await userEvent.keyboard('{End}');
    expect(slider.getAttribute('aria-valuenow')).toBe('5');
  });

  it('lead to all pages at once, where keys move by the content’s direction', async () => {
    await open('/en/comic/moon/reader/2');
    await userEvent.keyboard('t');
    const pages = await screen.findByRole('dialog', { name: 'All pages' });
    await waitFor(() => expect(document.activeElement?.getAttribute('data-page')).toBe('2'));
    await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Page 5');
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(inView()).toBe('Page 4 of 5');
    expect(pages.hasAttribute('open')).toBe(false);
  });

  it('lead to the last page where a number beyond it was asked for, and say so', async () => {
    await open('/en/comic/moon/reader/2');
    await userEvent.keyboard('g');
    const field = await screen.findByRole('spinbutton');
    await userEvent.clear(field);
    await userEvent.type(field, '99{Enter}');
    expect(inView()).toBe('Page 5 of 5');
    expect(await screen.findByText('There are 5 pages: this is the last one.')).toBeTruthy();
  });

  it('list the chapters: what was read, what is open, and those whose number is typed', async () => {
    localStorage.setItem('komawari.progress', JSON.stringify({
      7: { slug: 'moon', title: 'Moon', updatedAt: 1, chapters: { 11: { page: 5, offset: 0, maxPage: 5, pages: 5, completedAt: 1, updatedAt: 1 } } },
    }));
    const list = [chapter(11), chapter(12), chapter(13)];
    answerChapters(list);
    const shown = data({ comic: { ...comic, chapters_count: 3 }, chapter: list[1]!, previous: list[0]!, next: list[2]! });
    await open('/en/comic/moon/chapter-12/reader/1', { shown });
    await userEvent.keyboard('m');
    await userEvent.click((await screen.findAllByRole('button', { name: 'Chapters' }))[0]!);
    const sheet = await screen.findByRole('dialog', { name: 'Chapters' });
    expect((await within(sheet).findAllByRole('link')).map((link) => link.textContent)).toEqual(['Chapter 11: Part 115 pagesRead', 'Chapter 12: Part 125 pages', 'Chapter 13: Part 135 pages']);
    expect(within(sheet).getByRole('link', { current: 'page' }).textContent).toContain('Chapter 12');
    await userEvent.type(within(sheet).getByRole('searchbox'), '13');
    expect(within(sheet).getAllByRole('link')).toHaveLength(1);
  });
});

describe('the settings', () => {
  it('apply at once and say that they are this comic’s', async () => {
    await open('/en/comic/moon/reader/2');
    await userEvent.keyboard('e');
    await userEvent.click(await screen.findByRole('radio', { name: 'Strip' }));
    expect(screen.getByRole('region', { name: 'Pages as a strip' })).toBeTruthy();
    expect(screen.getByText('This comic', { selector: '.scope--own' })).toBeTruthy();
    expect(JSON.parse(localStorage.getItem('komawari.reader') ?? '').comics).toEqual([[7, { mode: 'webtoon', layout: 'vertical' }]]);
  });

  it('hold for all comics where that was chosen', async () => {
    await open('/en/comic/moon/reader/2');
    await userEvent.keyboard('e');
    await userEvent.click(await screen.findByRole('radio', { name: 'All comics' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Picture' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Paper' }));
    expect(JSON.parse(localStorage.getItem('komawari.reader') ?? '').all).toEqual({ ground: 'paper' });
  });
});
