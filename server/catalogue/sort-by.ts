/**
 * Sorts indices by their keys, ascending; equal ones keep their order (radix sort, 16 bits at a time).
 *
 * @param keys for each index a whole number from 0 to 2^53.
 * @param order every index to sort, once; it is changed.
 */
export function sortBy(keys: ArrayLike<number>, order: Int32Array): void {
  let most = 0;
  let ordered = true;
  for (let at = 0; at < order.length; at += 1) {
    const key = keys[order[at]!]!;
    if (key > most) { most = key; }
    if (at > 0 && key < keys[order[at - 1]!]!) { ordered = false; }
  }
  if (ordered) { return; }
  const moved = new Int32Array(order.length);
  const starts = new Uint32Array(0x10000 + 1);
  for (let unit = 1; unit <= most; unit *= 0x10000) {
    starts.fill(0);
    for (const index of order) { starts[digitOf(keys[index]!, unit) + 1]! += 1; }
    for (let digit = 1; digit < starts.length; digit += 1) { starts[digit]! += starts[digit - 1]!; }
    for (const index of order) { moved[starts[digitOf(keys[index]!, unit)]!++] = index; }
    order.set(moved);
  }
}

function digitOf(key: number, unit: number): number {
  return unit === 1 ? key % 0x10000 : Math.floor(key / unit) % 0x10000;
}
