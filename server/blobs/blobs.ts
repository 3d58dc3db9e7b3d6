import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { problem } from '#contract/problems.ts';

/** Bytes of a blob, first and last included as in HTTP: 0 ≤ start ≤ end < size. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Immutable bytes, each kept once under the SHA-256 of its content.
 * Every method throws `storage-unavailable` when the storage does not answer.
 */
export interface Blobs {
  /** Promises that the bytes survive a crash from now on and count as put just now, and their key; `known` is that key where it was made of them already. Throws `storage-full`. */
  put(bytes: Uint8Array, known?: string): Promise<string>;
  has(key: string): Promise<boolean>;
  /** Promises the size in bytes, null for a blob that is not kept. */
  size(key: string): Promise<number | null>;
  /** Promises the sizes in bytes of those of some keys that are kept. A bucket is asked once for many keys that are near each other. */
  sizes(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Promises all bytes. Throws `storage-missing`. */
  read(key: string): Promise<Buffer>;
  /** Promises a stream of all bytes or of `range`, and the size of the whole blob. Throws `storage-missing`. Destroy a stream that is not read to its end. */
  stream(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>;
  /** Promises that the blob is gone; one that is not kept is gone already. */
  remove(key: string): Promise<void>;
  /** Promises that the blob is gone if it was last put before a time, and whether it is. */
  removeBefore(key: string, time: Date): Promise<boolean>;
  /** Promises every blob that was last put before a time, some perhaps twice; what is put again while it goes on may be among them. */
  before(time: Date): AsyncIterable<string>;
  /** Promises that the storage can be written to now; throws `storage-full` or `storage-unavailable` if not. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * How old a blob may be that is not written again when it is put again, in milliseconds. Who sweeps blobs nobody refers
 * to leaves those alone that were put within a much longer time: the reference of a blob that was just put is on its way.
 */
export const FRESH_MS = 3_600_000;

/**
 * How long something may lie without a reference, in milliseconds: a page is kept long before the import that renders it
 * is done. Far longer than `FRESH_MS`, after which a blob that is put again counts as put just now.
 */
export const GRACE_MS = 86_400_000;

/** Promises the key of some bytes: their SHA-256 as 64 hexadecimal digits in lower case. */
export function blobKey(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

/** Promises true for what can be a key. */
export function isBlobKey(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Promises the key itself; throws `storage-missing` for text that is no key, so that no other text ever reaches a path or a request. */
export function checkedKey(key: string): string {
  if (!isBlobKey(key)) throw problem('storage-missing');
  return key;
}
