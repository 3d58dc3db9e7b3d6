import type { ImportOutcome, ImportProgress, ImportRequest } from '#contract/imports.ts';
import type { Db } from '#server/db/database.ts';
import { createRenderer, type Renderer } from '#server/images/rendering/render.ts';
import { keepLeases, createWorkerId, releaseAbandoned } from '#server/jobs/leases.ts';
import { pacedProgress } from '#server/jobs/progress.ts';
import { claimJob, complete, queueTime, type HeldJob } from '#server/jobs/queue.ts';
import type { JobFunction } from '#server/jobs/registry.ts';
import { createCounter } from './counting.ts';
import { createSemaphore, forEachConcurrent } from '#server/concurrency/semaphore.ts';
import { runImportJob, describeFailure, importSource, type ImportTools } from './import-jobs.ts';
import type { ImportDeps } from './import-deps.ts';
import { importOne } from './import-one.ts';
import { IMPORT_JOB } from './public/jobs.ts';
import { importById, markRefused } from './queries.ts';
import { findSources, type Source } from '#server/features/intake/public/sources.ts';

/** Hears of what happens during a run. */
export interface ImportListener {
  onProgress(progress: ImportProgress): void;
  onOutcome(outcome: ImportOutcome): void;
}

/** Makes comics of archives and folders. */
export interface Imports {
  /**
   * Imports what lies under the paths and tells what became of each file. Returns when all are done, or, once the
   * signal is aborted, when the pages under way are: the rest goes on later.
   */
  run(request: ImportRequest, listener: ImportListener, signal: AbortSignal): Promise<void>;
  /** Does the same with sources that are found already, which may say what they are. */
  bring(
    sources: readonly Source[],
    request: Omit<ImportRequest, 'paths'>,
    listener: ImportListener,
    signal: AbortSignal,
  ): Promise<void>;
  /** Goes on with imports that earlier runs were cut off in; what failed since `run` is left for later. */
  resume(listener: ImportListener, signal: AbortSignal): Promise<void>;
  /** Goes on with one import in the background. */
  job: JobFunction;
}

/** Archives that are open at once: while one is opened or finished, pages of the others are rendered. */
const ARCHIVES_AT_ONCE = 3;
/** Pages in memory beside those being rendered: read ahead, or being written. */
const READ_AHEAD = 4;

/** Makes what imports archives. */
export function createImports(deps: ImportDeps): Imports {
  const { db } = deps;
  const holder = createWorkerId();
  const shared = toolsOver(deps, deps.renderer, deps.processes);
  let begun: string | undefined;

  const bringSources: Imports['bring'] = async (sources, request, listener, signal) => {
    const own =
      request.processes === null ? null : createRenderer({ processes: request.processes, limits: deps.pictureLimits });
    const tools = own && request.processes !== null ? toolsOver(deps, own, request.processes) : shared;
    const counter = createCounter(sources, (progress) => listener.onProgress(progress));
    try {
      await forEachConcurrent(sources, { concurrency: ARCHIVES_AT_ONCE, signal }, async (source) => {
        const onPage = (done: number, all: number) => counter.page(source, done, all);
        const outcome = await importSource(deps, holder, source, request, { ...tools, signal, onPage });
        counter.file(source);
        if (outcome !== null) {
          listener.onOutcome(outcome);
        }
      });
    } finally {
      await own?.close();
    }
  };

  return {
    run: (request, listener, signal) =>
      holdJobs(deps, holder, async () => {
        begun ??= await queueTime(db);
        const sources = await allSources(request.paths, (path, error) => {
          listener.onOutcome({ state: 'refused', file: path, error: describeFailure(deps, error, path) });
        });
        await bringSources(sources, request, listener, signal);
      }),

    bring: (sources, request, listener, signal) =>
      holdJobs(deps, holder, () => bringSources(sources, request, listener, signal)),

    resume: (listener, signal) =>
      holdJobs(deps, holder, () =>
        forEachConcurrent(waitingJobs(db, holder, begun), { concurrency: ARCHIVES_AT_ONCE, signal }, async (job) => {
          const row = await findImport(db, job);
          if (row === null) return complete(db, job, holder);
          const outcome = await runImportJob(
            deps,
            holder,
            row,
            job,
            { ...shared, signal, onPage: () => {} },
            { trusted: false },
          );
          if (outcome !== null) {
            listener.onOutcome(outcome);
          }
        }),
      ),

    async job(job) {
      const row = await findImport(db, job);
      if (row === null || row.state === 'imported') return;
      try {
        await importOne(
          row,
          { ...shared, signal: job.signal, onPage: pacedProgress(db, job), complete: (tx) => job.complete(tx) },
          { trusted: false },
        );
      } catch (error) {
        const last = job.attempts + 1 >= IMPORT_JOB.attempts && !job.signal.aborted;
        if (last) {
          await markRefused(db, row.id, describeFailure(deps, error, row.file));
        }
        throw error;
      }
    },
  };
}

function toolsOver(
  { db, blobs, evidence, limits, unpackIn }: ImportDeps,
  renderer: Renderer,
  processes: number,
): Pick<ImportTools, 'store' | 'gate' | 'limits' | 'unpackIn'> {
  return { store: { db, blobs, evidence, renderer }, gate: createSemaphore(processes + READ_AHEAD), limits, unpackIn };
}

async function allSources(
  paths: readonly string[],
  refused: (path: string, error: unknown) => void,
): Promise<Source[]> {
  const sources: Source[] = [];
  for (const path of paths) {
    try {
      sources.push(...(await findSources(path)));
    } catch (error) {
      refused(path, error);
    }
  }
  return sources;
}

/** Takes over what dead processes left, and keeps our jobs ours while `run` goes on. */
async function holdJobs({ db, log, alone }: ImportDeps, holder: string, run: () => Promise<void>): Promise<void> {
  await releaseAbandoned(db, { alone });
  const letGo = keepLeases(db, holder, log);
  try {
    await run();
  } finally {
    letGo();
  }
}

async function* waitingJobs(db: Db, holder: string, dueBy: string | undefined): AsyncGenerator<HeldJob> {
  for (;;) {
    const job = await claimJob(db, holder, { kinds: [IMPORT_JOB.kind], ...(dueBy === undefined ? {} : { dueBy }) });
    if (job === null) return;
    yield job;
  }
}

function findImport(db: Db, { payload }: HeldJob): ReturnType<typeof importById> {
  return importById(db, (payload as { import: number }).import);
}
