import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { extract, pack } from 'tar-stream';

/** The largest window that every reader of Brotli takes: the segments of a database's log are alike, 16 MB apart. */
const WINDOW_BITS = 24;

/** Packs all files and folders of a folder into one file: tar, compressed with Brotli. Sockets and locks are left out. */
export async function packFolder(folder: string, file: string): Promise<void> {
  const tar = pack();
  const written = pipeline(
    tar,
    createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
    }),
    createWriteStream(file),
  );
  async function add(below: string): Promise<void> {
    const entries = await readdir(join(folder, below), { withFileTypes: true });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const name = join(below, entry.name);
      if (entry.isDirectory()) {
        tar.entry({ name, type: 'directory', mode: 0o700 });
        await add(name);
      } else if (entry.isFile() && !entry.name.endsWith('.lock')) {
        tar.entry({ name, mode: 0o600 }, await readFile(join(folder, name)));
      }
    }
  }
  await add('');
  tar.finalize();
  await written;
}

/** Unpacks what `packFolder` packed into a folder, which is made. */
export async function unpackFolder(file: string, folder: string): Promise<void> {
  const tar = extract();
  const read = pipeline(createReadStream(file), createBrotliDecompress(), tar);
  for await (const entry of tar) {
    const path = join(folder, entry.header.name);
    if (entry.header.type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      entry.resume();
    } else {
      await mkdir(dirname(path), { recursive: true });
      await pipeline(entry, createWriteStream(path, { mode: 0o600 }));
    }
  }
  await read;
}
