import type { Tx } from '../db/database.ts';
import type { HeldJob } from './queue.ts';

/** A kind of job: what a feature may put in line. */
export interface JobKind {
  kind: string;
  /** Tries before it is kept as failed. */
  attempts: number;
  /** How many of them one process runs at once. */
  atOnce: number;
  /** Seconds between two runs of a job that comes again by itself. */
  every?: number;
}

/** A job while it runs. */
export interface RunningJob extends HeldJob {
  /**
   * Ends the job in the transaction of its work; without it, the job ends when its function returns.
   *
   * @throws Error when another process has taken the job over.
   */
  complete(tx: Tx): Promise<void>;
  /** Aborted when the process closes and when someone cancels the job: stop at the next good place and throw the signal's reason. */
  signal: AbortSignal;
}

/** The function of a job of one kind. It may run more than once. */
export type JobFunction = (job: RunningJob) => Promise<void>;

/** A kind with its function. */
export interface RegisteredJob extends JobKind {
  run: JobFunction;
}

/**
 * Pairs every kind with the function that runs it.
 *
 * @throws Error, so that the process does not start, for a kind without a function, a function without a kind, and a
 * kind that is declared or paired twice.
 */
export function registerJobs(
  kinds: readonly JobKind[],
  functions: readonly (readonly [kind: string, run: JobFunction])[],
): RegisteredJob[] {
  const twice = [...repeated(kinds.map(({ kind }) => kind)), ...repeated(functions.map(([kind]) => kind))];
  if (twice.length > 0) throw new Error(`jobs declared or paired twice: ${twice.join(', ')}`);
  const byKind = new Map(functions);
  const unpaired = kinds.filter(({ kind }) => !byKind.has(kind)).map(({ kind }) => kind);
  const undeclared = functions.map(([kind]) => kind).filter((kind) => !kinds.some((each) => each.kind === kind));
  if (unpaired.length + undeclared.length > 0) {
    throw new Error(`jobs without a function or a declaration: ${[...unpaired, ...undeclared].join(', ')}`);
  }
  return kinds.map((kind) => ({ ...kind, run: byKind.get(kind.kind) as JobFunction }));
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, at) => names.indexOf(name) < at);
}
