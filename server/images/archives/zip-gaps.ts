import type { FileHandle } from 'node:fs/promises';
import { problem } from '#contract/problems.ts';
import { pageCandidate } from './entry-names.ts';
import type { ZipEnd } from './zip-directory.ts';

/** Bytes that belong to an entry of the directory: from its local header to the end of its data. */
export interface ZipSpan {
  from: number;
  to: number;
  /** Whether its sizes stand behind its data. */
  described: boolean;
}

/** The name of an entry that lies in a ZIP and is not in its directory. */
export interface UnlistedName {
  bytes: Buffer;
  utf8: boolean;
}

const LOCAL_BYTES = 30;
const LOCAL = 0x04034b50;
/**
 * The sizes in bytes of the description behind the data of an entry whose sizes were not known before: with or without a signature, of 32 or 64
 * bits.
 */
const DESCRIPTORS = [12, 16, 20, 24];
/** Bytes of a gap that are looked at. A longer one holds entries, or nothing that a program writes. */
const GAP_BYTES = 64 * 1024;
/** Bytes at either end of a prefix that are searched for entries: a program that unpacks itself may stand there. */
const PREFIX_BYTES = 1024 * 1024;

/**
 * Promises the names of the entries that lie between those of the directory. Only the bytes that belong to no entry are
 * read.
 *
 * @param spans the entries of the directory, in the order of the file and none over another.
 * @param base where the ZIP begins; its directory begins at `directory`, `end` is the first byte behind its comment.
 * @throws Problem `archive-damaged` for bytes that belong to nothing.
 */
export async function findUnlisted(file: FileHandle, spans: readonly ZipSpan[], zip: ZipEnd): Promise<UnlistedName[]> {
  const { base, directory, end } = zip;
  const first = spans[0]?.from ?? directory;
  // Before the first entry a program may stand, in front of the ZIP or as a part of it; never another archive.
  const names = (await startsWithEntry(file, base, first)) ? await namesIn(file, base, first) : [];
  if (first > base && names.length === 0) {
    await refuseEntries(file, base, first);
  }
  await refuseEntries(file, 0, base);
  await refuseEntries(file, end, end + GAP_BYTES);
  for (const [at, { to, described }] of spans.entries()) {
    const next = spans[at + 1]?.from ?? directory;
    if (to === next || (described && DESCRIPTORS.includes(next - to))) continue;
    names.push(...(await namesIn(file, described ? to + (await descriptorBytes(file, to, next)) : to, next)));
  }
  return names;
}

async function bytesAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, length));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  return bytes.subarray(0, bytesRead);
}

async function startsWithEntry(file: FileHandle, start: number, end: number): Promise<boolean> {
  const head = await bytesAt(file, start, Math.min(4, end - start));
  return head.length === 4 && head.readUInt32LE(0) === LOCAL;
}

/** How long the description behind an entry is, with more behind it. */
async function descriptorBytes(file: FileHandle, start: number, end: number): Promise<number> {
  for (const length of DESCRIPTORS) {
    if (await startsWithEntry(file, start + length, end)) return length;
  }
  return 0;
}

/** The names of entries that lie one behind the other from `start` to `end`; zeros may stand behind them. */
async function namesIn(file: FileHandle, start: number, end: number): Promise<UnlistedName[]> {
  const names: UnlistedName[] = [];
  let at = start;
  while (at < end) {
    const head = await bytesAt(file, at, Math.min(GAP_BYTES, end - at));
    if (end - at <= GAP_BYTES && head.every((byte) => byte === 0)) return names;
    const entry = localEntry(head);
    // Nobody knows where an entry ends whose sizes stand behind its data.
    if (entry === null || entry.described) throw problem('archive-damaged');
    names.push(entry.name);
    at += entry.length;
  }
  if (at > end) throw problem('archive-damaged');
  return names;
}

function localEntry(head: Buffer): { name: UnlistedName; length: number; described: boolean } | null {
  if (head.length < LOCAL_BYTES || head.readUInt32LE(0) !== LOCAL) return null;
  const flags = head.readUInt16LE(6);
  const [nameLength, extraLength] = [head.readUInt16LE(26), head.readUInt16LE(28)];
  if (nameLength === 0 || LOCAL_BYTES + nameLength > head.length) return null;
  return {
    name: { bytes: head.subarray(LOCAL_BYTES, LOCAL_BYTES + nameLength), utf8: (flags & 0x800) !== 0 },
    length: LOCAL_BYTES + nameLength + extraLength + head.readUInt32LE(18),
    described: (flags & 8) !== 0,
  };
}

/** Throws `archive-damaged` where a page begins among bytes that are none of the ZIP's. */
async function refuseEntries(file: FileHandle, start: number, end: number): Promise<void> {
  const parts =
    end - start <= PREFIX_BYTES * 2
      ? [await bytesAt(file, start, end - start)]
      : [await bytesAt(file, start, PREFIX_BYTES), await bytesAt(file, end - PREFIX_BYTES, PREFIX_BYTES)];
  for (const bytes of parts) {
    for (let at = bytes.indexOf('PK\x03\x04'); at >= 0; at = bytes.indexOf('PK\x03\x04', at + 1)) {
      const entry = localEntry(bytes.subarray(at));
      const isPage = entry !== null && pageCandidate(entry.name.bytes.toString('latin1')) !== null;
      if (at + start === 0 || isPage) throw problem('archive-damaged');
    }
  }
}
