import type { JobKind } from '#server/jobs/registry.ts';

/** Tells the followers of a comic, of its terms or of who made a chapter what is new. */
export const RELEASES_JOB: JobKind = { kind: 'notifications.releases', attempts: 5, atOnce: 1 };
/** Tells members of new comics that the searches they follow find. */
export const SEARCHES_JOB: JobKind = { kind: 'notifications.searches', attempts: 3, atOnce: 1, every: 300 };
/** Sends notifications to the browsers that asked for it. */
export const PUSH_JOB: JobKind = { kind: 'notifications.push', attempts: 3, atOnce: 2 };
/** Sends what is unread by mail to those who want that, each at their own time. */
export const DIGEST_JOB: JobKind = { kind: 'notifications.digest', attempts: 3, atOnce: 1, every: 3600 };
