import { openBlobs } from '#server/blobs/open-blobs.ts';
import { forEachConcurrent } from '#server/concurrency/semaphore.ts';
import type { Config } from '#server/config/config.ts';
import { differingTables, sumTables, type TableSum } from '#server/db/copying/comparing.ts';
import { openCopySession } from '#server/db/copying/copy-session.ts';
import { beginReading } from '#server/db/copying/dumping.ts';
import { listReferences } from '#server/db/copying/references.ts';
import { databaseIn } from '#server/features/backups/site-database.ts';
import { readSound } from '#server/features/backups/sound-blobs.ts';
import { WRITTEN } from './writer.ts';

/** Everything that a site has: its tables, each as its rows and a sum over them, and its pictures. */
export interface Contents {
  tables: TableSum[];
  /** How many pictures, files of every form and parts of uploads the rows refer to, and those that are missing or not as their hash says. */
  pictures: number;
  damaged: string[];
  /** Numbers of what a writer wrote, from the rows of works and of pages. */
  written: number[];
}

/** Tables that say where something lies, which differs from one place to the other. */
const OF_ONE_PLACE = ['backups', 'upload_parts'];
/** Pictures that are read at once. */
const AT_ONCE = 8;

/** Reads all of a site: every row, and every picture, which is hashed. */
export async function readContents(config: Config): Promise<Contents> {
  const session = await openCopySession(databaseIn(config));
  try {
    await beginReading(session);
    const tables = await sumTables(session);
    const rows = await session.ask<{ name: string }>(
      `select title as name from comics where title like 'written-%' union all select name from pages where name like 'written-%'`,
    );
    const contents: Contents = {
      tables,
      pictures: 0,
      damaged: [],
      written: rows.flatMap(({ name }) => Number(WRITTEN.exec(name)?.[1] ?? 0)).sort((one, other) => one - other),
    };
    const { signal } = new AbortController();
    for (const name of ['blobs', 'evidence'] as const) {
      const store = await openBlobs(config, name);
      for await (const referred of listReferences(session, name)) {
        await forEachConcurrent(referred, { concurrency: AT_ONCE, signal }, async ({ hash }) => {
          contents.pictures += 1;
          if ((await readSound(store, hash)) === undefined) {
            contents.damaged.push(hash);
          }
        });
      }
      await store.close();
    }
    return contents;
  } finally {
    await session.close();
  }
}

/** The sums of a site's tables alone. */
export async function readSums(config: Config): Promise<TableSum[]> {
  const session = await openCopySession(databaseIn(config));
  try {
    return await sumTables(session);
  } finally {
    await session.close();
  }
}

/** The tables in which two sites differ, but for those that say where something lies. */
export function differences(one: readonly TableSum[], other: readonly TableSum[]): string[] {
  return differingTables(one, other).filter((name) => !OF_ONE_PLACE.includes(name));
}

/**
 * The faults of a site that came from a backup made while somebody wrote: tables that nobody wrote to and that differ; pictures that
 * rows refer to and that are not there; things written that are missing though they were acknowledged before, or though a later one
 * is there. References between rows were looked at by the database when it took them.
 *
 * @param before sums from before the backup, `after` from after it; `acknowledged` before it began, `tried` when it had ended.
 */
export function inconsistencies(
  restored: Contents,
  {
    before,
    after,
    acknowledged,
    tried,
  }: { before: readonly TableSum[]; after: readonly TableSum[]; acknowledged: number; tried: number },
): string[] {
  const busy = new Set(differingTables(before, after));
  const { written, damaged, tables } = restored;
  const last = written.at(-1) ?? 0;
  return [
    ...differences(before, tables)
      .filter((name) => !busy.has(name))
      .map((name) => `${name} differs`),
    ...(damaged.length > 0 ? [`${damaged.length} pictures are not there`] : []),
    ...(last < acknowledged ? [`what was acknowledged goes to ${acknowledged}, what is there to ${last}`] : []),
    ...(last > tried ? [`${last} is there, and was not written`] : []),
    ...(written.length !== last || new Set(written).size !== last
      ? [`of ${last} things ${written.length} are there`]
      : []),
  ];
}
