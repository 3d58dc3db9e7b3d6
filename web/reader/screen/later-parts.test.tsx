// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { later } from './later-parts.ts';

afterEach(cleanup);

it('a part whose code does not come is asked for again, and what stands beside it stays', async () => {
  let asked = 0;
  const Part = later(async () => {
    asked += 1;
    if (asked === 1) { throw new TypeError('Failed to fetch dynamically imported module'); }
    return ({ name }: { name: string }) => <p>{name}</p>;
  }, 1);
  render(<><main>pages</main><Part name="tools" /></>);
  expect(await screen.findByText('tools')).toBeTruthy();
  expect([asked, screen.getByRole('main').textContent]).toEqual([2, 'pages']);
});
