// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { arrive, chapter, data, image, inView, open, prepareReader, remembered } from '#web/testing/opened-reader.tsx';

prepareReader();

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
    (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({
      width: 1440,
      height: 900,
    });
    await open('/en/comic/moon/reader/1');
    expect(inView()).toBe('Page 1 of 5');
    await userEvent.keyboard('{ArrowLeft}');
    expect(inView()).toBe('Pages 2 and 3 of 5');
  });

  it('leaves keys to a dialog that is open', async () => {
    await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeTruthy();
    await userEvent.keyboard('{ArrowLeft}');
    expect(inView()).toBe('Page 1 of 5');
  });

  it('leaves for the comic’s page on Escape', async () => {
    await open('/en/comic/moon/reader/1');
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByText('The comic’s page')).toBeTruthy();
  });

  it('leaves right after a turn, also when nothing was drawn until the address would follow', async () => {
    const router = await open('/en/comic/moon/reader/1');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.keyDown(screen.getByRole('main'), { key: 'ArrowLeft' });
    expect(inView()).toBe('Page 2 of 5');
    void router.navigate('/en/comic/moon');
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(await screen.findByText('The comic’s page')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/en/comic/moon');
  });
});

describe('two pages side by side', () => {
  beforeEach(() => {
    (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({
      width: 1440,
      height: 900,
    });
  });
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
    globalThis.Image = class extends Picture {
      override set src(src: string) {
        asked.push(src);
      }
    };
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
    await open('/en/comic/moon/reader/1', {
      shown: data({
        images: [
          { ...image(1), source_url: '' },
          { ...image(2), width: 0, height: 0 },
        ],
      }),
    });
    expect(screen.getByRole('alert').textContent).toContain('Page 1 couldn’t be loaded.');
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByAltText('Page 2').closest<HTMLElement>('.picture-box')!.style.getPropertyValue('--h')).toBe(
      '1500',
    );
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
  const place = (page: number, more = {}) =>
    localStorage.setItem(
      'komawari.progress',
      JSON.stringify({
        7: {
          slug: 'moon',
          title: 'Moon',
          updatedAt: 1,
          chapters: { 0: { page, offset: 0, maxPage: page, pages: 5, completedAt: null, updatedAt: 1, ...more } },
        },
      }),
    );

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

  it('is complete once the reader leaves the end, however long its last picture took to come', async () => {
    await open('/en/comic/moon/reader/4');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.keyDown(screen.getByRole('main'), { key: 'ArrowLeft' });
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    expect(remembered()[7]?.chapters[0]).toMatchObject({ page: 5, completedAt: null });
    cleanup();
    expect(remembered()[7]?.chapters[0]).toMatchObject({ page: 5, completedAt: expect.any(Number) });
  });

  it('is complete at once where the last page is there: nothing needs to be left for that', async () => {
    await open('/en/comic/moon/reader/4');
    await userEvent.keyboard('{ArrowLeft}');
    arrive('Page 5');
    await waitFor(() => expect(remembered()[7]?.chapters[0]?.completedAt).toEqual(expect.any(Number)));
  });

  it('is not remembered of a comic of which not every page may be seen', async () => {
    await open('/en/comic/moon/reader/1', {
      shown: data({ closed: { for: 'members', message: 'Sign in.', asMember: false, until: null } }),
    });
    await userEvent.keyboard('{ArrowLeft}');
    window.dispatchEvent(new Event('pagehide'));
    expect(remembered()).toEqual({});
  });
});

describe('what is closed to this visitor', () => {
  const closed = { for: 'adults', message: '', asMember: false, until: null } as const;

  it.each([
    [0, 2],
    [2, 4],
  ])('with %i pages shown keeps the address of page %i, which it is opened at later', async (shown, asked) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const router = await open(`/en/comic/moon/reader/${asked}`, {
      shown: data({ images: [1, 2].slice(0, shown).map(image), closed }),
    });
    await act(async () => {
      vi.advanceTimersByTime(1000);
    });
    expect(router.state.location.pathname).toBe(`/en/comic/moon/reader/${asked}`);
    await userEvent.keyboard('{Home}');
    await act(async () => {
      vi.advanceTimersByTime(1000);
    });
    vi.useRealTimers();
    expect(router.state.location.pathname).toBe('/en/comic/moon/reader/1');
  });
});

describe('the settings', () => {
  it('apply at once and say that they are this comic’s', async () => {
    await open('/en/comic/moon/reader/2');
    await userEvent.keyboard('e');
    await userEvent.click(await screen.findByRole('radio', { name: 'Strip' }));
    expect(await screen.findByRole('region', { name: 'Pages as a strip' })).toBeTruthy();
    expect(screen.getByText('This comic', { selector: '.scope--own' })).toBeTruthy();
    expect(JSON.parse(localStorage.getItem('komawari.reader') ?? '').comics).toEqual([
      [7, { mode: 'webtoon', layout: 'vertical' }],
    ]);
  });

  it('hold for all comics where that was chosen', async () => {
    await open('/en/comic/moon/reader/2');
    await userEvent.keyboard('e');
    await userEvent.click(await screen.findByRole('radio', { name: 'All comics' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Image' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Paper' }));
    expect(JSON.parse(localStorage.getItem('komawari.reader') ?? '').all).toEqual({ ground: 'paper' });
  });
});
