/** A list of 32-bit integers that grows; `array` has spare room behind `length`. */
export class GrowingInts {
  array = new Int32Array(16);
  length = 0;

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.array);
      this.array = larger;
    }
    this.array[this.length] = value;
    this.length += 1;
  }

  /** The values of the list; a view that later pushes may leave behind. */
  values(): Int32Array {
    return this.array.subarray(0, this.length);
  }
}
