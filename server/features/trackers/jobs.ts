import type { JobKind } from '#server/jobs/registry.ts';

/** Puts what is to be sent to trackers in line, every minute. */
export const TRACKERS_DUE_JOB: JobKind = { kind: 'trackers.due', attempts: 5, atOnce: 1, every: 60 };
/** Sends what changed to one account at one tracker. */
export const TRACKERS_SEND_JOB: JobKind = { kind: 'trackers.send', attempts: 5, atOnce: 2 };
