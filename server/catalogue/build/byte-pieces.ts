const PIECE_BITS = 20;
const PIECE = 1 << PIECE_BITS;

/** Bytes that are only added to, up to 2 GB, in pieces of a megabyte: nothing is copied when they grow. */
export class BytePieces {
  /** The piece that is written to, and how much of it was written. */
  piece = Buffer.alloc(0);
  at = 0;
  private readonly pieces: Buffer[] = [];

  /** Makes sure that so many bytes, at least one, can be written to `piece` from `at` on. Where they begin. */
  begin(bytes: number): number {
    if (this.at + bytes > this.piece.length || this.at >= PIECE) {
      this.piece = Buffer.allocUnsafeSlow(Math.max(PIECE, bytes));
      this.pieces.push(this.piece);
      this.at = 0;
    }
    return (this.pieces.length - 1) * PIECE + this.at;
  }

  /** The piece in which something begins. @param begin as `begin` said. */
  pieceAt(begin: number): Buffer {
    return this.pieces[begin >>> PIECE_BITS]!;
  }

  /** Where in its piece that begins. */
  offsetAt(begin: number): number {
    return begin & (PIECE - 1);
  }
}
