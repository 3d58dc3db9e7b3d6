/** Bytes to which bits are added, the highest bit of a byte first. */
export class GrowingBits {
  private array = new Uint8Array(1024);
  private bits = 0;

  /** The bytes that are begun. */
  get bytes(): number {
    return Math.ceil(this.bits / 8);
  }

  /** The bits of the last byte that are taken, 0 where all are. */
  get over(): number {
    return this.bits % 8;
  }

  /** Adds the lowest `count` bits of a number, highest first; up to 32. */
  add(value: number, count: number): void {
    if (this.bytes + 8 > this.array.length) {
      const larger = new Uint8Array(this.array.length * 2);
      larger.set(this.array);
      this.array = larger;
    }
    for (let left = count; left > 0;) {
      const room = 8 - (this.bits % 8);
      const taken = Math.min(room, left);
      const part = (value >>> (left - taken)) & ((1 << taken) - 1);
      this.array[Math.floor(this.bits / 8)]! |= part << (room - taken);
      this.bits += taken;
      left -= taken;
    }
  }

  /** Adds so many ones. */
  addOnes(count: number): void {
    for (let left = count; left > 0; left -= 16) {
      this.add(0xffff, Math.min(16, left));
    }
  }

  /** All bytes, with so many 0 behind them. */
  finish(spare: number): Uint8Array {
    const all = new Uint8Array(this.bytes + spare);
    all.set(this.array.subarray(0, this.bytes));
    return all;
  }
}
