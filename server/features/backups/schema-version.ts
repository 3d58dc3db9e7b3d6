import { problem } from '#contract/problems.ts';
import { makeEmbedded } from '#server/db/connection/pglite.ts';
import { openCopySession, type CopiedDatabase, type CopySession } from '#server/db/copying/copy-session.ts';
import { emptyDatabase } from '#server/db/copying/emptying.ts';
import { listMigrations } from '#server/db/copying/layout.ts';
import { openDatabase } from '#server/db/database.ts';
import { isUnmade, optionsFor } from './site-database.ts';
import { readMigrations } from '#server/db/migrate.ts';
import type { Inventory } from './inventory.ts';

/** Whether a database that was filled from a backup has the schema of this version. */
export function isOfThisVersion({ migrations }: SchemaVersion): boolean {
  return migrations.length === readMigrations().length;
}

type SchemaVersion = Pick<Inventory, 'migrations' | 'version'>;

/**
 * Looks whether this version can restore a backup.
 *
 * @throws Problem `backup-newer` where it has had migrations that are not known here, `migration-changed` where one was another.
 */
export function requireKnown({ migrations, version }: SchemaVersion): void {
  const known = new Map(readMigrations().map(({ name, hash }) => [name, hash]));
  for (const { name, hash } of migrations) {
    if (!known.has(name)) throw problem('backup-newer', { version });
    if (known.get(name) !== hash) throw problem('migration-changed', { name });
  }
}

/** Opens an empty database that has the schema of a backup: one that is not there is made; where its schema is newer, everything is made anew. */
export async function openPrepared(
  database: CopiedDatabase,
  version: SchemaVersion,
  { lasting = true } = {},
): Promise<CopySession> {
  const { migrations } = version;
  const unmade = isUnmade(database);
  if (!unmade) {
    const session = await openCopySession(database, { lasting });
    try {
      if ((await listMigrations(session)).length === migrations.length) return session;
      await emptyDatabase(session);
    } catch (error) {
      await session.close();
      throw error;
    }
    await session.close();
  }
  if (unmade && isOfThisVersion(version)) {
    await makeEmbedded(database.folder);
  } else {
    const options = { migrations: new Set(migrations.map(({ name }) => name)) };
    await (await openDatabase({ ...optionsFor(database), ...options })).close();
  }
  return openCopySession(database, { lasting });
}
