const PIECE_BITS = 16;
const PIECE = 1 << PIECE_BITS;

/**
 * A list of 32-bit integers that grows, each piece of it in the smallest type that holds its numbers: one that grew by copying
 * would hold twice as much, and leave its copies to a collector that does not know how large they are.
 */
export class PackedInts {
  private full: (Uint8Array | Uint16Array | Int32Array)[] = [];
  private last = new Int32Array(16);
  private used = 0;

  get length(): number {
    return this.full.length * PIECE + this.used;
  }

  push(value: number): void {
    if (this.used === this.last.length) {
      this.makeRoom();
    }
    this.last[this.used] = value;
    this.used += 1;
  }

  /** The number at an index below `length`. */
  at(index: number): number {
    const piece = index >>> PIECE_BITS;
    return (piece < this.full.length ? this.full[piece]! : this.last)[index & (PIECE - 1)]!;
  }

  /** All numbers, in memory of their own. */
  values(): Int32Array {
    const all = new Int32Array(this.length);
    this.full.forEach((piece, index) => all.set(piece, index * PIECE));
    all.set(this.last.subarray(0, this.used), this.full.length * PIECE);
    return all;
  }

  /** All numbers, and its memory is given back. */
  take(): Int32Array {
    const all = this.values();
    this.clear();
    return all;
  }

  /** Gives back its memory. */
  clear(): void {
    this.full = [];
    this.last = new Int32Array(16);
    this.used = 0;
  }

  private makeRoom(): void {
    if (this.used < PIECE) {
      const larger = new Int32Array(this.used * 2);
      larger.set(this.last);
      this.last = larger;
    } else {
      this.full.push(narrowed(this.last));
      this.used = 0;
    }
  }
}

function narrowed(values: Int32Array): Uint8Array | Uint16Array | Int32Array {
  let bits = 0;
  for (const value of values) {
    bits |= value;
  }
  return bits >>> 0 <= 0xff ? new Uint8Array(values) : bits >>> 0 <= 0xffff ? new Uint16Array(values) : values.slice();
}
