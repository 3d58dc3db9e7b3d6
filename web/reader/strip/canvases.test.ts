// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { giveBack, takeCanvas } from './canvases.ts';

it('shows further pictures of a strip on the canvases of pages that went, without their pixels', () => {
  const box = document.createElement('div');
  const first = takeCanvas();
  const second = takeCanvas();
  box.append(first, second);
  first.width = 800;
  first.height = 1280;
  giveBack(first);
  expect([...box.children]).toEqual([second]);
  expect([first.width, first.height]).toEqual([1, 1]);
  expect(takeCanvas()).toBe(first);
  expect([first, second]).not.toContain(takeCanvas());
});
