import { createReadStream, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PassThrough, Readable, type Duplex, type Writable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import unbzip2 from 'unbzip2-stream';
import { isProblem, problem } from '#contract/problems.ts';
import { decodeNames, entryPath, pageCandidate } from '#server/images/archives/entry-names.ts';
import { pictureFormat } from '#server/images/inspect.ts';
import { tarBlocks } from './tar-blocks.ts';
import type { UnpackedFile } from './unpack-protocol.ts';
import type { Unpacking } from './unpacking.ts';

// Bundled so that Node cannot tell what it exports.
const { XzReadableStream } = createRequire(import.meta.url)('xz-decompress') as typeof import('xz-decompress');

/**
 * Unpacks a TAR of `bytes` bytes, open as `fd`, plain or packed by gzip, bzip2, xz or Zstandard.
 *
 * @throws Problem `archive-truncated` also for one without the zeros that end it, `archive-unreadable`, `archive-damaged`, and those of the unpacking.
 */
export async function unpackTar(fd: number, bytes: number, unpacking: Unpacking): Promise<void> {
  const tar = extract({ filenameEncoding: 'latin1', allowUnknownFormat: true } as object);
  const written = new Map<UnpackedFile, { bytes: Buffer; utf8: boolean }>();
  const from = unpacked(fd, bytes);
  const blocks = tarBlocks();
  from.on('data', (chunk: Uint8Array) => {
    blocks.take(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
  });
  try {
    from.on('error', (error) => tar.destroy(error));
    from.pipe(tar as unknown as Writable);
    for await (const entry of tar) {
      const { header } = entry;
      const name = nameFor(header);
      const wanted = unpacking.enter({
        name: decodeNames([name])[0] as string,
        size: header.size ?? 0,
        kind: entryKind(header),
      });
      if (wanted) {
        written.set(unpacking.files.at(-1) as UnpackedFile, name);
      }
      let isFirst = true;
      for await (const chunk of entry) {
        if (isFirst && !wanted) {
          refusePicture(header, chunk as Buffer);
        }
        isFirst = false;
        if (wanted) {
          unpacking.put(chunk as Uint8Array);
        } else {
          unpacking.skip((chunk as Uint8Array).length);
        }
      }
    }
    if (!blocks.isEnded()) throw problem('archive-truncated');
    if (blocks.hasHole()) throw problem('archive-damaged');
    // One program wrote all of the names, and together they tell its language.
    const names = decodeNames([...written.values()]);
    for (const [at, file] of [...written.keys()].entries()) {
      file.path = entryPath(names[at] as string) ?? file.path;
    }
  } catch (error) {
    if (isProblem(error)) throw error;
    const { message, code } = error as NodeJS.ErrnoException;
    // The library for xz names its errors by number only; the eighth is that bytes are missing.
    throw problem(
      /unexpected end|premature|error code 8$/i.test(message) || code === 'Z_BUF_ERROR'
        ? 'archive-truncated'
        : 'archive-unreadable',
    );
  }
}

function unpacked(fd: number, bytes: number): Readable {
  const head = Buffer.alloc(6);
  readSync(fd, head, 0, head.length, 0);
  const file = createReadStream('', { fd, start: 0, end: bytes - 1, autoClose: false });
  const magic = head.toString('latin1');
  const through = (stream: Duplex): Duplex => {
    const out = new PassThrough();
    file
      .on('error', (error) => out.destroy(error))
      .pipe(stream)
      .on('error', (error) => out.destroy(error))
      .pipe(out);
    return out;
  };
  if (magic.startsWith('\x1f\x8b')) return through(createGunzip());
  if (magic.startsWith('\x28\xb5\x2f\xfd')) return through(createZstdDecompress());
  if (magic.startsWith('BZh')) return through(unbzip2() as Duplex);
  if (magic === '\xfd7zXZ\0') {
    return Readable.fromWeb(
      new XzReadableStream(Readable.toWeb(file) as ReadableStream<Uint8Array>) as Parameters<
        typeof Readable.fromWeb
      >[0],
    );
  }
  return file;
}

/**
 * Throws `archive-damaged` for a picture whose name is no page's. The sum of a header is the same when its letters change places, and names that stand
 * behind a header have none.
 */
function refusePicture(header: Header, head: Buffer): void {
  if (head.length < 32 || entryKind(header) !== 'file' || pictureFormat(head) === null) return;
  const path = entryPath(decodeNames([nameFor(header)])[0] as string) ?? '';
  if (pageCandidate(path) === null) throw problem('archive-damaged');
}

function entryKind({ type }: Header): 'file' | 'folder' | 'odd' | 'other' {
  // Sparse files, parts of files that begin in another archive, and kinds that are some program's own.
  if (type === (null as unknown)) return 'odd';
  if (type === 'directory') return 'folder';
  return type === 'file' || type === 'contiguous-file' ? 'file' : 'other';
}

/** Names in the headers of old are bytes of whatever the writer's language was; PAX has them as Unicode. */
function nameFor({ name, pax }: Header): { bytes: Buffer; utf8: boolean } {
  const path = (pax as { path?: string } | null | undefined)?.path;
  return path ? { bytes: Buffer.from(path), utf8: true } : { bytes: Buffer.from(name, 'latin1'), utf8: false };
}
