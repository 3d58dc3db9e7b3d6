import { readSync } from 'node:fs';
import { libarchiveWasm } from 'libarchive-wasm';
import { problem } from '#contract/problems.ts';
import { readRarHeaders } from './rar-headers.ts';
import { HEADER_BYTES, readSevenZipHeader } from './seven-zip-header.ts';
import { expectedFiles } from './unpack-account.ts';
import type { ExpectedFile, UnpackRequest } from './unpack-protocol.ts';
import type { Unpacking } from './unpacking.ts';

const [KIND_BITS, FILE, FOLDER] = [0o170000, 0o100000, 0o040000];

/** Bytes that are unpacked at a time. */
const CHUNK = 256 * 1024;

type Library = Awaited<ReturnType<typeof libarchiveWasm>>;
/** The memory of the library. */
interface Heap {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
}

/**
 * Unpacks a RAR, 7z or ZIP of `bytes` bytes, open as `fd`, which is held in memory meanwhile, and promises the files that it says it holds: those that
 * could not be read are among them and not, or damaged, among the unpacked.
 *
 * @throws Problem `archive-memory`, `archive-encrypted`, `archive-truncated`, `archive-unreadable`, `archive-damaged`,
 *   `archive-solid`, and those of the unpacking.
 */
export async function unpackWithLibarchive(
  fd: number,
  question: Pick<UnpackRequest, 'format' | 'bytes' | 'expected'>,
  unpacking: Unpacking,
): Promise<ExpectedFile[]> {
  const { format, bytes, expected } = question;
  const listed = format === 'rar' ? expectedFiles(readRarHeaders(fd, bytes)) : expected;
  const library = await libarchiveWasm();
  const heap = library.module as unknown as Heap;
  const files = listed ?? expectedFiles(readSevenZipHeader(fd, bytes, (archive) => onlyFile(library, heap, archive)));
  const [start, buffer] = [heap._malloc(bytes), heap._malloc(CHUNK)];
  if (start === 0 || buffer === 0) throw problem('archive-memory');
  for (let done = 0; done < bytes;) {
    const read = readSync(fd, heap.HEAPU8, start + done, bytes - done, done);
    if (read === 0) throw problem('archive-truncated');
    done += read;
  }
  readAll(library, heap, opened(library, start, bytes), buffer, unpacking);
  return files;
}

/** The bytes of the one file of a small archive. */
function onlyFile(library: Library, heap: Heap, bytes: Buffer): Buffer {
  const [start, buffer] = [heap._malloc(bytes.length), heap._malloc(CHUNK)];
  if (start === 0 || buffer === 0) throw problem('archive-memory');
  heap.HEAPU8.set(bytes, start);
  const archive = opened(library, start, bytes.length);
  const parts: Buffer[] = [];
  if (library.read_next_entry(archive) !== 0) {
    for (
      let read = readSome(library, archive, buffer), total = 0;
      read !== null && read > 0;
      read = readSome(library, archive, buffer)
    ) {
      total += read;
      if (total > HEADER_BYTES) throw problem('archive-unreadable');
      parts.push(Buffer.from(heap.HEAPU8.slice(buffer, buffer + read)));
    }
  }
  library.read_free(archive);
  return Buffer.concat(parts);
}

function opened(library: Library, start: number, bytes: number): number {
  try {
    return library.read_new_memory(start, bytes);
  } catch {
    throw problem('archive-unreadable');
  }
}

function readAll(library: Library, heap: Heap, archive: number, buffer: number, unpacking: Unpacking): void {
  for (let entry = library.read_next_entry(archive); entry !== 0; entry = library.read_next_entry(archive)) {
    if (library.entry_is_encrypted(entry) !== 0) throw problem('archive-encrypted');
    const mode = library.entry_filetype(entry) & KIND_BITS;
    const linked = Boolean(library.entry_hardlink(entry)) || Boolean(library.entry_symlink(entry));
    const kind = linked ? 'other' : mode === FOLDER ? 'folder' : mode === FILE || mode === 0 ? 'file' : 'other';
    // Names come as Unicode; what stands for bytes that are none is no letter of any name.
    // Sizes come as the lower half of a number of 64 bits. What is really unpacked is counted, whatever it says.
    const size = library.entry_size(entry) >>> 0;
    if (unpacking.enter({ name: library.entry_pathname(entry) || 'nameless', size, kind })) {
      readEntry(library, heap, archive, buffer, unpacking, size);
    } else {
      unpacking.skip(size);
    }
  }
  const error = library.error_string(archive) || '';
  if (library.read_has_encrypted_entries(archive) === 1 || /encrypt/i.test(error)) throw problem('archive-encrypted');
  if (/allocate|memory/i.test(error)) throw problem('archive-memory');
  if (error !== '' && !unpacking.files.some(({ damaged }) => !damaged)) throw problem('archive-unreadable');
}

function readEntry(
  library: Library,
  heap: Heap,
  archive: number,
  buffer: number,
  unpacking: Unpacking,
  size: number,
): void {
  for (let done = 0; ;) {
    const read = readSome(library, archive, buffer);
    if (read === null || (read === 0 && done < size)) return unpacking.damage();
    if (read === 0) return;
    done += read;
    unpacking.put(heap.HEAPU8.subarray(buffer, buffer + read));
  }
}

/** How many bytes were unpacked, 0 at the end of the entry; null where it cannot be read on. */
function readSome(library: Library, archive: number, buffer: number): number | null {
  try {
    return library.read_data(archive, buffer, CHUNK);
  } catch (error) {
    const { message } = error as Error;
    if (/encrypt|passphrase/i.test(message)) throw problem('archive-encrypted');
    if (/allocate|memory/i.test(message)) throw problem('archive-memory');
    return null;
  }
}
