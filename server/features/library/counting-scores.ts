import type { Deps } from '#server/deps.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { recountScores } from './public/queries-ratings.ts';

/** Lets scores count whose members are known by now, and takes out those of members who were shut out. */
export const COUNT_SCORES_JOB: JobKind = { kind: 'library.count-scores', attempts: 3, atOnce: 1, every: 600 };

/** Does it, in short statements. */
export function countScores({ db }: Pick<Deps, 'db'>): JobFunction {
  return async ({ signal }) => {
    while ((await recountScores(db)) > 0) {
      signal.throwIfAborted();
    }
  };
}
