import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ImportRequest } from '#contract/imports.ts';
import type { Db } from '#server/db/database.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import type { Log } from '#server/log.ts';
import type { ImportListener } from '#server/features/imports/imports.ts';
import { forgetUnseen, markImported, noteSources, type WatchedEntry } from './queries.ts';
import { findSources } from '#server/features/intake/public/sources.ts';

/** Looks into the watched folder, every minute. */
export const WATCH_FOLDER_JOB: JobKind = { kind: 'imports.watch', attempts: 3, atOnce: 1, every: 60 };

/** The dependencies of watching. `folder` is null where none is watched. */
export interface Watching {
  db: Db;
  folder: string | null;
  /** The fate of chapters that join a series which readers see. */
  chapters: 'now' | 'draft';
  run(request: ImportRequest, listener: ImportListener, signal: AbortSignal): Promise<void>;
  log: Pick<Log, 'info' | 'warn'>;
}

/**
 * Imports, as drafts, or as chapters of the series they belong to, the archives and folders of pictures below the watched folder that are as they were at the last
 * look: what still grows is left for the next one. What was imported or refused is not tried again before it changes.
 * Nothing in the folder is ever changed or deleted.
 */
export function watchFolderJob({ db, folder, chapters, run, log }: Watching): JobFunction {
  return async ({ signal }) => {
    if (folder === null) return;
    const sources = await findSources(folder).catch((error: unknown) => {
      log.warn({ err: error, folder }, 'the watched folder cannot be read');
      return null;
    });
    if (sources === null) return;
    const seen: WatchedEntry[] = [];
    for (const { path, bytes } of sources) {
      const found: Stats | null = await stat(path).catch(() => null);
      if (found !== null) {
        seen.push({ path, bytes, modified_at: found.mtime });
      }
    }
    const paths = await noteSources(db, seen);
    await forgetUnseen(
      db,
      seen.map(({ path }) => path),
    );
    if (paths.length === 0) return;
    const listener: ImportListener = {
      onProgress() {},
      onOutcome: (outcome) => {
        log.info({ outcome }, 'watched folder');
      },
    };
    await run(
      { paths, publish: false, incomplete: false, chapters, rating: null, language: null, processes: null },
      listener,
      signal,
    );
    signal.throwIfAborted();
    await markImported(db, paths);
  };
}
