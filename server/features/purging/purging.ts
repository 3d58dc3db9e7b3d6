import type { System } from '#contract/system.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { imageRecord } from '#server/db/queries/image-access.ts';
import { deleteSetting, setFirst } from '#server/db/queries/settings.ts';
import { findSnapshot, putSnapshot } from '#server/db/queries/snapshots.ts';
import type { Deps } from '#server/deps.ts';
import type { Site } from '#server/config/site-file.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { purges } from '#server/metrics/counts.ts';
import { purgeCdn } from './calling.ts';
import {
  countPurges,
  deletePurges,
  dropPurges,
  duePurges,
  forgetPurges,
  oldWithdrawals,
  pathsOfComic,
  postponePurges,
  putPurges,
} from './queries.ts';

/** Has the operator's CDN forget what was withdrawn, every half a minute. */
export const PURGE_JOB: JobKind = { kind: 'caches.purge', attempts: 3, atOnce: 1, every: 30 };

/** Seconds until the CDN is told: longer than any process still answers with what was withdrawn (`http/images.ts`), or the CDN would fetch it again. */
const SETTLING = 10;
/** Where it is said how many paths the CDN took last, and when. */
const DONE = 'purge';
/** Withdrawals that are read at once. */
const AT_ONCE = 100;
/** Seconds after which shared caches have let go of a picture by themselves (`s-maxage`), with an hour to spare. */
const GONE_BY_ITSELF = 90_000;

/** Says to the database whether withdrawals are to be written down, as the configuration has it. Every start does it. */
export async function notePurging(db: Db, { purge }: Pick<Site, 'purge'>): Promise<void> {
  if (purge.url !== '') {
    await setFirst(db, 'purge', 'on');
  } else {
    await deleteSetting(db, 'purge');
    await forgetPurges(db);
  }
}

/**
 * Tells the CDN of the addresses of pictures that anyone could fetch and can no longer: their work is removed, a draft
 * again, premium or explicit now; the page was replaced or withheld; the picture is on the blocklist. Pictures that
 * another work shows to everyone stay. What the CDN does not take is tried again for a day, after which no shared cache has it.
 */
export function purgeJob(deps: Pick<Deps, 'db' | 'config' | 'sites' | 'log'>): JobFunction {
  const {
    db,
    config: {
      site: { purge },
    },
    sites,
    log,
  } = deps;
  return async ({ signal }) => {
    if (purge.url === '') return;
    await readWithdrawals(db, signal);
    const dropped = await dropPurges(db, GONE_BY_ITSELF);
    if (dropped > 0) {
      log.error({ event: 'purge', dropped }, 'the CDN did not take these in a day');
    }
    const origins = listOrigins(sites.all);
    // Every path is an address at each origin.
    const most = Math.max(1, Math.floor(purge.batch / origins.length));
    let taken = 0;
    for (let paths = await duePurges(db, most); paths.length > 0; paths = await duePurges(db, most)) {
      signal.throwIfAborted();
      const done = await purgeCdn(purge, origins, paths);
      await deletePurges(db, done);
      taken += done.length;
      purges.labels('taken').inc(done.length);
      if (done.length > 0) {
        await putSnapshot(db, DONE, { count: taken });
      }
      const failed = paths.filter((path) => !done.includes(path));
      if (failed.length === 0) continue;
      purges.labels('failed').inc(failed.length);
      await postponePurges(db, failed);
      log.warn({ event: 'purge', failed: failed.length }, 'the CDN did not take these; they are tried again');
    }
  };
}

/** The calls that wait, fail and were taken last; null where no CDN is told. */
export async function getPurgeState(db: Db, { purge }: Pick<Site, 'purge'>): Promise<System['purges']> {
  if (purge.url === '') return null;
  const done = await findSnapshot<{ count: number }>(db, DONE);
  return { ...(await countPurges(db)), done: done === null ? null : { count: done.value.count, at: done.made_at } };
}

/** Where pictures are fetched from, and where the pictures are that stand for a work elsewhere. */
function listOrigins(sites: readonly Pick<Site, 'cdn' | 'url'>[]): string[] {
  return [...new Set(sites.flatMap(({ cdn, url }) => [cdn, url]))].filter((origin) => origin !== '');
}

async function readWithdrawals(db: Db, signal: AbortSignal): Promise<void> {
  for (
    let some = await oldWithdrawals(db, SETTLING, AT_ONCE);
    some.length > 0;
    some = await oldWithdrawals(db, SETTLING, AT_ONCE)
  ) {
    for (const { id, comic_id: comic, paths } of some) {
      signal.throwIfAborted();
      const closed = await closedPaths(db, paths ?? (comic === null ? [] : await pathsOfComic(db, comic)));
      await withTransaction(db, (tx) => putPurges(tx, id, closed));
    }
  }
}

/** Those of some paths at which not everyone gets a picture now. */
async function closedPaths(db: Db, paths: readonly string[]): Promise<string[]> {
  const records = new Map<string, Awaited<ReturnType<typeof imageRecord>>>();
  for (const hash of new Set(paths.map(hashIn))) {
    records.set(hash, await imageRecord(db, hash));
  }
  return paths.filter((path) => {
    const record = records.get(hashIn(path)) ?? null;
    const isCover = path.startsWith('/share/') || path.includes('/cover');
    return (isCover ? record?.cover : record?.page) !== 'public';
  });
}

function hashIn(path: string): string {
  return /[0-9a-f]{64}/.exec(path)?.[0] ?? '';
}
