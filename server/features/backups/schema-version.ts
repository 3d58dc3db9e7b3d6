import { problem } from '#contract/problems.ts';
import { openCopySession, type CopiedDatabase, type CopySession } from '#server/db/copying/copy-session.ts';
import { emptyDatabase } from '#server/db/copying/emptying.ts';
import { listMigrations } from '#server/db/copying/layout.ts';
import { openDatabase } from '#server/db/database.ts';
import { optionsFor } from './site-database.ts';
import { readMigrations } from '#server/db/migrate.ts';
import type { Inventory } from './inventory.ts';

type Versioned = Pick<Inventory, 'migrations' | 'version'>;

/**
 * Looks whether this version can restore a backup.
 *
 * @throws Problem `backup-newer` where it has had migrations that are not known here, `migration-changed` where one was another.
 */
export function requireKnown({ migrations, version }: Versioned): void {
  const known = new Map(readMigrations().map(({ name, hash }) => [name, hash]));
  for (const { name, hash } of migrations) {
    if (!known.has(name)) throw problem('backup-newer', { version });
    if (known.get(name) !== hash) throw problem('migration-changed', { name });
  }
}

/** Opens an empty, migrated database that has the schema of a backup: where that is older, everything is made anew up to there. */
export async function openPrepared(
  database: CopiedDatabase,
  { migrations }: Versioned,
  { lasting = true } = {},
): Promise<CopySession> {
  const session = await openCopySession(database, { lasting });
  try {
    if ((await listMigrations(session)).length === migrations.length) return session;
    await emptyDatabase(session);
  } catch (error) {
    await session.close();
    throw error;
  }
  await session.close();
  const options = { migrations: new Set(migrations.map(({ name }) => name)) };
  const made = await openDatabase({ ...optionsFor(database), ...options });
  await made.close();
  return openCopySession(database, { lasting });
}
