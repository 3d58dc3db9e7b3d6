import type { JobKind } from '#server/jobs/pairing.ts';

/** Sends one message to one address, once; what fails is put in line again by itself, hours later in the end. */
export const DELIVER_JOB: JobKind = { kind: 'webhooks.deliver', attempts: 3, atOnce: 4 };
/** Forgets what became of messages long ago. */
export const FORGET_DELIVERIES: JobKind = { kind: 'webhooks.forget', attempts: 3, atOnce: 1, every: 86_400 };
