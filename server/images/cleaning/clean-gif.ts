import { filterBytes } from './filtered-bytes.ts';

const [EXTENSION, PICTURE, TRAILER] = [0x21, 0x2c, 0x3b];
const [CONTROL, APPLICATION] = [0xf9, 0xff];
/** Extensions of applications that say how often an animation is played. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
const ICC = 'ICCRGBG1012';

/**
 * A GIF up to its end, with its pictures, how long each is shown, how often all are, and its ICC profile: no comments,
 * no other extension, nothing after the end. Null for what is none.
 */
export function cleanGif(bytes: Buffer): Buffer | null {
  if (bytes.length < 13 || !/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return null;
  const cleaned = filterBytes(bytes);
  const first = 13 + tableLength(bytes[10] ?? 0);
  if (first > bytes.length) return null;
  cleaned.keep(0, first);
  for (let at = first; at < bytes.length;) {
    if (bytes[at] === PICTURE && at + 10 <= bytes.length) {
      // The descriptor, its colours, and the size of the codes stand before the pixels.
      const end = endOfBlocks(bytes, at + 10 + tableLength(bytes[at + 9] ?? 0) + 1);
      cleaned.keep(at, end);
      at = end;
    } else if (bytes[at] === EXTENSION) {
      const end = endOfBlocks(bytes, at + 2);
      if (bytes[at + 1] === CONTROL) {
        cleaned.keep(at, end);
      }
      if (bytes[at + 1] === APPLICATION) {
        keepApplication(at, end);
      }
      at = end;
    } else {
      // After anything else decoders stop, as after the end.
      cleaned.replace(at, bytes.length, Buffer.from([TRAILER]));
      break;
    }
  }
  return cleaned.finish();

  function keepApplication(at: number, end: number): void {
    const name = bytes[at + 2] === 11 ? bytes.toString('latin1', at + 3, at + 14) : '';
    // Of an animation only how often it is played: a block of three bytes, of which the first is 1.
    const loop = at + 14;
    if (LOOPS.has(name) && loop + 4 < end && bytes[loop] === 3 && ((bytes[loop + 1] ?? 0) & 7) === 1) {
      cleaned.replace(at, end, Buffer.concat([bytes.subarray(at, loop + 4), Buffer.alloc(1)]));
    }
    if (name === ICC) {
      cleaned.keep(at, end);
    }
  }
}

/** Bytes of the table of colours that a descriptor with these flags has. */
function tableLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Where a row of blocks ends that begins at `from`: after one without bytes, or with the file. */
function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at]; length !== undefined; length = bytes[at]) {
    at += length + 1;
    if (length === 0) return at;
  }
  return bytes.length;
}
