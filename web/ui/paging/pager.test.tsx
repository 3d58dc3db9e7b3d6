// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, useSearchParams } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, it, vi } from 'vitest';
import { Pager, type PagerWords } from './pager.tsx';

const words: PagerWords = {
  label: 'Pages',
  first: 'First',
  previous: 'Previous',
  next: 'Next',
  last: 'Last',
  page: (page) => `Page ${page}`,
  number: String,
  goto: 'Go to page',
  go: 'Go',
  forward: 'ArrowRight',
};
afterEach(cleanup);

function Listed() {
  const [query] = useSearchParams();
  const page = Number(query.get('page') ?? 1);
  return (
    <main>
      <ul data-testid="list">
        <li>{page}</li>
      </ul>
      <Pager page={page} last={12} addressFor={(each) => `/?page=${each}`} words={words} />
    </main>
  );
}

function shown(path: string) {
  const router = createMemoryRouter([{ path: '/', Component: Listed }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return router;
}

it.each([
  ['99', 12],
  ['1e400', 12],
  ['12', 12],
  ['0', 1],
  ['-3', 1],
  ['2.9', 2],
])('leads by the number %s to a page that there is: %i', async (entered, page) => {
  const router = shown('/?page=5');
  fireEvent.change(screen.getByLabelText('Go to page'), { target: { value: entered } });
  fireEvent.click(screen.getByRole('button', { name: 'Go' }));
  await expect.poll(() => router.state.location.search).toBe(`?page=${page}`);
});

it('leaves the page where no number was entered', () => {
  const router = shown('/?page=5');
  fireEvent.change(screen.getByLabelText('Go to page'), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Go' }));
  expect(router.state.location.search).toBe('?page=5');
});

it.each([
  ['above the window', -400, 1],
  ['in the window', 20, 0],
])('shows another page of a list that begins %s from its start, and moves nothing else', async (_where, top, times) => {
  const router = shown('/?page=5');
  const list = screen.getByTestId('list');
  list.getBoundingClientRect = () => ({ top }) as DOMRect;
  const scrolled = (list.scrollIntoView = vi.fn<() => void>());
  fireEvent.click(screen.getByRole('link', { name: 'Next' }));
  await expect.poll(() => router.state.location.search).toBe('?page=6');
  await screen.findByText('6', { selector: 'li' });
  expect(scrolled).toHaveBeenCalledTimes(times);
});
