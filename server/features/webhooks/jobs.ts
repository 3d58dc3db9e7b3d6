import type { JobKind } from '#server/jobs/registry.ts';

/** Sends one message to one address, once; what fails is put in line again by itself, hours later in the end. */
export const DELIVER_JOB: JobKind = { kind: 'webhooks.deliver', attempts: 3, atOnce: 4 };
