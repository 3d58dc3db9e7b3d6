// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Name = ({ name }: { name: string }) => <p>{name}</p>;
const missing = async () => {
  throw new TypeError('Failed to fetch dynamically imported module');
};

it('a part whose code does not come is asked for again, and what stands beside it stays', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const Part = lazyPart(
    async () => {
      asked += 1;
      return asked === 1 ? missing() : Name;
    },
    { whenMissing: 'retry' },
  );
  render(
    <>
      <main>pages</main>
      <Part name="tools" />
    </>,
  );
  await act(() => vi.advanceTimersByTimeAsync(4_999));
  expect([asked, screen.queryByText('tools')]).toEqual([1, null]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect([asked, screen.getByRole('main').textContent, screen.getByText('tools').tagName]).toEqual([2, 'pages', 'P']);
});

it('a stand-in takes the place of a part that is missing, after what was shown while it was waited for', async () => {
  for (const onServer of [false, true]) {
    const Part = lazyPart<{ name: string }>(missing, {
      whenMissing: ({ name }) => <p>{name} elsewhere</p>,
      waiting: () => <p>soon</p>,
      onServer,
    });
    const { container } = render(<Part name="search" />);
    expect(container.textContent).toBe('soon');
    expect(await screen.findByText('search elsewhere')).toBeTruthy();
    cleanup();
  }
});

it('a part that is there already is drawn at once, also as text', async () => {
  const Part = lazyPart(async () => Name, { whenMissing: 'fail' });
  await Part.load();
  expect(renderToString(<Part name="strip" />)).toBe('<p>strip</p>');
});

it('a part that is fetched only when it is asked for leaves what the server drew', async () => {
  let asked = 0;
  const Part = lazyPart(
    async () => {
      asked += 1;
      return Name;
    },
    { whenMissing: 'fail', when: 'asked', onServer: true },
  );
  const container = document.createElement('div');
  container.innerHTML = '<!--$--><p>as drawn</p><!--/$-->';
  document.body.append(container);
  render(<Part name="as drawn" />, { container, hydrate: true });
  await act(async () => {});
  expect([asked, container.textContent]).toEqual([0, 'as drawn']);
  const drawn = container.querySelector('p');
  await act(() => Part.load());
  expect([asked, container.querySelector('p')]).toEqual([1, drawn]);
});
