import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const MODULE = new URL('./large-buffers.ts', import.meta.url).href;

/** A gigabyte of pages passes through, none of which is kept: while it is said, and after that. */
const PROGRAM = `
  import { constants, PerformanceObserver } from 'node:perf_hooks';
  import { setImmediate } from 'node:timers/promises';
  import { withLargeBuffers } from '${MODULE}';
  let full = 0;
  const count = (entries) => {
    full += entries.filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length;
  };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const pass = async () => {
    full = 0;
    for (let page = 0; page < 1024; page += 1) {
      Buffer.allocUnsafe(1024 ** 2);
      await setImmediate();
    }
    count(observer.takeRecords());
    return full;
  };
  const meanwhile = await withLargeBuffers(() => withLargeBuffers(async () => {}).then(pass));
  console.log(JSON.stringify([meanwhile, await pass()]));`;

// In a process of its own, without threads beside it: when a heap is collected follows what else it holds, and when they get their turn.
it('large buffers that pass through cause few full collections while they are said to, and many again after', () => {
  const flags = ['--single-threaded', '--input-type=module', '--eval'];
  const { stdout } = spawnSync(process.execPath, [...flags, PROGRAM], { encoding: 'utf8' });
  const [meanwhile, after] = JSON.parse(stdout) as [number, number];
  expect(after).toBeGreaterThan(3 * meanwhile);
});
