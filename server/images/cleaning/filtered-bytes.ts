/** The bytes of a file that stay, put together in their order. Copies nothing before something is left out. */
export interface FilteredBytes {
  /** Keeps the bytes from `start` to before `end`. */
  keep(start: number, end: number): void;
  /** Puts these in the place of the bytes from `start` to before `end`; no more than there were. */
  replace(start: number, end: number, bytes: Buffer): void;
  /** How many bytes are kept so far. */
  length(): number;
  /** Writes over bytes that are kept already. */
  patch(at: number, bytes: Buffer): void;
  /** All that was kept: the file itself where that is everything. */
  finish(): Buffer;
}

/** Takes time and memory in proportion to `from`, in however many pieces it is kept. */
export function filterBytes(from: Buffer): FilteredBytes {
  let copy: Buffer | null = null;
  let used = 0;
  const own = (): Buffer => {
    if (copy === null) {
      copy = Buffer.allocUnsafe(from.length);
      from.copy(copy, 0, 0, used);
    }
    return copy;
  };
  const keep = (start: number, end: number): void => {
    if (copy !== null || start !== used) {
      from.copy(own(), used, start, end);
    }
    used += end - start;
  };
  return {
    keep,
    replace(start, end, bytes) {
      if (bytes.equals(from.subarray(start, end))) {
        keep(start, end);
        return;
      }
      used += bytes.copy(own(), used);
    },
    length: () => used,
    patch(at, bytes) {
      const now = copy ?? from;
      if (!bytes.equals(now.subarray(at, at + bytes.length))) {
        bytes.copy(own(), at);
      }
    },
    finish: () => (copy === null && used === from.length ? from : (copy ?? from).subarray(0, used)),
  };
}
