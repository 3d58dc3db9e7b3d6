// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Chapter } from '#contract/chapters.ts';
import {
  answerChapters,
  chapter,
  comic,
  data,
  inView,
  open,
  prepareReader,
  remembered,
} from '#web/testing/opened-reader.tsx';

prepareReader();

describe('the end of a chapter', () => {
  const first = data({ chapter: chapter(1), next: chapter(2) });
  const second = data({ chapter: chapter(2), previous: chapter(1) });

  it('stands after the last page and leads on to the next chapter', async () => {
    const router = await open('/en/comic/moon/chapter-1/reader/5', { shown: first, following: second });
    await userEvent.keyboard('{ArrowLeft}');
    expect(await screen.findByRole('heading', { name: 'End of Chapter 1: Part 1' })).toBeTruthy();
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
    expect(
      await screen.findByText('This is the beginning of Chapter 2: Part 2. Go back once more for Chapter 1: Part 1.'),
    ).toBeTruthy();
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/comic/moon/chapter-1/reader/5'));
  });

  it('says what is missing before the next chapter and by whom that is; other versions of this one are passed over', async () => {
    const by = (id: number, number: string, group: string): Chapter => ({
      ...chapter(id),
      number,
      groups: [{ id: group.charCodeAt(0), name: group, slug: group }],
    });
    const list = [by(1, '1', 'Lamp'), by(2, '1', 'Oil'), by(3, '4', 'Oil')];
    answerChapters(list);
    const router = await open('/en/comic/moon/chapter-1/reader/5', {
      shown: data({ chapter: list[0]!, next: list[1]! }),
      following: data({ chapter: list[2]!, previous: list[1]! }),
    });
    await userEvent.keyboard('m{ArrowLeft}');
    expect(await screen.findByText('2 chapters are missing here, from 2 to 3.')).toBeTruthy();
    expect(screen.getByText('The next chapter is by another group: Oil.')).toBeTruthy();
    await userEvent.keyboard('.');
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/comic/moon/chapter-3/reader/1'));
  });

  it('says why there are no more pages', async () => {
    await open('/en/comic/moon/reader/5', {
      shown: data({ closed: { for: 'members', message: 'This comic is for members.', asMember: false, until: null } }),
    });
    await userEvent.keyboard('{ArrowLeft}');
    expect(await screen.findByRole('heading', { name: 'Log in to read on' })).toBeTruthy();
    expect(screen.getByText('This comic is for members.')).toBeTruthy();
  });

  it('says so where there are no pages at all', async () => {
    await open('/en/comic/moon/reader', { shown: data({ images: [] }) });
    expect(await screen.findByRole('heading', { name: 'No pages here yet' })).toBeTruthy();
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
    localStorage.setItem(
      'komawari.progress',
      JSON.stringify({
        7: {
          slug: 'moon',
          title: 'Moon',
          updatedAt: 1,
          chapters: { 11: { page: 5, offset: 0, maxPage: 5, pages: 5, completedAt: 1, updatedAt: 1 } },
        },
      }),
    );
    const list = [chapter(11), chapter(12), chapter(13)];
    answerChapters(list);
    const shown = data({
      comic: { ...comic, chapters_count: 3 },
      chapter: list[1]!,
      previous: list[0]!,
      next: list[2]!,
    });
    await open('/en/comic/moon/chapter-12/reader/1', { shown });
    await userEvent.keyboard('m');
    await userEvent.click((await screen.findAllByRole('button', { name: 'Chapters' }))[0]!);
    const sheet = await screen.findByRole('dialog', { name: 'Chapters' });
    expect((await within(sheet).findAllByRole('link')).map((link) => link.textContent)).toEqual([
      'Chapter 11: Part 115 pagesRead',
      'Chapter 12: Part 125 pages',
      'Chapter 13: Part 135 pages',
    ]);
    expect(within(sheet).getByRole('link', { current: 'page' }).textContent).toContain('Chapter 12');
    await userEvent.type(within(sheet).getByRole('searchbox'), '13');
    expect(within(sheet).getAllByRole('link')).toHaveLength(1);
  });
});
