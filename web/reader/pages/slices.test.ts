// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { image } from '#web/testing/opened-reader.tsx';
import { framePages } from './frames.ts';
import { pageParts } from './slices.ts';

const slice = (top: number, height: number) => ({ source_url: `/${top}`, saver_url: `/s${top}`, top, height });
const tall = {
  ...image(1),
  width: 500,
  height: 12_000,
  slices: [slice(0, 5000), slice(5000, 5000), slice(10_000, 2000)],
};
const parts = (page: typeof tall, crop: boolean) =>
  pageParts(page, framePages([page], { crop })[0]!).map(({ image: { source_url: url, height }, framed }) => [
    url,
    height,
    Math.round(framed.frame.top * height),
    Math.round(framed.height),
    framed.share,
  ]);

it('a page is shown as itself, a tall one as its slices, which share its height', () => {
  const [page] = [image(1)];
  const [framed] = framePages([page], { crop: false });
  expect(pageParts(page, framed!)).toEqual([{ image: page, framed }]);
  expect(parts(tall, false)).toEqual([
    ['/0', 5000, 0, 5000, 5000 / 12_000],
    ['/5000', 5000, 0, 5000, 5000 / 12_000],
    ['/10000', 2000, 0, 2000, 2000 / 12_000],
  ]);
});

it('of a cropped page only slices stand there in which something is shown, and they meet where they are cut', () => {
  expect(parts({ ...tall, trim: [50, 5100, 400, 5000] }, true)).toEqual([
    ['/5000', 5000, 100, 4900, 0.98],
    ['/10000', 2000, 0, 100, 0.02],
  ]);
});
