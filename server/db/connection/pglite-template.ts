import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsHash } from '#server/db/migrate.ts';
import { syncAll, syncOne } from './sync-folder.ts';

/** Making a database takes four seconds, copying a made one a tenth of one. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/komawari/', import.meta.url));
const PGLITE = fileURLToPath(new URL('../../../node_modules/@electric-sql/pglite/package.json', import.meta.url));

/**
 * Puts a migrated, empty database into a folder that does not exist yet, from the template kept for this version of
 * PGlite and these migrations. A process killed in the middle leaves nothing in the folder, nor does a disk that is full.
 *
 * @param durable whether it must outlive a power cut from the first moment.
 * @param make makes and migrates a database in a new folder, and closes it.
 */
export async function createFromTemplate(
  dir: string,
  durable: boolean,
  make: (dir: string) => Promise<void>,
): Promise<void> {
  const making = `${dir}.making`;
  rmSync(making, { recursive: true, force: true });
  const template = join(CACHE, `database-${fingerprint()}`);
  if (!existsSync(template) && cacheWritable()) {
    await makeTemplate(template, make);
  }
  try {
    if (existsSync(template)) {
      copyFolder(template, making);
    } else {
      await make(making);
    }
    if (durable) {
      syncAll(making);
    }
    renameSync(making, dir);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    throw error;
  }
  if (durable) {
    syncOne(dirname(dir));
  }
}

/** Of several processes that make it at once, one puts it there. */
async function makeTemplate(kept: string, make: (dir: string) => Promise<void>): Promise<void> {
  const making = `${kept}.${process.pid}.${Date.now()}`;
  await make(making);
  try {
    renameSync(making, kept);
  } catch (error) {
    rmSync(making, { recursive: true });
    if (!existsSync(kept)) throw error;
  }
}

/** An installation may belong to somebody else than who runs it. */
function cacheWritable(): boolean {
  try {
    mkdirSync(CACHE, { recursive: true });
    accessSync(CACHE, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function fingerprint(): string {
  const { version } = JSON.parse(readFileSync(PGLITE, 'utf8')) as { version: string };
  return `${version}-${migrationsHash()}`;
}

/** Node's own `cpSync` says of a full disk only that something went wrong. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      copyFolder(source, target);
    } else {
      copyFileSync(source, target);
    }
  }
}
