import { GrowingInts } from '#server/catalogue/index/growing-ints.ts';

/** Texts one after the other in UTF-8, outside the heap of JavaScript: a million strings there would take four times as much. */
export class TextList {
  private bytes = Buffer.allocUnsafeSlow(1024);
  private readonly ends = new GrowingInts();

  get length(): number {
    return this.ends.length;
  }

  push(text: string): void {
    const start = this.startFor(this.length);
    // A code unit takes three bytes at most.
    const needed = start + text.length * 3;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2));
      larger.set(this.bytes.subarray(0, start));
      this.bytes = larger;
    }
    this.ends.push(start + this.bytes.write(text, start));
  }

  /** The text at a place below `length`. */
  at(place: number): string {
    return this.bytes.toString('utf8', this.startFor(place), this.ends.array[place]);
  }

  private startFor(place: number): number {
    return place === 0 ? 0 : this.ends.array[place - 1]!;
  }
}
