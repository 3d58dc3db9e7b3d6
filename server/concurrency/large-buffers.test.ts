import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withLargeBuffers } from './large-buffers.ts';

/** Full collections of the heap while a gigabyte of pages passes through, none of which is kept. */
async function collections(): Promise<number> {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as unknown as { detail: { kind: number } }[];
    count += entries.filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
  });
  observer.observe({ entryTypes: ['gc'] });
  for (let page = 0; page < 1024; page += 1) {
    Buffer.allocUnsafe(1024 ** 2);
    await setImmediate();
  }
  observer.disconnect();
  return count;
}

it('large buffers that pass through cause few full collections while they are said to, and many again after', async () => {
  const before = await collections();
  const meanwhile = await withLargeBuffers(() => withLargeBuffers(async () => {}).then(collections));
  const after = await collections();
  expect(Math.min(before, after)).toBeGreaterThan(meanwhile);
  expect(before + after).toBeGreaterThan(4 * meanwhile);
});
