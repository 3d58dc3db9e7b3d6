import { expect, test } from 'vitest';
import { planVariants } from './variants.ts';
import type { Page } from './variants.ts';

const page = (width: number, height: number, rest: Partial<Page> = {}): Page => ({
  format: 'jpeg',
  width,
  height,
  animated: false,
  ...rest,
});
const sizes = (of: Page, cover = true): Record<string, unknown> =>
  Object.fromEntries(
    planVariants(of, { cover }).map(({ name, width, height, format }) => [name, `${width}x${height} ${format}`]),
  );

test('a page gets every picture at its width, in its own proportions', () => {
  expect(sizes(page(1600, 2400))).toEqual({
    saver: '1080x1620 webp',
    cover640: '640x960 webp',
    cover320: '320x480 webp',
    thumb: '240x360 webp',
  });
});

test('only first pages get covers', () => {
  expect(Object.keys(sizes(page(1600, 2400), false))).toEqual(['saver', 'thumb']);
});

test('nothing is enlarged', () => {
  expect(sizes(page(200, 300))).toEqual({
    saver: '200x300 webp',
    cover640: '200x300 webp',
    cover320: '200x300 webp',
    thumb: '200x300 webp',
  });
});

test('strips are cut for covers and thumbnails, and stay whole to read', () => {
  expect(sizes(page(800, 10_000))).toEqual({
    saver: '800x10000 webp',
    cover640: '640x1280 webp',
    cover320: '320x640 webp',
    thumb: '240x480 webp',
  });
});

test('a page too tall for WebP has no data-saver: its slices have', () => {
  expect(sizes(page(480, 16_383)).saver).toBe('480x16383 webp');
  expect(sizes(page(480, 16_384)).saver).toBeUndefined();
  expect(planVariants(page(480, 16_384), { cover: false, avif: true }).map(({ format }) => format)).toEqual(['avif']);
});

test('what could save nothing has no data-saver', () => {
  expect(sizes(page(1080, 1600, { format: 'webp' })).saver).toBeUndefined();
  expect(sizes(page(1081, 1600, { format: 'webp' })).saver).toBe('1080x1599 webp');
  expect(sizes(page(2000, 2000, { format: 'gif', animated: true })).saver).toBeUndefined();
});

test('a line of pixels still has a height', () => {
  expect(sizes(page(5000, 1)).thumb).toBe('240x1 webp');
});
