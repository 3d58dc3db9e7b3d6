import { basename, dirname } from 'node:path/posix';
import { readFile } from 'node:fs/promises';
import { problem } from '#contract/problems.ts';
import type { Site } from '#server/config/site-file.ts';
import type { Semaphore } from '#server/concurrency/semaphore.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import type { Provenance } from '#server/features/blocklist/public/quarantine.ts';
import { openImport, readArchivePages } from '#server/features/intake/public/archive-pages.ts';
import { isPermanentFailure, toFailure } from '#server/features/intake/public/failures.ts';
import { hashSource, sourceName } from '#server/features/intake/public/sources.ts';
import { archiveLimits } from '#server/images/archives/archive-limits.ts';
import { openArchive } from '#server/images/archives/archive.ts';
import { isJunk, pageCandidate } from '#server/images/archives/entry-names.ts';
import type { JobFunction, JobKind, RunningJob } from '#server/jobs/registry.ts';
import type { Log } from '#server/log.ts';
import { findDuplicates } from './duplicates.ts';
import { around, isMetadata, placeArchive, placeMetadata, placeOfFolder, placePicture } from './placing.ts';
import { holdUpload, isReading } from './queries.ts';
import {
  beginReading,
  filePageSink,
  markFileRefused,
  markOpened,
  markReady,
  metadataOfFolder,
  getPictureSize,
  type FileToRead,
} from './queries-reading.ts';
import type { RawFiles } from './raw-files.ts';
import { type PictureStore, storePicture } from '#server/features/pictures/pictures.ts';

/** Reads a file that has arrived: `{ file: id }`, keyed by it. */
export const READ_UPLOAD_JOB: JobKind = { kind: 'uploads.read', attempts: 6, atOnce: 3 };

/** The dependencies of reading. */
export interface Reading {
  db: Db;
  store: PictureStore;
  raw: RawFiles;
  gate: Semaphore;
  log: Pick<Log, 'error'>;
  site: Site;
  /** Where archives are unpacked that cannot be read where they lie. */
  unpackIn: string;
}

/**
 * Hashes a file, opens it, reads and renders its pages and puts them into a chapter of a work. May run again after it
 * was cut off: finished pages are not done again. A file that cannot be read is refused with the reason.
 */
export function processUploadFile(reading: Reading): JobFunction {
  return async (job) => {
    const { file: id } = job.payload as { file: number };
    const file = await beginReading(reading.db, id);
    if (file === null) return;
    try {
      await reading.raw.local(id, (path) => readFileAt(reading, job, file, path));
    } catch (error) {
      const failure = toFailure(error);
      const again = job.signal.aborted || (!isPermanentFailure(error) && job.attempts + 1 < READ_UPLOAD_JOB.attempts);
      if (again) throw error;
      if (failure === null) {
        reading.log.error({ err: error, file: file.path }, 'upload could not be read');
      }
      await finishFile(reading.db, job, file, (tx) =>
        markFileRefused(tx, id, failure ?? { code: 'internal-error', params: {} }),
      );
    }
    if (!(await isReading(reading.db, file.upload_id))) {
      await findDuplicates(reading.db, file.upload_id);
    }
  };
}

async function readFileAt(reading: Reading, job: RunningJob, file: FileToRead, path: string): Promise<void> {
  const { db, site, unpackIn } = reading;
  const { id } = file;
  const name = basename(file.path);
  if (isJunk(name)) throw problem('archive-format-unsupported', { format: name });
  await markOpened(db, id, { hash: await hashSource({ path, folder: false }) });
  if (isMetadata(name)) {
    const placed = await placeOfFolder(db, file, await readFile(path));
    return finishFile(db, job, file, async (tx) => {
      await placeMetadata(tx, site, file, placed);
      await markReady(tx, id, 0, []);
    });
  }
  if (pageCandidate(name) !== null) return readPicture(reading, job, file, path);
  const archive = await openArchive(path, archiveLimits(site.uploads), unpackIn);
  try {
    const where = await around(db, file);
    const opened = await openImport(archive, sourceName(name), { around: where, language: null });
    const read = await readArchivePages(opened, filePageSink(db, id), tools(reading, job, file));
    await finishFile(db, job, file, async (tx) => {
      await placeArchive(tx, site, file, opened, read.pages);
      await markReady(tx, id, opened.pages.length, [...opened.warnings, ...read.warnings]);
    });
  } finally {
    await archive.close();
  }
}

/** A loose picture is a page of its folder's chapter. */
async function readPicture(
  { db, store, gate, site, raw }: Reading,
  job: RunningJob,
  file: FileToRead,
  path: string,
): Promise<void> {
  const most = site.uploads.entryMegabytes;
  if (file.bytes > most * 1024 ** 2) throw problem('upload-file-too-large', { megabytes: most });
  await gate.enter();
  try {
    const stored = await storePicture(store, await readFile(path), { cover: false, provenance: provenanceFor(file) });
    if ('problem' in stored) throw problem(stored.problem.code, stored.problem.params);
    const page = { number: 1, name: basename(file.path), image: stored.hash, problem: null };
    const { width, height } = stored.image ?? (await getPictureSize(db, stored.hash));
    const xml = await metadataOfFolder(db, file.upload_id, dirname(file.path));
    const placed = await placeOfFolder(db, file, xml === null ? null : await raw.local(xml, (at) => readFile(at)));
    await finishFile(db, job, file, async (tx) => {
      await filePageSink(db, file.id).keep(tx, [page], stored.image === null ? [] : [stored.image]);
      await placePicture(tx, site, file, placed, { number: 1, image: stored.hash, width, height, transcript: null });
      await markReady(tx, file.id, 1, []);
    });
  } finally {
    gate.leave();
  }
}

function tools({ store, gate }: Reading, { signal }: RunningJob, file: FileToRead) {
  let reported = -1;
  return {
    store,
    gate,
    signal,
    provenance: provenanceFor(file),
    onPage(_done: number, all: number) {
      if (reported !== all) {
        reported = all;
        void markOpened(store.db, file.id, { pages: all }).catch(() => {});
      }
    },
  };
}

function provenanceFor({ user_id: userId, path }: FileToRead): Provenance {
  return { source: 'upload', userId, file: path };
}

/** Ends the job with what it found, unless the file or its upload is gone or can no longer be changed. */
async function finishFile(db: Db, job: RunningJob, file: FileToRead, work: (tx: Tx) => Promise<void>): Promise<void> {
  await withTransaction(db, async (tx) => {
    await job.complete(tx);
    const upload = await holdUpload(tx, file.upload_id);
    if (upload?.state === 'open') {
      await work(tx);
    }
  });
}
