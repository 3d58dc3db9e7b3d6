import { expect, it } from 'vitest';
import { RememberedValue } from './remembered.ts';

const at = (milliseconds: number) => new Date(1_800_000_000_000 + milliseconds);

/** A value that others change, and how often it was read. */
function source() {
  const found = { value: 1, reads: 0, down: false };
  const read = async () => {
    found.reads += 1;
    const { value, down } = found;
    await Promise.resolve();
    if (down) throw new Error('down');
    return value;
  };
  return { found, read };
}

it('reads once for all who ask within a second', async () => {
  const { found, read } = source();
  const remembered = new RememberedValue<number>();
  expect(await Promise.all([remembered.get(at(0), read), remembered.get(at(0), read)])).toEqual([1, 1]);
  expect(await remembered.get(at(999), read)).toBe(1);
  expect(found.reads).toBe(1);
});

it('shows what another process changed after two seconds at most, and nobody who asks often waits for it', async () => {
  const { found, read } = source();
  const remembered = new RememberedValue<number>();
  await remembered.get(at(0), read);
  found.value = 2;
  expect(await remembered.get(at(1_000), read)).toBe(1);
  await new Promise(setImmediate);
  expect(await remembered.get(at(1_001), read)).toBe(2);
  expect(found.reads).toBe(2);
  found.value = 3;
  expect(await remembered.get(at(3_000), read)).toBe(3);
});

it('shows a change of this process at once, also where it was being read meanwhile', async () => {
  const { found, read } = source();
  const remembered = new RememberedValue<number>();
  await remembered.get(at(0), read);
  const renewing = remembered.get(at(1_500), read);
  found.value = 2;
  remembered.forget();
  await renewing;
  await new Promise(setImmediate);
  expect(await remembered.get(at(1_501), read)).toBe(2);
});

it('remembers no failure, and outlives one that nobody waits for', async () => {
  const { found, read } = source();
  const remembered = new RememberedValue<number>();
  found.down = true;
  await expect(remembered.get(at(0), read)).rejects.toThrow('down');
  found.down = false;
  expect(await remembered.get(at(1), read)).toBe(1);
  found.down = true;
  expect(await remembered.get(at(1_500), read)).toBe(1);
  await new Promise(setImmediate);
  found.down = false;
  found.value = 2;
  expect(await remembered.get(at(1_600), read)).toBe(1);
  await new Promise(setImmediate);
  expect(await remembered.get(at(1_601), read)).toBe(2);
});
