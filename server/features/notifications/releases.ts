import type { Site } from '#server/config/site-file.ts';
import { withTransaction } from '#server/db/database.ts';
import { hasGroups } from '#server/config/sites.ts';
import type { Deps } from '#server/deps.ts';
import { strictestMode } from '#server/http/access/age-gate.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import type { JobFunction } from '#server/jobs/registry.ts';
import {
  enqueuePush,
  lastOfRelease,
  notifyFollowers,
  type Release,
  type ReleaseGate,
} from './public/queries-releases.ts';

/** Followers told in one transaction. */
const AT_ONCE = 1_000;

/** Tells followers what is new of a comic, some of them at a time. */
export function releasesJob({ db, config }: Pick<Deps, 'db' | 'config'>): JobFunction {
  return async ({ payload, signal }) => {
    const { site } = config;
    const release = payload as Release;
    const gate = releaseGate(site);
    const to = await lastOfRelease(db, release);
    if (to === null) return;
    for (let after: number | null = 0; after !== null;) {
      signal.throwIfAborted();
      const from: number = after;
      after = await withTransaction(db, async (tx) => {
        const { last, told } = await notifyFollowers(
          tx,
          { ...release, to },
          { ...site, hasGroups: hasGroups(config) },
          gate,
          from,
          AT_ONCE,
        );
        await enqueuePush(tx, told);
        return last;
      });
      announceJobs();
    }
  };
}

/** To whom explicit works are told on a site. */
export function releaseGate(site: Site): ReleaseGate {
  const mode = strictestMode(site);
  return {
    unasked: site.nsfw && mode !== 'self-declaration',
    provider: mode === 'external' ? (site.ageGate.provider?.name ?? '') : null,
  };
}
