import { invert, type Bitmap } from './bitmap.ts';
import { addThings, orderingOf, type Ordering } from './ordering.ts';
import { sortBy } from './sort-by.ts';
import { placeOf, sortedValuesOf, type SortedValuesData } from './sorted-values.ts';

/** Things by a value, ascending, with the values. */
export interface OrderedValues { ordering: Ordering; values: SortedValuesData }

/** @param values of each thing, from 0. @param byTie the things in the order of those that are equal. */
export function orderedValuesOf(values: Int32Array, byTie: Int32Array): OrderedValues {
  const order = byTie.slice();
  sortBy(values, order);
  return { ordering: orderingOf(order), values: sortedValuesOf(order.map((thing) => values[thing]!)) };
}

/** Adds the things whose value is from `min` to `max` to an empty set. */
export function addBetween({ ordering, values }: OrderedValues, min: number, max: number, bits: Bitmap): void {
  const { length } = values;
  const from = placeOf(values, min);
  const to = Math.max(from, placeOf(values, max + 1));
  if (to - from <= length / 2) {
    addThings(ordering, from, to, bits);
    return;
  }
  addThings(ordering, 0, from, bits);
  addThings(ordering, to, length, bits);
  invert(bits, length);
}
