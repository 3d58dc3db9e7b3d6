// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { seePicture } from './picture-loading.ts';

const needs = {
  src: '/a.webp',
  fallback: 'https://cdn.test/images/default.jpg',
  thumbhash: null,
  color: null,
  eager: true,
};
const never = new AbortController().signal;
let sight: (entries: { isIntersecting: boolean; target: Element }[]) => void;

beforeEach(() => {
  vi.useFakeTimers();
  window.IntersectionObserver = class {
    constructor(tell: typeof sight) {
      sight = tell;
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  } as never;
});
afterEach(() => {
  vi.useRealTimers();
});

/** A picture as the page has it; this browser fetches none, so that what comes is said by hand. */
function picture(width = 400, height = 600) {
  const element = document.createElement('img');
  element.setAttribute('width', String(width));
  element.setAttribute('height', String(height));
  element.setAttribute('loading', 'lazy');
  Object.defineProperty(element, 'complete', { get: () => false });
  const asked: string[] = [];
  Object.defineProperty(element, 'src', {
    set: (address: string) => {
      asked.push(address);
    },
  });
  return {
    element,
    asked,
    happens: (what: 'load' | 'error') => element.dispatchEvent(new Event(what)),
    state: () => element.dataset.state,
  };
}

it('is asked for again after 200 ms, then the fallback takes its place in the same box, and nothing after that', async () => {
  const { element, asked, happens, state } = picture();
  element.setAttribute('srcset', '/a.webp 320w, /b.webp 640w');
  seePicture(element, needs, never);
  expect(state()).toBe('loading');
  happens('error');
  await vi.advanceTimersByTimeAsync(199);
  // A change of either is a request.
  expect([asked, element.hasAttribute('srcset')]).toEqual([[], true]);
  await vi.advanceTimersByTimeAsync(1);
  expect([asked, element.hasAttribute('srcset'), state()]).toEqual([['/a.webp'], false, 'loading']);
  happens('error');
  expect([state(), element.style.aspectRatio.replaceAll(' ', '')]).toEqual(['error', '400/600']);
  happens('error');
  happens('error');
  await vi.runAllTimersAsync();
  expect(asked).toEqual(['/a.webp', needs.fallback]);
});

it('shows the fallback while it comes only where nothing is known of it, and says when it is there', () => {
  const [bare, coloured] = [picture(), picture()];
  seePicture(bare.element, { ...needs, src: '/b.webp' }, never);
  seePicture(coloured.element, { ...needs, src: '/c.webp', color: '#945b4a' }, never);
  expect([bare, coloured].map(({ element }) => element.style.backgroundImage.includes('default.jpg'))).toEqual([
    true,
    false,
  ]);
  bare.happens('load');
  expect([bare.state(), bare.element.style.backgroundImage]).toEqual(['loaded', '']);
});

it('is shown at once when it has come before; the 200 that came last are remembered', () => {
  for (let number = 0; number <= 200; number += 1) {
    const { element, happens } = picture();
    seePicture(element, { ...needs, src: `/known/${number}.webp` }, never);
    happens('load');
  }
  const again = (number: number) => {
    const { element } = picture();
    seePicture(element, { ...needs, src: `/known/${number}.webp`, eager: false }, never);
    return [element.getAttribute('loading'), element.style.backgroundImage === ''];
  };
  expect([again(0), again(1), again(200)]).toEqual([
    ['lazy', false],
    ['eager', true],
    ['eager', true],
  ]);
});

it('starts what came near at most every 200 ms, and not what went away again meanwhile', async () => {
  const [first, passed, last] = [picture(), picture(), picture()].map((each, at) => {
    seePicture(each.element, { ...needs, src: `/near/${at}.webp`, eager: false }, never);
    return each.element;
  }) as [HTMLImageElement, HTMLImageElement, HTMLImageElement];
  const loading = () => [first, passed, last].map((each) => each.getAttribute('loading'));
  await vi.advanceTimersByTimeAsync(1000);
  sight([{ isIntersecting: true, target: first }]);
  await vi.advanceTimersByTimeAsync(0);
  expect(loading()).toEqual(['eager', 'lazy', 'lazy']);
  sight([
    { isIntersecting: true, target: passed },
    { isIntersecting: true, target: last },
  ]);
  await vi.advanceTimersByTimeAsync(100);
  sight([{ isIntersecting: false, target: passed }]);
  expect(loading()).toEqual(['eager', 'lazy', 'lazy']);
  await vi.advanceTimersByTimeAsync(100);
  expect(loading()).toEqual(['eager', 'lazy', 'eager']);
});
