import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { problem } from '#contract/problems.ts';
import { createDumpParser, type DumpRow, type WantedColumns } from './dump-parser.ts';

/** Bytes of a dump that are read at a time. */
const CHUNK = 512 * 1024;

/** The start of a file that gzip wrote, and those of texts of two bytes a letter. */
const GZIP = Buffer.from([0x1f, 0x8b]);
const WIDE = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/**
 * Reads a dump of MySQL or MariaDB, plain or by gzip, from its start to its end. Holds no more of it than one row and what was read at
 * a time, however long its statements are; rows of tables that nobody wants are stepped over.
 *
 * @param wanted which columns of a table are wanted; null: none of its rows.
 * @param take gets the rows in their order, some at a time; the reading waits for it.
 * @returns the tables that it has rows of.
 * @throws Problem `dump-not-found`, `dump-unknown` for what is no text, `dump-cut-off` {table, megabytes} for one that ends before
 * its end, the reason of the signal.
 */
export async function readDump(
  path: string,
  wanted: WantedColumns,
  take: (rows: DumpRow[]) => Promise<void>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const start = await startBytes(path);
  if (WIDE.some((mark) => start.subarray(0, 2).equals(mark))) throw problem('dump-unknown');
  const parser = createDumpParser(wanted);
  const read = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      signal.throwIfAborted();
      parser.push(chunk);
      const rows = parser.take();
      if (rows.length > 0) {
        await take(rows);
      }
    }
  };
  const file = createReadStream(path, { highWaterMark: CHUNK });
  try {
    await (start.subarray(0, 2).equals(GZIP)
      ? pipeline(file, createGunzip({ chunkSize: CHUNK }), read)
      : pipeline(file, read));
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    if (code === 'Z_BUF_ERROR') throw problem('dump-cut-off', parser.place());
    if (code.startsWith('Z_')) throw problem('dump-unknown');
    throw error;
  }
  if (!parser.isWhole()) throw problem('dump-cut-off', parser.place());
  return parser.tables();
}

async function startBytes(path: string): Promise<Buffer> {
  const file = await open(path).catch(() => {
    throw problem('dump-not-found');
  });
  try {
    if (!(await file.stat()).isFile()) throw problem('dump-not-found');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
