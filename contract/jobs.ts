import { z } from 'zod';

/** The states of jobs, in the order they are listed. */
export const JOB_STATES = ['waiting', 'running', 'failed', 'cancelled', 'done'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A piece of background work. */
export const Job = z.object({
  id: z.number().int(),
  kind: z.string(),
  state: z.enum(JOB_STATES),
  /** Its subject, as it was put in line: JSON, cut off after 300 letters. */
  about: z.string(),
  /** Tries that failed. */
  attempts: z.number().int(),
  progress: z.object({ done: z.number(), total: z.number() }).nullable(),
  /** The error, in the caller's language; `detail` is what the machine said, where nobody expected it. */
  error: z.object({ text: z.string(), detail: z.string().nullable() }).nullable(),
  /** Whether it comes again by itself: it cannot be cancelled then. */
  recurring: z.boolean(),
  /** Whether someone wants it to stop. */
  stopping: z.boolean(),
  run_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
export type Job = z.infer<typeof Job>;

export const JobsQuery = z.object({
  state: z.enum(JOB_STATES).optional(),
  kind: z.string().max(100).optional(),
  /** Those with a lower number. */
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type JobsQuery = z.infer<typeof JobsQuery>;

/** A page of jobs, the newest first, and how many there are of each kind and state. */
export const Jobs = z.object({
  jobs: z.array(Job),
  next: z.number().int().nullable(),
  counts: z.array(z.object({ kind: z.string(), state: z.enum(JOB_STATES), count: z.number().int() })),
});
export type Jobs = z.infer<typeof Jobs>;

/** Which failed jobs are to be tried again. */
export const RetryJobs = z.object({ kind: z.string().min(1).max(100) });
/** How many jobs were put in line again. */
export const RetriedJobs = z.object({ retried: z.number().int() });
