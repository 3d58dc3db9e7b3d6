import { crc32 } from 'node:zlib';

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.subarray(start, end)).toString('latin1');

/** A container that is known by how it starts. */
export type KnownFormat = 'rar' | '7z' | 'pdf' | 'tar';

const signatures: [format: KnownFormat, offset: number, bytes: string][] = [
  ['rar', 0, 'Rar!\x1a\x07'],
  ['7z', 0, '7z\xbc\xaf\x27\x1c'],
  ['pdf', 0, '%PDF-'],
  ['tar', 0, '\xfd7zXZ\0'],
  ['tar', 0, '\x1f\x8b'],
  ['tar', 0, '\x28\xb5\x2f\xfd'],
  ['tar', 0, 'BZh'],
  ['tar', 257, 'ustar'],
];

/** The bytes a container is known by: bytes from its start that hold every signature below. */
export const SIGNATURE_BYTES = 4096;

/** Promises the container format whose signature `head`, the first bytes of a file, carries; null for an unknown one. ZIP is known by its end instead. */
export function containerFormat(head: Uint8Array): KnownFormat | null {
  const found = signatures.find(([, offset, bytes]) => ascii(head, offset, offset + bytes.length) === bytes);
  return found?.[0] ?? (isOldTar(head) ? 'tar' : null);
}

// The TAR of old has no signature; its header has a checksum, of which the checksum itself counts as spaces.
function isOldTar(head: Uint8Array): boolean {
  if (head.length < 512 || head[0] === 0) return false;
  const checksum = Number.parseInt(
    ascii(head, 148, 156)
      .replace(/(?<![\0 ])[\0 ]+$/, '')
      .trim(),
    8,
  );
  return checksum === head.subarray(0, 512).reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

/** Where a 7z ends by what its start says. */
export function sevenZipEnd(head: Uint8Array): number {
  const start = Buffer.from(head);
  return start.length < 32 ? 32 : 32 + Number(start.readBigUInt64LE(12) + start.readBigUInt64LE(20));
}

/** Promises true for a file that starts as a ZIP does, whole or not. */
export function startsAsZip(head: Uint8Array): boolean {
  return ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].includes(ascii(head, 0, 4));
}

// RAR 5 writes numbers in groups of seven bits, lowest first.
function rarNumber(head: Uint8Array, start: number): { value: number; next: number } {
  let value = 0;
  for (let i = 0; i < 5; i += 1) {
    const byte = head[start + i] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, next: start + i + 1 };
  }
  return { value, next: start + 5 };
}

/** Promises true for a RAR file whose list of entries is encrypted: RAR 5 then starts with a header of type 4, RAR 4 sets bit 7 of its main header. */
export function rarIsEncrypted(head: Uint8Array): boolean {
  if (head.length < 16) return false;
  if (head[6] === 0x01) return rarNumber(head, rarNumber(head, 12).next).value === 4;
  return head[9] === 0x73 && (Buffer.from(head).readUInt16LE(10) & 0x80) !== 0;
}

/**
 * Promises true for a RAR 5 whose last bytes, `tail`, hold the block that ends it, and which is not one of several volumes. True for every
 * older RAR, which may have none.
 */
export function rarIsWhole(head: Uint8Array, tail: Uint8Array): boolean {
  if (head[6] !== 0x01) return true;
  const bytes = Buffer.from(tail);
  for (let at = bytes.length - 8; at >= 0; at -= 1) {
    // Its sum, its length, its kind, flags of blocks, flags of its own.
    if (
      bytes[at + 4] === 3 &&
      bytes[at + 5] === 5 &&
      crc32(bytes.subarray(at + 4, at + 8)) === bytes.readUInt32LE(at)
    ) {
      return (bytes[at + 7] ?? 0) % 2 === 0;
    }
  }
  return false;
}
