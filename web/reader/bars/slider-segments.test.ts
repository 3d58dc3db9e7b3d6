import { expect, it } from 'vitest';
import { pageAt, pageOfKey, sliderSegments, type PageState } from './slider-segments.ts';

it('the bar is runs of pages that stand alike', () => {
  const states: PageState[] = ['read', 'read', 'now', 'now', 'loaded', 'failed', 'open', 'open'];
  expect(
    sliderSegments(8, (page) => states[page - 1]!).map(({ state, from, to }) => [state, from * 8, to * 8]),
  ).toEqual([
    ['read', 0, 2],
    ['now', 2, 4],
    ['loaded', 4, 5],
    ['failed', 5, 6],
    ['open', 6, 8],
  ]);
  expect(sliderSegments(1, () => 'now')).toEqual([{ state: 'now', from: 0, to: 1 }]);
  expect(sliderSegments(0, () => 'open')).toEqual([]);
});

it('of 2,000 pages ten share a segment, which shows what matters most of them', () => {
  const runs = sliderSegments(2000, (page) =>
    page === 1005 ? 'now' : page === 15 || page === 1004 ? 'failed' : page % 2 ? 'loaded' : 'open',
  );
  expect(runs.map(({ state, from, to }) => [state, from * 2000, to * 2000])).toEqual([
    ['loaded', 0, 10],
    ['failed', 10, 20],
    ['loaded', 20, 1000],
    ['now', 1000, 1010],
    ['loaded', 1010, 2000],
  ]);
});

it('pressed anywhere the bar answers a page there is', () => {
  expect([-1, 0, 0.49, 0.5, 1, 2].map((share) => pageAt(share, 2))).toEqual([1, 1, 1, 2, 2, 2]);
});

it('the slider’s keys go by the content’s direction and stay within the pages', () => {
  const to = (direction: 'ltr' | 'rtl') =>
    ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map((key) =>
      pageOfKey(key, 5, 300, direction),
    );
  expect(to('ltr')).toEqual([6, 4, 6, 4, 35, 1, 1, 300, null]);
  expect(to('rtl')).toEqual([4, 6, 6, 4, 35, 1, 1, 300, null]);
});
