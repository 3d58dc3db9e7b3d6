/**
 * Sorts indices by their keys, ascending; equal ones keep their order (radix sort, 16 bits at a time).
 *
 * @param keys for each index a whole number from 0 to 2^31 - 1.
 * @param order every index to sort, once; it is changed.
 */
export function sortBy(keys: Int32Array, order: Int32Array): void {
  let most = 0;
  let ordered = true;
  for (let at = 0; at < order.length; at += 1) {
    const key = keys[order[at]!]!;
    if (key > most) {
      most = key;
    }
    if (at > 0 && key < keys[order[at - 1]!]!) {
      ordered = false;
    }
  }
  if (ordered) return;
  const moved = new Int32Array(order.length);
  const starts = new Uint32Array(0x10000 + 1);
  for (const shift of most > 0xffff ? [0, 16] : [0]) {
    starts.fill(0);
    for (let at = 0; at < order.length; at += 1) {
      starts[((keys[order[at]!]! >>> shift) & 0xffff) + 1]! += 1;
    }
    for (let digit = 1; digit < starts.length; digit += 1) {
      starts[digit]! += starts[digit - 1]!;
    }
    for (let at = 0; at < order.length; at += 1) {
      const digit = (keys[order[at]!]! >>> shift) & 0xffff;
      moved[starts[digit]!] = order[at]!;
      starts[digit]! += 1;
    }
    order.set(moved);
  }
}
