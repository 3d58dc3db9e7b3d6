/** Bytes of a piece: one array that grew by copying would take twice as much. */
const PIECE = 1 << 16;

/** Bytes to which bits are added, the highest bit of a byte first. */
export class GrowingBits {
  private readonly full: Uint8Array[] = [];
  private piece = new Uint8Array(PIECE);
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
    for (let left = count; left > 0;) {
      const room = 8 - (this.bits % 8);
      const taken = Math.min(room, left);
      const part = (value >>> (left - taken)) & ((1 << taken) - 1);
      this.piece[Math.floor(this.bits / 8) % PIECE]! |= part << (room - taken);
      this.bits += taken;
      left -= taken;
      if (this.bits % (PIECE * 8) === 0) {
        this.full.push(this.piece);
        this.piece = new Uint8Array(PIECE);
      }
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
    this.full.forEach((piece, index) => all.set(piece, index * PIECE));
    all.set(this.piece.subarray(0, this.bytes % PIECE), this.full.length * PIECE);
    return all;
  }
}
