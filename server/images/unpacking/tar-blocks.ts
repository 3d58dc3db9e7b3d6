/** Bytes of a header, and of what data is filled up to. */
const BLOCK = 512;
const ZEROS = Buffer.alloc(BLOCK);
/** No picture ends with so many zeros. */
const ODD_ZEROS = 16;

/** Looks at the headers of a TAR as its bytes go by. */
export interface TarBlocks {
  take(bytes: Buffer): void;
  /** Whether a block of zeros ended it. */
  isEnded(): boolean;
  /**
   * Whether zeros took the place of what was there: an entry stands behind such a block, or the data in front of it
   * ends with zeros.
   */
  hasHole(): boolean;
}

/** Promises a look at a TAR from its first byte on. */
export function tarBlocks(): TarBlocks {
  const header = Buffer.alloc(BLOCK);
  let [filled, skip, data, zeros] = [0, 0, 0, 0];
  let [isEnded, hasHole] = [false, false];
  return {
    take(bytes) {
      for (let at = 0; at < bytes.length;) {
        const skipped = Math.min(skip, bytes.length - at);
        const part = bytes.subarray(at, at + Math.min(data, skipped));
        if (part.length > 0) {
          zeros = zerosAtEnd(part, zeros);
        }
        data -= part.length;
        skip -= skipped;
        at += skipped;
        const copied = bytes.copy(header, filled, at, at + Math.min(BLOCK - filled, bytes.length - at));
        filled += copied;
        at += copied;
        if (filled < BLOCK) continue;
        filled = 0;
        const isZero = header.equals(ZEROS);
        hasHole ||= isEnded ? !isZero : isZero && zeros >= ODD_ZEROS;
        isEnded ||= isZero;
        data = isZero ? 0 : readSize(header);
        skip = Math.ceil(data / BLOCK) * BLOCK;
        zeros = 0;
      }
    },
    isEnded: () => isEnded,
    hasHole: () => hasHole,
  };
}

/** How many zeros end what has been read of an entry, with `before` in front of these bytes, as far as it matters. */
function zerosAtEnd(bytes: Buffer, before: number): number {
  let zeros = 0;
  while (zeros < bytes.length && zeros < ODD_ZEROS && bytes[bytes.length - 1 - zeros] === 0) {
    zeros += 1;
  }
  return zeros === bytes.length ? before + zeros : zeros;
}

/** How many bytes of data stand behind a header: octal digits, or a number where its first bit is set. A folder has none. */
function readSize(header: Buffer): number {
  if (header[156] === 0x35) return 0;
  const field = header.subarray(124, 136);
  if (((field[0] as number) & 0x80) !== 0) return Number(field.readBigUInt64BE(4) & 0x7fffffffffffffffn);
  const size = Number.parseInt(field.toString('latin1').replaceAll('\0', ' ').trim(), 8);
  return Number.isNaN(size) ? 0 : size;
}
