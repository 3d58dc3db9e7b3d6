import { join } from 'node:path';
import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts';
import { FORGET_CHANGES_JOB, forgetChangesJob } from './catalogue/change-pruning.ts';
import type { Deps } from './deps.ts';
import { MAIL_JOB, mailJob } from './features/accounts/public/mails.ts';
import { FORGET_PICTURE_JOB, forgetPictureJob } from './features/accounts/profile/avatars.ts';
import { SEAL_AUDIT_JOB, sealAudit } from './features/audit/audit.ts';
import { BACK_UP_JOB, backUpWhenDue } from './features/backups/timetable.ts';
import { GATHER_FIGURES_JOB, gatherFigures } from './features/dashboard/dashboard.ts';
import { COUNT_SCORES_JOB, countScores } from './features/library/counting-scores.ts';
import { RENEW_RELATED_JOB, renewRelatedJob } from './features/comics/related/renewal.ts';
import { BULK_JOB, bulkJob } from './features/editing/bulk/bulk.ts';
import { RENEW_ADDRESSES_JOB, renewAddressesJob } from './features/editing/comics/addresses.ts';
import { PUBLISH_DUE_JOB, publishDue } from './features/editing/public/publication.ts';
import { EXPIRE_PREMIUM_JOB, freeComics } from './features/entitlements/premium-expiry.ts';
import { REMINDER_JOB, remindModerators } from './features/moderation/moderation-reminder.ts';
import { RESTORE_JOB, restoreDue } from './features/moderation/restoration.ts';
import { MEASURE_STORAGE_JOB, measureStorage } from './features/operations/storage.ts';
import { RESCAN_JOB, searchListed } from './features/blocklist/rescan.ts';
import { LOAD_DEMO_JOB } from './features/demo/demo.ts';
import { loadDemoJob } from './features/demo/loading.ts';
import { REMOVE_DEMO_JOB, removeDemoJob } from './features/demo/public/removal.ts';
import { CLEAN_JOB, cleanJob } from './features/picture-upkeep/cleaning.ts';
import { COLLECT_BLOBS_JOB, collectBlobsJob } from './features/picture-upkeep/blob-collection.ts';
import { WATCH_FOLDER_JOB, watchFolderJob } from './features/watched-folder/watched-folder.ts';
import { createImports, type Imports } from './features/imports/imports.ts';
import { IMPORT_JOB } from './features/imports/public/jobs.ts';
import { REFUSE_STRANDED_JOB, refuseStrandedJob } from './features/imports/refusing-stranded.ts';
import { BACKFILL_JOB, imageBackfillJob } from './features/picture-upkeep/image-backfill.ts';
import { END_BAN_JOB, endBan } from './features/moderation/banning.ts';
import { digestJob } from './features/notifications/digest.ts';
import { DIGEST_JOB, PUSH_JOB, RELEASES_JOB, SEARCHES_JOB } from './features/notifications/jobs.ts';
import { pushJob } from './features/notifications/push.ts';
import { releasesJob } from './features/notifications/releases.ts';
import { searchesJob } from './features/notifications/searches.ts';
import { PURGE_JOB, purgeJob } from './features/purging/purging.ts';
import { uploadJobs } from './features/uploads/uploads.ts';
import { archiveLimits } from './images/archives/archive-limits.ts';
import { imageLimits } from './images/image-limits.ts';
import { enforceRetention, RETENTION_JOB } from './features/retention/retention.ts';
import { deliverJob } from './features/webhooks/delivering.ts';
import { DELIVER_JOB } from './features/webhooks/jobs.ts';
import { TRACKERS_DUE_JOB, TRACKERS_SEND_JOB } from './features/trackers/jobs.ts';
import { dueJob, sendJob } from './features/trackers/sending.ts';
import { TRANSFER_JOB, transferJob } from './features/transfers/transfers.ts';
import { MERGE_TERM_JOB, mergeTermJob } from './features/taxonomy/merging.ts';
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
      REMOVE_DEMO_JOB,
      TRANSFER_JOB,
      COLLECT_BLOBS_JOB,
      WATCH_FOLDER_JOB,
      REFUSE_STRANDED_JOB,
      PUBLISH_DUE_JOB,
      BULK_JOB,
      RENEW_ADDRESSES_JOB,
      MERGE_TERM_JOB,
      BACKFILL_JOB,
      CLEAN_JOB,
      RESCAN_JOB,
      MAIL_JOB,
      FORGET_PICTURE_JOB,
      RELEASES_JOB,
      SEARCHES_JOB,
      PUSH_JOB,
      DIGEST_JOB,
      CLEANUP_DONE_JOB,
      CLEANUP_EXPIRED_JOB,
      EXPIRE_PREMIUM_JOB,
      FORGET_CHANGES_JOB,
      SEAL_AUDIT_JOB,
      PURGE_JOB,
      END_BAN_JOB,
      RESTORE_JOB,
      REMINDER_JOB,
      RETENTION_JOB,
      DELIVER_JOB,
      TRACKERS_DUE_JOB,
      TRACKERS_SEND_JOB,
      GATHER_FIGURES_JOB,
      MEASURE_STORAGE_JOB,
      RENEW_RELATED_JOB,
      COUNT_SCORES_JOB,
      BACK_UP_JOB,
      ...uploads.map(([kind]) => kind),
    ],
    [
      [IMPORT_JOB.kind, imports.job],
      [LOAD_DEMO_JOB.kind, loadDemoJob({ ...deps, imports }, words)],
      [REMOVE_DEMO_JOB.kind, removeDemoJob(deps)],
      [COLLECT_BLOBS_JOB.kind, collectBlobsJob(deps)],
      [
        WATCH_FOLDER_JOB.kind,
        watchFolderJob({
          db: deps.db,
          folder: deps.config.watchDir,
          chapters: deps.config.watchChapters,
          run: imports.run,
          log: deps.log,
        }),
      ],
      [REFUSE_STRANDED_JOB.kind, refuseStrandedJob(deps)],
      [PUBLISH_DUE_JOB.kind, publishDue(deps)],
      [BULK_JOB.kind, bulkJob(deps)],
      [RENEW_ADDRESSES_JOB.kind, renewAddressesJob(deps.db)],
      [BACKFILL_JOB.kind, imageBackfillJob(deps)],
      [CLEAN_JOB.kind, cleanJob(deps)],
      [RESCAN_JOB.kind, searchListed(deps)],
      [MAIL_JOB.kind, mailJob(deps)],
      [FORGET_PICTURE_JOB.kind, forgetPictureJob(deps)],
      [RELEASES_JOB.kind, releasesJob(deps)],
      [SEARCHES_JOB.kind, searchesJob(deps)],
      [PUSH_JOB.kind, pushJob(deps)],
      [DIGEST_JOB.kind, digestJob(deps)],
      [CLEANUP_DONE_JOB.kind, cleanUpDoneJobs(deps.db)],
      [CLEANUP_EXPIRED_JOB.kind, cleanUpExpiredRows(deps.db)],
      [EXPIRE_PREMIUM_JOB.kind, freeComics(deps.db)],
      [FORGET_CHANGES_JOB.kind, forgetChangesJob(deps.db)],
      [DELIVER_JOB.kind, deliverJob(deps)],
      [TRACKERS_DUE_JOB.kind, dueJob(deps)],
      [TRACKERS_SEND_JOB.kind, sendJob(deps)],
      [GATHER_FIGURES_JOB.kind, gatherFigures(deps)],
      [MEASURE_STORAGE_JOB.kind, measureStorage(deps)],
      [RENEW_RELATED_JOB.kind, renewRelatedJob(deps)],
      [COUNT_SCORES_JOB.kind, countScores(deps)],
      [BACK_UP_JOB.kind, backUpWhenDue(deps)],
      ...uploads.map(([{ kind }, run]) => [kind, run] as const),
      [TRANSFER_JOB.kind, transferJob(deps, imports)],
      [MERGE_TERM_JOB.kind, mergeTermJob(deps)],
      [SEAL_AUDIT_JOB.kind, sealAudit(deps.db)],
      [PURGE_JOB.kind, purgeJob(deps)],
      [END_BAN_JOB.kind, endBan(deps.db)],
      [RESTORE_JOB.kind, restoreDue(deps)],
      [REMINDER_JOB.kind, remindModerators(deps)],
      [RETENTION_JOB.kind, enforceRetention(deps)],
    ],
  );
  return { imports, ...createRunner({ db: deps.db, log: deps.log, alone: isAlone(deps) }, jobs) };
}

/** The importer of archives, for this process. */
export function buildImports(deps: Deps): Imports {
  return createImports({
    ...deps,
    get site() {
      return deps.config.site;
    },
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
