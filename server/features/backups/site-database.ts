import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { CopiedDatabase } from '#server/db/copying/copy-session.ts';
import type { DatabaseOptions } from '#server/db/database.ts';

/** The database of a configuration. */
export function databaseIn({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): CopiedDatabase {
  return databaseUrl === undefined ? { folder: join(dataDir, 'database') } : { url: databaseUrl };
}

/** The same, as `openDatabase` takes it. */
export function optionsFor(database: CopiedDatabase): Pick<DatabaseOptions, 'dataDir' | 'url'> {
  return 'url' in database ? { dataDir: '', url: database.url } : { dataDir: database.folder };
}

/** Whether a database is an embedded one that is still to be made: that happens beside its folder, which is put there whole. */
export function isUnmade(database: CopiedDatabase): database is { folder: string } {
  return 'folder' in database && !existsSync(join(database.folder, 'PG_VERSION'));
}
