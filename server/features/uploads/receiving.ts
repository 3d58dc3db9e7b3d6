import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isProblem, problem } from '#contract/problems.ts';
import type { NewUploadFile } from '#contract/uploads.ts';
import type { Site } from '#server/config/site-file.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { entryPath } from '#server/images/archives/entry-names.ts';
import { uploadedBytes, uploadsUnderWay } from '#server/metrics/counts.ts';
import { announceJobs, enqueue } from '#server/jobs/queue.ts';
import { addFile, holdUpload, markReceived, touchUpload, usedBy, type FileRow } from './queries.ts';
import type { RawFiles } from './raw-files.ts';
import { READ_UPLOAD_JOB } from './reading.ts';

const MiB = 1024 ** 2;

/** The dependencies of receiving. */
export interface Receiving {
  db: Db;
  raw: RawFiles;
}

/**
 * Makes room for a file in an open upload, within the limits of the site.
 *
 * @throws Problem `upload-not-found`, `upload-closed`, `upload-path-unsuitable`, `upload-file-too-large`, `upload-too-large`,
 * `upload-files-full`, `uploads-today`, `storage-full`.
 */
export async function receiveFile(
  { db, raw }: Receiving,
  limits: Site['uploads'],
  uploadId: number,
  { path: given, bytes }: NewUploadFile,
): Promise<number> {
  const path = entryPath(given.replaceAll('\\', '/').replace(/^\/+/, ''));
  if (path === null || path === '' || path.length > 1000) throw problem('upload-path-unsuitable');
  if (bytes > limits.archiveMegabytes * MiB) {
    throw problem('upload-file-too-large', { megabytes: limits.archiveMegabytes });
  }
  const id = await withTransaction(db, async (tx) => {
    const upload = await openUpload(tx, uploadId);
    const used = await usedBy(tx, uploadId, upload.user_id);
    if (used.files >= limits.filesPerUpload) throw problem('upload-files-full', { count: limits.filesPerUpload });
    if (used.bytes + bytes > limits.uploadMegabytes * MiB) {
      throw problem('upload-too-large', { megabytes: limits.uploadMegabytes });
    }
    const tooMany = limits.filesPerDay > 0 && used.filesToday >= limits.filesPerDay;
    const tooMuch = limits.megabytesPerDay > 0 && used.bytesToday + bytes > limits.megabytesPerDay * MiB;
    if (tooMany || tooMuch) throw problem('uploads-today');
    await touchUpload(tx, uploadId, { arranged: false });
    return addFile(tx, uploadId, path, bytes);
  });
  await raw.begin(id);
  return id;
}

/** Holds an upload that can be changed. @throws Problem `upload-not-found`, `upload-closed`. */
export async function openUpload(tx: Tx, id: number): Promise<{ version: number; user_id: number }> {
  const upload = await holdUpload(tx, id);
  if (upload === null) throw problem('upload-not-found');
  if (upload.state !== 'open') throw problem('upload-closed');
  return upload;
}

/** How much of a file has arrived. One that is whole is put in line to be read, if a crash kept that from happening. */
export async function countReceived(receiving: Receiving, file: FileRow): Promise<number> {
  if (file.state !== 'receiving') return file.bytes;
  const received = await receiving.raw.received(file.id);
  if (received >= file.bytes) {
    await receivedWhole(receiving, file);
  }
  return received;
}

/** The head of a part: where it begins, and the hash its bytes must have. */
export interface PartHead {
  offset: number;
  checksum: { algorithm: 'sha1' | 'sha256'; digest: Buffer } | null;
}

/** Parts that are being written, by file: the next one of the same file takes over. */
const writing = new Map<number, { stop(): void; done: Promise<void> }>();

/**
 * Writes a part of a file behind what has arrived, and answers how much has then. What came before a connection broke
 * is kept, but for parts with a checksum. A part that is still being written when the next one comes (its connection
 * is dead) is ended first.
 *
 * @throws Problem `upload-closed`, `upload-offset-wrong`, `upload-file-too-large`, `upload-part-broken`, `storage-full`.
 */
export async function receivePart(
  receiving: Receiving,
  file: FileRow,
  { offset, checksum }: PartHead,
  body: Readable,
): Promise<number> {
  const { db, raw } = receiving;
  const before = writing.get(file.id);
  before?.stop();
  await before?.done;
  if (file.state !== 'receiving') {
    throw problem(offset === file.bytes ? 'upload-closed' : 'upload-offset-wrong', { offset: file.bytes });
  }
  const at = await raw.received(file.id);
  if (offset !== at) throw problem('upload-offset-wrong', { offset: at });
  const hash = checksum === null ? null : createHash(checksum.algorithm);
  let taken = 0;
  const checked = Readable.from(
    heard(body, (chunk) => {
      taken += chunk.length;
      uploadedBytes.inc(chunk.length);
      if (at + taken > file.bytes) throw problem('upload-file-too-large', { megabytes: Math.ceil(file.bytes / MiB) });
      hash?.update(chunk);
    }),
    { objectMode: false, highWaterMark: MiB },
  );
  const work = raw.write(file.id, at, checked);
  const entry = {
    stop: () => {
      body.destroy();
    },
    done: work.catch(() => {}),
  };
  writing.set(file.id, entry);
  uploadsUnderWay.inc();
  try {
    await work;
  } catch (error) {
    if (checksum !== null) {
      await raw.cut(file.id, at);
    }
    // Whoever sent it is gone, and hears of nothing.
    throw isProblem(error) || body.readableEnded ? error : problem('request-malformed');
  } finally {
    uploadsUnderWay.dec();
    if (writing.get(file.id) === entry) {
      writing.delete(file.id);
    }
  }
  if (checksum !== null && !hash?.digest().equals(checksum.digest)) {
    await raw.cut(file.id, at);
    throw problem('upload-part-broken');
  }
  if (at + taken >= file.bytes) {
    await receivedWhole(receiving, file);
  } else {
    await touchUpload(db, file.upload_id, { arranged: false });
  }
  return at + taken;
}

/** Puts a whole file in line to be read; once, however often it is said. */
export async function receivedWhole(
  { db, raw }: Receiving,
  { id, upload_id: uploadId }: Pick<FileRow, 'id' | 'upload_id'>,
): Promise<void> {
  await raw.keep(id);
  await withTransaction(db, async (tx) => {
    if (!(await markReceived(tx, id))) return;
    await enqueue(tx, READ_UPLOAD_JOB.kind, { file: id }, { key: String(id) });
    await touchUpload(tx, uploadId, { arranged: false });
  });
  announceJobs();
}

/** Hears each chunk of a request as it passes; a request that is given up stays open to be answered. */
async function* heard(from: Readable, hear: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    hear(chunk);
    yield chunk;
  }
}
