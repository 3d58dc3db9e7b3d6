import { PackedInts } from '#server/catalogue/index/packed-ints.ts';
import { BytePieces } from './byte-pieces.ts';

/** Bytes of the largest number. */
const LARGEST = 5;

/** Lists of whole numbers from 0 to 2^31 - 1, small ones in few bytes: seven bits in each, lowest first; the highest bit says that more follow. */
export class PackedLists {
  private readonly bytes = new BytePieces();
  private readonly starts = new PackedInts();
  private scratch = new Int32Array(256);

  get length(): number {
    return this.starts.length;
  }

  /** Adds the next list. */
  push(list: readonly number[]): void {
    this.starts.push(this.bytes.begin((list.length + 1) * LARGEST));
    this.write(list.length);
    for (const value of list) {
      this.write(value);
    }
  }

  /** The list at an index below `length`, in memory that the next call uses again. */
  at(index: number): Int32Array {
    const start = this.starts.at(index);
    const piece = this.bytes.pieceAt(start);
    let from = this.bytes.offsetAt(start);
    const next = (): number => {
      let byte = piece[from]!;
      let value = byte & 0x7f;
      from += 1;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = piece[from]!;
        value |= (byte & 0x7f) << shift;
        from += 1;
      }
      return value;
    };
    const count = next();
    if (count > this.scratch.length) {
      this.scratch = new Int32Array(count * 2);
    }
    const { scratch } = this;
    for (let at = 0; at < count; at += 1) {
      scratch[at] = next();
    }
    return scratch.subarray(0, count);
  }

  private write(value: number): void {
    const { piece } = this.bytes;
    let { at } = this.bytes;
    let left = value;
    for (; left >= 0x80; left >>>= 7) {
      piece[at] = (left & 0x7f) | 0x80;
      at += 1;
    }
    piece[at] = left;
    this.bytes.at = at + 1;
  }
}
