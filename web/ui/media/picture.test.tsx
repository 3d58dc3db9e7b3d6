import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { Picture } from './picture.tsx';

// The test browser fetches no pictures: none is ever there.
beforeAll(() => {
  Object.defineProperty(HTMLImageElement.prototype, 'complete', { get: () => false });
});
afterEach(cleanup);

async function show(picture: ReactNode, role = 'img') {
  const site = { cdn: 'https://cdn.test' };
  render(
    <RouterProvider
      router={createMemoryRouter([
        { id: ROOT_ROUTE, path: '/', loader: () => ({ site }), Component: () => picture, HydrateFallback: () => null },
      ])}
    />,
  );
  const image = await screen.findByRole<HTMLImageElement>(role);
  // Effects, which listen to failures, run after it is there.
  await act(async () => {});
  return image;
}

it('has its size and its colour before it is there', async () => {
  const image = await show(<Picture src="/a.webp" width={400} height={600} alt="Quiet garden" color="#945b4a" />);
  expect([image.getAttribute('width'), image.getAttribute('height'), image.getAttribute('loading')]).toEqual([
    '400',
    '600',
    'lazy',
  ]);
  expect(image.style.getPropertyValue('--ph')).toBe('#945b4a');
});

it('keeps its box where there is nothing to show', async () => {
  const box = await show(<Picture src={null} width={400} height={600} alt="Withheld" />);
  expect(box.tagName).toBe('SPAN');
  expect(box.style.aspectRatio).toBe('400 / 600');
});

it('is no picture to whoever hears the page, where nothing is shown and the title beside it says enough', async () => {
  expect((await show(<Picture src={null} width={400} height={600} alt="" />, 'none')).getAttribute('aria-label')).toBe(
    '',
  );
});
