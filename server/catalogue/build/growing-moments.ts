import { DAY, SECOND } from '#server/catalogue/index/catalogue-row.ts';
import { PackedInts } from '#server/catalogue/index/packed-ints.ts';
import { sortBy } from '#server/catalogue/index/sort-by.ts';

/** Moments, one after the other, as exact as the database is: a microsecond is more than fits into 32 bits. */
export class GrowingMoments {
  /** The UTC days since 1970. */
  readonly days = new PackedInts();
  private readonly seconds = new PackedInts();
  private readonly microseconds = new PackedInts();

  /** @param moment in microseconds since 1970. */
  push(moment: number): void {
    const day = Math.floor(moment / DAY);
    const within = moment - day * DAY;
    this.days.push(day);
    this.seconds.push(Math.floor(within / SECOND));
    this.microseconds.push(within % SECOND);
  }

  /** Sorts the indices of moments by them, ascending; equal ones keep their order. Their days alone stay. */
  sort(order: Int32Array): void {
    for (const list of [this.microseconds, this.seconds]) {
      sortBy(list.values(), order);
      list.clear();
    }
    const days = this.days.values();
    const first = days.reduce((least, day) => Math.min(least, day), 0);
    sortBy(first < 0 ? days.map((day) => day - first) : days, order);
  }
}
