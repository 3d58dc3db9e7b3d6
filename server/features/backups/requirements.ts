import { mkdir, statfs } from 'node:fs/promises';
import { problem } from '#contract/problems.ts';
import type { Config } from '#server/config/config.ts';
import { openCopySession } from '#server/db/copying/copy-session.ts';
import { countHoldings } from '#server/db/copying/references.ts';
import { openDatabase } from '#server/db/database.ts';
import { databaseIn, isUnmade, optionsFor } from './site-database.ts';

/** @throws Problem `site-running` where processes of the site use its PostgreSQL. The embedded database has a lock of its own. */
export async function requireStopped({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<void> {
  if (databaseUrl === undefined) return;
  const session = await openCopySession({ url: databaseUrl });
  try {
    const [used] = await session.ask<{ count: number }>(
      `select count(*) as count from pg_stat_activity where datname = current_database() and application_name = 'komawari'`,
    );
    if (used!.count > 0) throw problem('site-running');
  } finally {
    await session.close();
  }
}

/**
 * Looks whether anything is in the database of a configuration. An embedded one that is not there has nothing in it.
 *
 * @param name the site that was to come into it.
 * @throws Problem `site-not-empty` with what is there.
 */
export async function requireEmpty(config: Pick<Config, 'dataDir' | 'databaseUrl'>, name: string): Promise<void> {
  const database = databaseIn(config);
  await mkdir(config.dataDir, { recursive: true });
  if (isUnmade(database)) return;
  if ('url' in database) {
    await (await openDatabase(optionsFor(database))).close();
  }
  const session = await openCopySession(database);
  try {
    const there = await countHoldings(session);
    if (there.comics + there.members + there.pictures > 0) throw problem('site-not-empty', { name, ...there });
  } finally {
    await session.close();
  }
}

/** @throws Problem `backup-no-room` where the disk of the data folder has not the bytes for pictures. */
export async function requireRoom({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>, bytes: number): Promise<void> {
  if (s3 !== null) return;
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  if (bytes > free) {
    throw problem('backup-no-room', { needed: Math.ceil(bytes / 1024 ** 2), free: Math.floor(free / 1024 ** 2) });
  }
}
