import { join } from 'node:path';
import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts';
import { FORGET_CHANGES, forgetChangesJob } from './catalogue/change-pruning.ts';
import type { Deps } from './deps.ts';
import { MAIL_JOB, mailJob } from './features/accounts/public/mails.ts';
import { FORGET_PICTURE, forgetPictureJob } from './features/accounts/profile/avatars.ts';
import { SEAL_AUDIT, sealAudit } from './features/audit/audit.ts';
import { GATHER_FIGURES, gatherFigures } from './features/dashboard/dashboard.ts';
import { BULK_JOB, bulkJob } from './features/editing/bulk/bulk.ts';
import { RENEW_ADDRESSES, renewAddressesJob } from './features/editing/comics/addresses.ts';
import { PUBLISH_DUE, publishDue } from './features/editing/public/publication.ts';
import { EXPIRE_PREMIUM_JOB, freeComics } from './features/entitlements/premium-expiry.ts';
import { REMINDER_JOB, remindModerators } from './features/moderation/moderation-reminder.ts';
import { RESTORE_JOB, restoreDue } from './features/moderation/restoration.ts';
import { MEASURE_STORAGE, measureStorage } from './features/operations/storage.ts';
import { RESCAN_JOB, searchListed } from './features/blocklist/rescan.ts';
import { LOAD_DEMO_JOB } from './features/demo/demo.ts';
import { loadDemoJob } from './features/demo/loading.ts';
import { CLEAN_JOB, cleanJob } from './features/picture-upkeep/cleaning.ts';
import { SWEEP_BLOBS, sweepBlobsJob } from './features/picture-upkeep/orphans.ts';
import { WATCH_FOLDER, watchFolderJob } from './features/watched-folder/watched-folder.ts';
import { createImports, type Imports } from './features/imports/imports.ts';
import { IMPORT_JOB } from './features/imports/public/jobs.ts';
import { REFUSE_STRANDED, refuseStrandedJob } from './features/imports/refusing-stranded.ts';
import { BACKFILL_JOB, lookJob } from './features/picture-upkeep/looking.ts';
import { END_BAN, endBan } from './features/moderation/banning.ts';
import { digestJob } from './features/notifications/digest.ts';
import { DIGEST_JOB, PUSH_JOB, RELEASES_JOB } from './features/notifications/jobs.ts';
import { pushJob } from './features/notifications/push.ts';
import { releasesJob } from './features/notifications/releases.ts';
import { PURGE_JOB, purgeJob } from './features/purging/purging.ts';
import { uploadJobs } from './features/uploads/uploads.ts';
import { archiveLimits } from './images/archives/archive-limits.ts';
import { imageLimits } from './images/image-limits.ts';
import { enforceRetention, RETENTION } from './features/retention/retention.ts';
import { deliverJob } from './features/webhooks/delivering.ts';
import { DELIVER_JOB } from './features/webhooks/jobs.ts';
import { TRANSFER_JOB, transferJob } from './features/transfers/transfers.ts';
import { MERGE_TERM, mergeTermJob } from './features/taxonomy/merging.ts';
import { CLEANUP_DONE_JOB, cleanUpDoneJobs } from './jobs/cleanup.ts';
import { CLEANUP_EXPIRED_JOB, cleanUpExpiredRows } from './jobs/expired-rows.ts';
import { registerJobs } from './jobs/registry.ts';
import { createRunner, type Runner } from './jobs/runner.ts';

export interface Worker extends Runner {
  imports: Imports;
}

/**
 * The background work of one process: every kind of job with the function that does it.
 *
 * @param words the language of the terminal.
 * @throws Error when a kind has no function, or two.
 */
