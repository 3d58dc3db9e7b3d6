// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Chapter } from '#contract/chapters.ts';
import {
  answerChapters,
  arrive,
  chapter,
  data,
  image,
  inView,
  open,
  prepareReader,
} from '#web/testing/opened-reader.tsx';

prepareReader();

const chosen = (all: object) => localStorage.setItem('komawari.reader', JSON.stringify({ zonesShown: true, all }));
/** The page that is read panel by panel. */
const guided = () => document.querySelector<HTMLImageElement>('.guided img')?.src;

describe('keys', () => {
  it('are left to any dialog that is open', async () => {
    await open('/en/comic/moon/reader/1');
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.showModal();
    try {
      await userEvent.keyboard('{ArrowLeft}{Escape}');
      expect(inView()).toBe('Page 1 of 5');
    } finally {
      dialog.remove();
    }
  });

  it('are not kept by a button that was clicked: the space bar goes on', async () => {
    await open('/en/comic/moon/reader/1');
    await userEvent.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Reader settings' }) });
    expect(document.activeElement).toBe(document.body);
    await userEvent.keyboard(' ');
    expect(inView()).toBe('Page 2 of 5');
  });

  it('show all of a page that is wider than the screen before they turn it', async () => {
    await open('/en/comic/moon/reader/1');
    const spread = document.querySelector('.spread.is-now')!;
    Object.defineProperties(spread, { clientWidth: { value: 100 }, scrollWidth: { value: 200 } });
    await userEvent.keyboard(' ');
    expect(inView()).toBe('Page 1 of 5');
    spread.scrollLeft = -100;
    await userEvent.keyboard(' ');
    expect(inView()).toBe('Page 2 of 5');
  });

  it('close the menu first, however it was opened', async () => {
    await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('m');
    const menu = (await screen.findByText('More')).closest('details')!;
    await userEvent.click(screen.getByText('More'));
    expect(menu.open).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect([menu.open, inView()]).toEqual([false, 'Page 1 of 5']);
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByText('The comic’s page')).toBeTruthy();
  });

  it('leave the page where it is while a number is asked for and none is given', async () => {
    await open('/en/comic/moon/reader/3');
    await userEvent.keyboard('g');
    await userEvent.clear(await screen.findByRole('spinbutton'));
    await userEvent.keyboard('{Enter}');
    expect(inView()).toBe('Page 3 of 5');
  });
});

describe('panel by panel', () => {
  it('goes on by the arrow down in a strip that has the focus, and goes along to the end', async () => {
    chosen({ mode: 'webtoon', layout: 'vertical' });
    await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('m');
    await screen.findByRole('slider');
    await userEvent.keyboard('q');
    await waitFor(() => expect(guided()).toBe(image(1).source_url));
    (await screen.findByRole('region', { name: 'Pages as a strip' })).focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(guided()).toBe(image(2).source_url));
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(guided()).toBe(image(5).source_url));
  });

  it('shows a page of unknown size, too', async () => {
    await open('/en/comic/moon/reader/1', {
      shown: data({ images: [{ ...image(1), width: 0, height: 0 }, image(2)] }),
    });
    await userEvent.keyboard('m');
    await screen.findByRole('slider');
    await userEvent.keyboard('q');
    await waitFor(() =>
      expect(
        document.querySelector<HTMLElement>('.guided__page')?.style.width ||
          document.querySelector<HTMLElement>('.guided__page')?.getAttribute('style'),
      ).toMatch(/\d+px/),
    );
    expect(document.querySelector('.guided__page')!.getAttribute('style')).not.toMatch(/NaN|Infinity/);
  });
});

describe('going on by itself', () => {
  it('waits while the tab is out of sight', async () => {
    chosen({ pace: 1 });
    await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('m');
    await screen.findByRole('slider');
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await userEvent.keyboard('n');
      await screen.findByRole('button', { name: 'Pause' });
      act(() => {
        vi.advanceTimersByTime(5000);
      });
      expect(inView()).toBe('Page 1 of 5');
      Reflect.deleteProperty(document, 'hidden');
      act(() => {
        vi.advanceTimersByTime(1000);
      });
    } finally {
      Reflect.deleteProperty(document, 'hidden');
      vi.useRealTimers();
    }
    await waitFor(() => expect(inView()).toBe('Page 2 of 5'));
  });
});

describe('the wheel', () => {
  it('moves a strip across the screen along its way', async () => {
    chosen({ mode: 'webtoon', layout: 'horizontal' });
    await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('m');
    await screen.findByRole('slider');
    const strip = await screen.findByRole('region', { name: 'Pages as a strip' });
    fireEvent.wheel(strip, { deltaY: 100 });
    expect(strip.scrollLeft).toBe(-100);
  });
});

describe('an endless strip', () => {
  it('waits for the chapter that the settings choose', async () => {
    chosen({ mode: 'webtoon', layout: 'vertical', endless: true });
    const list: Chapter[] = [
      { ...chapter(1), number: '1' },
      { ...chapter(2), number: '1' },
      { ...chapter(3), number: '2' },
    ];
    answerChapters(list);
    const asked: string[] = [];
    const answer = globalThis.fetch;
    globalThis.fetch = (url, options) => {
      asked.push(/chapter-\d/.exec(url as string)?.[0] ?? '');
      return answer(url, options);
    };
    await open('/en/comic/moon/chapter-1/reader/1', { shown: data({ chapter: list[0]!, next: list[1]! }) });
    await userEvent.keyboard('m');
    await waitFor(() => expect(asked).toContain('chapter-3'));
    expect(asked).not.toContain('chapter-2');
  });
});

describe('leaving the reader', () => {
  it('calls off the pictures that are on their way', async () => {
    const called: Element[] = [];
    const Picture = globalThis.Image;
    globalThis.Image = class extends Picture {
      override get complete() {
        return false;
      }
      override removeAttribute(name: string) {
        called.push(this);
        super.removeAttribute(name);
      }
    };
    try {
      const router = await open('/en/comic/moon/reader/1');
      arrive('Page 1');
      await screen.findByAltText('Page 2');
      await router.navigate('/en/comic/moon');
      await screen.findByText('The comic’s page');
      expect(called).toHaveLength(4);
    } finally {
      globalThis.Image = Picture;
    }
  });
});
