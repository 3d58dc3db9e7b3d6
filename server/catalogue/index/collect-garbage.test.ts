import { afterEach, expect, it, vi } from 'vitest';
import { collectGarbage } from './collect-garbage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('garbage is collected where arrays are many, and costs no time where they are few', () => {
  const gc = vi.fn<() => void>();
  vi.stubGlobal('gc', gc);
  const memory = vi.spyOn(process, 'memoryUsage');
  const held = (arrayBuffers: number) => ({ arrayBuffers, external: 0, heapTotal: 0, heapUsed: 0, rss: 0 });
  memory.mockReturnValue(held(4e6));
  collectGarbage();
  expect(gc).not.toHaveBeenCalled();
  memory.mockReturnValue(held(40e6));
  collectGarbage();
  expect(gc).toHaveBeenCalledTimes(1);
});
