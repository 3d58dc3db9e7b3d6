import { problem } from '#contract/problems.ts';
import { openCopySession, type CopiedDatabase } from '#server/db/copying/copy-session.ts';
import { emptyDatabase } from '#server/db/copying/emptying.ts';
import { listMigrations } from '#server/db/copying/layout.ts';
import { openDatabase } from '#server/db/database.ts';
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

/** Brings an empty, migrated database to the schema of a backup: where that is older, everything is made anew up to there. */
export async function prepareSchema(database: CopiedDatabase, { migrations }: Versioned): Promise<void> {
  const session = await openCopySession(database);
  try {
    const applied = await listMigrations(session);
    if (applied.length === migrations.length) return;
    await emptyDatabase(session);
  } finally {
    await session.close();
  }
  const options = { migrations: new Set(migrations.map(({ name }) => name)) };
  const made = await openDatabase(
    'url' in database ? { dataDir: '', url: database.url, ...options } : { dataDir: database.folder, ...options },
  );
  await made.close();
}
