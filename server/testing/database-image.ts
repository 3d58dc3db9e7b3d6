import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { pack } from 'tar-stream';
import { openEmbedded } from '#server/db/connection/pglite.ts';
import { migrationsHash } from '../db/migrate.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/komawari/', import.meta.url));
const PGLITE = fileURLToPath(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url));

/**
 * The folder of a migrated, empty embedded database as one tar file, made once a version of PGlite and of the schema.
 * A copy of the folder takes two seconds of a database's start, for its 1,500 files; reading this takes a twentieth.
 */
export async function databaseImage(): Promise<string> {
  const { version } = JSON.parse(readFileSync(PGLITE, 'utf8')) as { version: string };
  const image = join(CACHE, `database-${version}-${migrationsHash()}.tar`);
  if (existsSync(image)) return image;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'komawari-image-'));
  const { close } = await openEmbedded({ dir: join(folder, 'database'), durable: false });
  await close();
  const making = `${image}.${process.pid}.${Date.now()}`;
  await write(join(folder, 'database'), making);
  rmSync(folder, { recursive: true });
  // Of several processes that make it at once, each puts the same there.
  renameSync(making, image);
  return image;
}

async function write(folder: string, path: string): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createWriteStream(path));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const name = file.slice(folder.length + 1);
    if (entry.isDirectory()) {
      tar.entry({ name, type: 'directory', mode: 0o700 });
    } else {
      tar.entry({ name, mode: 0o600 }, readFileSync(file));
    }
  }
  tar.finalize();
  await written;
}
