import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { problem } from '#contract/problems.ts';
import { toPlaceProblem } from './folder.ts';
import type { Place } from './place.ts';

/** Bytes of a block: headers are one, contents are filled up to whole ones (POSIX.1-1988, ustar). */
const BLOCK = 512;
/** Where a header says the size of its object, in octal digits. */
const SIZE_AT = 124;

/**
 * A new backup as one tar file, which any tar unpacks into a folder that holds the same backup. It stands under its name
 * once it is whole. Nothing is taken out of it.
 */
export async function newTarPlace(path: string): Promise<Place> {
  const making = `${path}.unfinished`;
  const handle = await open(making, 'w').catch((error: unknown) => {
    throw toPlaceProblem(error, path);
  });
  const entries = new Map<string, { at: number; size: number }>();
  let end = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let isFinished = false;
  const append = (parts: readonly Uint8Array[]) => {
    const written = turn.then(async () => {
      await handle.writev([...parts], end).catch((error: unknown) => {
        throw toPlaceProblem(error, path);
      });
      end += parts.reduce((sum, { length }) => sum + length, 0);
    });
    turn = written.catch(() => {});
    return written;
  };
  return {
    async put(name, bytes) {
      const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
      await append([header(name, bytes.length), bytes, padding]);
      entries.set(name, { at: end - padding.length - bytes.length, size: bytes.length });
    },
    get: async (name) => readEntry(handle, entries.get(name)),
    list: (folder) => listEntries(entries, folder),
    async remove() {},
    settle: () => handle.sync(),
    async finish() {
      await append([Buffer.alloc(2 * BLOCK)]);
      await handle.sync();
      await rename(making, path);
      isFinished = true;
    },
    async close() {
      await handle.close();
      if (!isFinished) {
        await rm(making, { force: true });
      }
    },
  };
}

/**
 * A backup in a tar file, as it is read.
 *
 * @throws Problem `backup-cut-off` where its end is missing, `backup-not-found` where it is none.
 */
export async function openTarPlace(path: string): Promise<Place> {
  const { size: whole } = await stat(path);
  const entries = new Map<string, { at: number; size: number }>();
  const handle = await open(path, 'r');
  try {
    let isEnded = false;
    for (let at = 0; at + BLOCK <= whole;) {
      const head = Buffer.alloc(BLOCK);
      await handle.read(head, 0, BLOCK, at);
      if (head.every((byte) => byte === 0)) {
        isEnded = true;
        break;
      }
      const size = Number.parseInt(head.toString('latin1', SIZE_AT, SIZE_AT + 11), 8);
      if (head.toString('latin1', 257, 262) !== 'ustar' || !(size >= 0)) {
        throw problem(at === 0 ? 'backup-not-found' : 'backup-cut-off', { path });
      }
      const name = head.toString('latin1', 0, 100).replace(/\0.*$/s, '').replace(/^\.\//, '');
      entries.set(name, { at: at + BLOCK, size });
      at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    }
    if (!isEnded) throw problem('backup-cut-off', { path });
  } catch (error) {
    await handle.close();
    throw error;
  }
  const unchangeable = async () => {
    throw problem('backup-place-unavailable', { path, reason: 'EROFS' });
  };
  return {
    put: unchangeable,
    remove: unchangeable,
    get: async (name) => readEntry(handle, entries.get(name)),
    list: (folder) => listEntries(entries, folder),
    async settle() {},
    async finish() {},
    async close() {
      await handle.close();
    },
  };
}

/** Whether a file begins as a tar does. */
export async function isTar(path: string): Promise<boolean> {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(path, { end: BLOCK - 1 })) {
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('latin1', 257, 262) === 'ustar';
}

async function readEntry(handle: FileHandle, entry: { at: number; size: number } | undefined): Promise<Buffer | null> {
  if (entry === undefined) return null;
  const bytes = Buffer.allocUnsafe(entry.size);
  const { bytesRead } = await handle.read(bytes, 0, entry.size, entry.at);
  return bytes.subarray(0, bytesRead);
}

async function* listEntries(
  entries: ReadonlyMap<string, { size: number }>,
  folder: string,
): AsyncGenerator<{ name: string; size: number }> {
  for (const [name, { size }] of entries) {
    if (name.startsWith(`${folder}/`) && !name.slice(folder.length + 1).includes('/')) {
      yield { name, size };
    }
  }
}

/** The header of a file; names are short and plain. */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100, 'latin1');
  block.write('0000600\0', 100, 'latin1');
  block.write('0000000\0', 108, 'latin1');
  block.write('0000000\0', 116, 'latin1');
  block.write(`${size.toString(8).padStart(11, '0')}\0`, SIZE_AT, 'latin1');
  block.write('00000000000\0', 136, 'latin1');
  block.write('        ', 148, 'latin1');
  block.write('0', 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}