export function buildWorker(deps: Deps, words: Locale = DEFAULT_LOCALE): Worker {
  const imports = buildImports(deps);
  const uploads = uploadJobs(deps);
  const jobs = registerJobs(
    [
      IMPORT_JOB,
      LOAD_DEMO_JOB,
      TRANSFER_JOB,
      SWEEP_BLOBS,
      WATCH_FOLDER,
      REFUSE_STRANDED,
      PUBLISH_DUE,
      BULK_JOB,
      RENEW_ADDRESSES,
      MERGE_TERM,
      BACKFILL_JOB,
      CLEAN_JOB,
      RESCAN_JOB,
      MAIL_JOB,
      FORGET_PICTURE,
      RELEASES_JOB,
      PUSH_JOB,
      DIGEST_JOB,
      CLEANUP_DONE_JOB,
      CLEANUP_EXPIRED_JOB,
      EXPIRE_PREMIUM_JOB,
      FORGET_CHANGES,
      SEAL_AUDIT,
      PURGE_JOB,
      END_BAN,
      RESTORE_JOB,
      REMINDER_JOB,
      RETENTION,
      DELIVER_JOB,
      GATHER_FIGURES,
      MEASURE_STORAGE,
      ...uploads.map(([kind]) => kind),
    ],
    [
      [IMPORT_JOB.kind, imports.job],
      [LOAD_DEMO_JOB.kind, loadDemoJob({ ...deps, imports }, words)],
      [SWEEP_BLOBS.kind, sweepBlobsJob(deps)],
      [
        WATCH_FOLDER.kind,
        watchFolderJob({ db: deps.db, folder: deps.config.watchDir, run: imports.run, log: deps.log }),
      ],
      [REFUSE_STRANDED.kind, refuseStrandedJob(deps)],
      [PUBLISH_DUE.kind, publishDue(deps)],
      [BULK_JOB.kind, bulkJob(deps)],
      [RENEW_ADDRESSES.kind, renewAddressesJob(deps.db)],
      [BACKFILL_JOB.kind, lookJob(deps)],
      [CLEAN_JOB.kind, cleanJob(deps)],
      [RESCAN_JOB.kind, searchListed(deps)],
      [MAIL_JOB.kind, mailJob(deps)],
      [FORGET_PICTURE.kind, forgetPictureJob(deps)],
      [RELEASES_JOB.kind, releasesJob(deps)],
      [PUSH_JOB.kind, pushJob(deps)],
      [DIGEST_JOB.kind, digestJob(deps)],
      [CLEANUP_DONE_JOB.kind, cleanUpDoneJobs(deps.db)],
      [CLEANUP_EXPIRED_JOB.kind, cleanUpExpiredRows(deps.db)],
      [EXPIRE_PREMIUM_JOB.kind, freeComics(deps.db)],
      [FORGET_CHANGES.kind, forgetChangesJob(deps.db)],
      [DELIVER_JOB.kind, deliverJob(deps)],
      [GATHER_FIGURES.kind, gatherFigures(deps)],
      [MEASURE_STORAGE.kind, measureStorage(deps)],
      ...uploads.map(([{ kind }, run]) => [kind, run] as const),
      [TRANSFER_JOB.kind, transferJob(deps, imports)],
      [MERGE_TERM.kind, mergeTermJob(deps)],
      [SEAL_AUDIT.kind, sealAudit(deps.db)],
      [PURGE_JOB.kind, purgeJob(deps)],
      [END_BAN.kind, endBan(deps.db)],
      [RESTORE_JOB.kind, restoreDue(deps)],
      [REMINDER_JOB.kind, remindModerators(deps)],
      [RETENTION.kind, enforceRetention(deps)],
    ],
  );
  return { imports, ...createRunner({ db: deps.db, log: deps.log, alone: isAlone(deps) }, jobs) };
}

/** The importer of archives, for this process. */
export function buildImports(deps: Deps): Imports {
  return createImports({
    ...deps,
    site: deps.config.site,
    limits: archiveLimits(deps.config.site.uploads),
    pictureLimits: imageLimits(deps.config.site.uploads),
    unpackIn: join(deps.config.dataDir, 'unpacked'),
    processes: deps.config.imageProcesses,
    alone: isAlone(deps),
  });
}

/** The embedded database is one process's alone. */
function isAlone({ database }: Deps): boolean {
  return database.driver === 'pglite';
}
