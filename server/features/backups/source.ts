import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { BackupRecord } from '#contract/backups.ts';
import type { NotedBackup } from '#contract/control.ts';
import { isProblem, problem } from '#contract/problems.ts';
import type { Config } from '#server/config/config.ts';
import { withUsableSettings, type StoredSettings } from '#server/config/site-settings.ts';
import { openCopySession, type CopySession } from '#server/db/copying/copy-session.ts';
import { beginReading, endReading } from '#server/db/copying/dumping.ts';
import { KEEP_BLOBS_LOCK } from '#server/db/queries/kept-blobs.ts';
import { writeRecord } from './records.ts';
import { databaseIn } from './site-database.ts';

/** A site's database as it is at one moment, to be read beside whoever goes on writing. */
export interface Source {
  session: CopySession;
  driver: 'pglite' | 'postgres';
  /** Whether it is a copy, which a running site has lent. */
  isCopy: boolean;
  /** Ends the reading, and writes down in the site's database what was made of it; nothing where it cannot be told. */
  record(record: BackupRecord, gone: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** A running site that has the embedded database open, asked over its control socket. */
export interface RunningSite {
  /** The folder of a copy of the database, which is there until the line is closed; so are pictures. Throws Problem `storage-full`. */
  copy(): Promise<string>;
  /** Has the site write down a backup, if it is its own. */
  note(noted: NotedBackup): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database that a configuration names, for reading as it is now. Where a site has the embedded one open, it is asked
 * for a copy by `askSite`.
 *
 * @throws Problem `database-unavailable`; `data-in-use` where the process that has the database does not answer.
 */
export async function openSource(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  askSite: () => Promise<RunningSite | null>,
): Promise<Source> {
  if (config.databaseUrl !== undefined) {
    const session = await openCopySession({ url: config.databaseUrl });
    await session.ask('select pg_advisory_lock_shared($1)', [KEEP_BLOBS_LOCK]);
    return makeSource('postgres', session, null);
  }
  const folder = join(config.dataDir, 'database');
  try {
    return await makeSource('pglite', await openCopySession({ folder }), null);
  } catch (error) {
    if (!isProblem(error) || error.code !== 'data-in-use') throw error;
    const site = await askSite();
    if (site === null) throw error;
    try {
      return await makeSource('pglite', await openCopySession({ folder: await site.copy() }, { lasting: false }), site);
    } catch (failure) {
      await site.close();
      throw failure;
    }
  }
}

async function makeSource(driver: Source['driver'], session: CopySession, site: RunningSite | null): Promise<Source> {
  let isReading = true;
  const end = async () => {
    if (isReading) {
      isReading = false;
      await endReading(session);
    }
  };
  await beginReading(session);
  return {
    session,
    driver,
    isCopy: site !== null,
    async record(record, gone) {
      await end();
      const noted: NotedBackup = { identity: await readIdentity(session), record, gone: [...gone] };
      await (site === null ? noteIn(session, noted) : site.note(noted));
    },
    async close() {
      await session.close();
      await site?.close();
    },
  };
}

/**
 * Writes down a backup that was made or verified, where the configuration's site is the one that it is of and can be reached;
 * whoever looks at a backup elsewhere has nowhere to write it down.
 */
export async function noteBackup(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  askSite: () => Promise<RunningSite | null>,
  noted: NotedBackup,
): Promise<void> {
  try {
    const session = await openCopySession(databaseIn(config));
    try {
      await noteIn(session, noted);
    } finally {
      await session.close();
    }
  } catch (error) {
    if (!isProblem(error)) throw error;
    const site = error.code === 'data-in-use' ? await askSite() : null;
    await site?.note(noted);
    await site?.close();
  }
}

async function noteIn(session: CopySession, { identity, record, gone }: NotedBackup): Promise<void> {
  // A database from before backups were written down takes none.
  const [found] = await session.ask<{ there: boolean }>(`select to_regclass('backups') is not null as there`);
  if (found?.there && (await readIdentity(session)) === identity) {
    await writeRecord(session.ask, record, gone);
  }
}

/**
 * Tells one site from every other: sixteen hexadecimal digits, the same for all copies of a site.
 *
 * @throws Problem `database-unavailable` for a database that no site was started with.
 */
export async function readIdentity(session: CopySession): Promise<string> {
  const [setting] = await session.ask<{ value: string }>(`select value from settings where key = 'secret'`);
  if (setting === undefined) throw problem('database-unavailable');
  return identityFrom(setting.value);
}

/**
 * The name of the main site as its members know it: from the file or the environment, else as it was set in its page, which who
 * runs a command has not read.
 */
export async function readSiteName(
  session: CopySession,
  { site, sources }: Pick<Config, 'site' | 'sources'>,
): Promise<string> {
  const source = sources.get(site.id);
  const [found] = await session.ask<{ there: boolean }>(`select to_regclass('site_settings') is not null as there`);
  if (source === undefined || !found?.there) return site.name;
  const [newest] = await session.ask<{ settings: string }>(
    'select settings::text as settings from site_settings where site = $1 order by revision desc limit 1',
    [site.id],
  );
  return newest === undefined
    ? site.name
    : withUsableSettings(source, JSON.parse(newest.settings) as StoredSettings).site.name;
}

/** The identity of a site from its secret. */
export function identityFrom(secret: string): string {
  return createHash('sha256').update(`komawari ${secret}`).digest('hex').slice(0, 16);
}
