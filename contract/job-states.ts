/** The states of jobs, in the order they are listed. */
export const JOB_STATES = ['waiting', 'running', 'failed', 'cancelled', 'done'] as const;
export type JobState = (typeof JOB_STATES)[number];
