import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const MODULE = new URL('./large-buffers.ts', import.meta.url).href;

/** A gigabyte of pages passes through, none of which is kept: while it is said, and after that. */
const PROGRAM = `
  import { setImmediate } from 'node:timers/promises';
  import { withLargeBuffers } from '${MODULE}';
  const pass = async () => {
    for (let page = 0; page < 1024; page += 1) {
      Buffer.allocUnsafe(1024 ** 2);
      await setImmediate();
    }
  };
  await withLargeBuffers(() => withLargeBuffers(async () => {}).then(pass));
  console.log('after');
  await pass();`;

// In a process of its own: how often the heap is collected follows what else it holds.
it('large buffers that pass through cause few full collections while they are said to, and many again after', () => {
  const { stdout } = spawnSync(process.execPath, ['--trace-gc', '--input-type=module', '--eval', PROGRAM], {
    encoding: 'utf8',
  });
  const [meanwhile, after] = stdout.split('after\n').map((part) => part.split('Mark-Compact').length - 1);
  expect(after).toBeGreaterThan(3 * meanwhile!);
});
