import { PackedInts } from '#server/catalogue/index/packed-ints.ts';
import { BytePieces } from './byte-pieces.ts';

/** No byte of UTF-8. */
const END = 0xff;

/** Texts one after the other in UTF-8, outside the heap of JavaScript: a million strings there would take four times as much. */
export class TextList {
  private readonly bytes = new BytePieces();
  private readonly starts = new PackedInts();

  get length(): number {
    return this.starts.length;
  }

  push(text: string): void {
    const { bytes } = this;
    // A code unit takes three bytes at most.
    this.starts.push(bytes.begin(text.length * 3 + 1));
    bytes.at += bytes.piece.write(text, bytes.at);
    bytes.piece[bytes.at] = END;
    bytes.at += 1;
  }

  /** The text at a place below `length`. */
  at(place: number): string {
    const start = this.starts.at(place);
    const piece = this.bytes.pieceAt(start);
    const offset = this.bytes.offsetAt(start);
    return piece.toString('utf8', offset, piece.indexOf(END, offset));
  }
}
