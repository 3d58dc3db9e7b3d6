import { join } from 'node:path';
import { createSemaphore } from '#server/concurrency/semaphore.ts';
import type { Deps } from '#server/deps.ts';
import type { RegisteredJob } from '#server/jobs/registry.ts';
import { COMMIT_UPLOAD_JOB, commitUploadJob } from './committing.ts';
import { EXPIRE_UPLOADS_JOB, expireUploadsJob } from './expiring.ts';
import { diskRawFiles, type RawFiles } from './raw-files.ts';
import { partedRawFiles } from './raw-parts.ts';
import { READ_UPLOAD_JOB, processUploadFile } from './reading.ts';
import { REFUSE_STRANDED_JOB, refuseStrandedJob } from './refusing-stranded.ts';

/** Pages in memory beside those being rendered. */
const READ_AHEAD = 4;

/** Where the bytes of uploaded files are: in the data folder, or as parts in the store where blobs are in a bucket. */
export function createRawFiles({ config, db, blobs }: Pick<Deps, 'config' | 'db' | 'blobs'>): RawFiles {
  const folder = join(config.dataDir, 'uploads');
  return config.s3 === null ? diskRawFiles(folder) : partedRawFiles({ db, blobs }, folder);
}

/** The background work of uploads: every kind with its function. */
export function uploadJobs(deps: Deps): [kind: typeof READ_UPLOAD_JOB, run: RegisteredJob['run']][] {
  const { db, blobs, evidence, renderer, log, config } = deps;
  const raw = createRawFiles(deps);
  const store = { db, blobs, evidence, renderer };
  return [
    [
      READ_UPLOAD_JOB,
      processUploadFile({
        db,
        store,
        raw,
        log,
        gate: createSemaphore(config.imageProcesses + READ_AHEAD),
        get site() {
          return config.site;
        },
        unpackIn: join(config.dataDir, 'unpacked'),
      }),
    ],
    [COMMIT_UPLOAD_JOB, commitUploadJob({ ...deps, store })],
    [REFUSE_STRANDED_JOB, refuseStrandedJob(db)],
    [EXPIRE_UPLOADS_JOB, expireUploadsJob({ db, raw, days: config.site.uploads.keepDays })],
  ];
}
