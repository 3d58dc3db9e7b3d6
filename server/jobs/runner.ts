import { isProblem } from '#contract/problems.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { jobSeconds } from '../metrics/counts.ts';
import { tracedFrom } from '../tracing/tracing.ts';
import { keepLeases, createWorkerId, releaseAbandoned } from './leases.ts';
import {
  cancel,
  claimJob,
  complete,
  failJob,
  onJobsWaiting,
  releaseJob,
  secondsToNext,
  listCancelled,
  type HeldJob,
} from './queue.ts';
import type { RegisteredJob } from './registry.ts';
import { keepRecurring, scheduleNext } from './schedule.ts';

/** The runner of jobs in this process. */
export interface Runner {
  /** Begins to take jobs. */
  start(): void;
  /** Takes no more, lets what runs come to a good place, gives unfinished jobs back, and ends. */
  close(): Promise<void>;
}

export interface RunnerOptions {
  db: Db;
  log: Pick<Log, 'warn' | 'error'>;
  /** Whether no other process can have jobs of this database: it is embedded. */
  alone: boolean;
}

/** Other processes cannot wake this one: how long a job of theirs may wait unseen, in seconds. */
const LONGEST_SLEEP = 5;
/** How often a process that runs jobs looks whether someone wants one of them to stop, in milliseconds. */
const LOOK_EVERY = 2000;

/**
 * Makes what runs `jobs`: at once when this process adds one (`announceJobs`), at their time, and within 5 s when
 * another process adds one. It sleeps in between. A job whose function throws is tried again later.
 */
export function createRunner({ db, log, alone }: RunnerOptions, jobs: readonly RegisteredJob[]): Runner {
  const holder = createWorkerId();
  const stopping = new AbortController();
  const running = new Map<Promise<void>, string>();
  const stops = new Map<number, AbortController>();
  let wake = () => {};
  let loop: Promise<void> | null = null;

  for (const { kind } of jobs) {
    // As in counts.ts: the first try is to be seen as an increase.
    jobSeconds.zero({ kind, outcome: 'done' });
    jobSeconds.zero({ kind, outcome: 'failed' });
  }

  const free = () =>
    jobs.filter(({ kind, atOnce }) => [...running.values()].filter((each) => each === kind).length < atOnce);

  async function run(job: HeldJob, paired: RegisteredJob): Promise<void> {
    let ended = false;
    const stop = new AbortController();
    const signal = AbortSignal.any([stopping.signal, stop.signal]);
    stops.set(job.id, stop);
    const began = performance.now();
    const note = (outcome: string) => jobSeconds.labels(job.kind, outcome).observe((performance.now() - began) / 1000);
    try {
      // A job that processes did not live to finish may be what ended them.
      if (job.attempts >= paired.attempts) throw new Error(`given up after ${job.attempts} tries that were cut off`);
      await tracedFrom(
        `job ${job.kind}`,
        { kind: 'consumer', parent: job.trace ?? undefined },
        () => ({ 'komawari.job.kind': job.kind, 'komawari.job.id': job.id, 'komawari.job.attempts': job.attempts }),
        () =>
          paired.run({
            ...job,
            signal,
            async complete(tx) {
              await complete(tx, job, holder);
              ended = true;
            },
          }),
      );
      if (!ended) {
        await complete(db, job, holder);
      }
      note('done');
    } catch (error) {
      const isReturned = stopping.signal.aborted && error === stopping.signal.reason;
      note(isReturned ? 'returned' : stop.signal.aborted ? 'cancelled' : 'failed');
      if (isReturned) return releaseJob(db, job, holder);
      if (stop.signal.aborted) return cancel(db, job, holder);
      log.error({ err: error, job: job.id, kind: job.kind }, 'job failed');
      await failJob(db, job, holder, { error: describe(error), most: paired.attempts });
    } finally {
      stops.delete(job.id);
      await scheduleNext(db, paired);
    }
  }

  function begin(job: HeldJob, paired: RegisteredJob): void {
    const work = run(job, paired)
      .catch((error: unknown) => {
        log.error({ err: error, job: job.id, kind: job.kind }, 'job could not be ended');
      })
      .finally(() => {
        running.delete(work);
        wake();
      });
    running.set(work, job.kind);
  }

  /** Stops what someone does not want any more, in whatever process they said so. */
  async function stopUnwanted(): Promise<void> {
    if (stops.size === 0) return;
    for (const id of await listCancelled(db, holder)) {
      stops.get(id)?.abort(new Error('cancelled'));
    }
  }

  async function fill(): Promise<void> {
    for (let kinds = free(); kinds.length > 0 && !stopping.signal.aborted; kinds = free()) {
      const job = await claimJob(db, holder, { kinds: kinds.map(({ kind }) => kind) });
      const paired = jobs.find(({ kind }) => kind === job?.kind);
      if (job === null || paired === undefined) return;
      // Claimed while the process was told to close: perhaps a job that this very runner has just given back.
      if (stopping.signal.aborted) return releaseJob(db, job, holder);
      begin(job, paired);
    }
  }

  async function sleep(): Promise<void> {
    const kinds = free().map(({ kind }) => kind);
    const next = kinds.length === 0 ? null : await secondsToNext(db, kinds);
    const seconds = Math.min(Math.max(next ?? LONGEST_SLEEP, 0.1), LONGEST_SLEEP);
    if (woken || stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000);
      timer.unref();
      wake = () => {
        woken = true;
        clearTimeout(timer);
        resolve();
      };
    });
  }

  let woken = false;
  const note = () => {
    woken = true;
  };

  async function loopUntilClosed(): Promise<void> {
    await releaseAbandoned(db, { alone });
    await keepRecurring(db, jobs);
    while (!stopping.signal.aborted) {
      woken = false;
      wake = note;
      await fill();
      await sleep();
    }
  }

  async function keepGoing(): Promise<void> {
    while (!stopping.signal.aborted) {
      await loopUntilClosed().catch((error: unknown) => {
        log.warn({ err: error }, 'jobs cannot be taken');
      });
      if (!stopping.signal.aborted) {
        await pause(stopping.signal);
      }
    }
  }

  return {
    start() {
      if (loop) return;
      const deaf = onJobsWaiting(() => wake());
      const letGo = keepLeases(db, holder, log, () => running.size > 0);
      const look = setInterval(() => {
        stopUnwanted().catch((error: unknown) => {
          log.warn({ err: error }, 'cancelled jobs not looked for');
        });
      }, LOOK_EVERY).unref();
      loop = keepGoing().finally(() => {
        deaf();
        letGo();
        clearInterval(look);
      });
    },
    async close() {
      stopping.abort(new Error('closing'));
      wake();
      await loop;
      await Promise.all(running.keys());
    },
  };
}

/** A database that does not answer is asked again after a second. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 1000);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

function describe(error: unknown): object {
  if (isProblem(error)) return { code: error.code, params: error.params };
  return { code: 'internal-error', message: error instanceof Error ? error.message : String(error) };
}
