import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Config } from '#server/config/config.ts';

/** A file of a backup: its path there, and its bytes. */
export interface SavedFile {
  path: string;
  read(): AsyncIterable<Uint8Array>;
}

/** Folders of the data folder that hold what is neither in the database nor in the store. */
const FOLDERS = ['site', 'uploads', 'transfers', 'transfers-received'];
/** Bytes of a chunk of a file. */
const CHUNK = 8 * 1024 ** 2;

type Needs = Pick<Config, 'dataDir' | 'configFile'>;

/**
 * Holds the files of a site as they lie there: a second name for each, so that what is taken away from now on can still be read.
 * Call it before the database is read and again after, for the files that came between.
 */
export async function holdFiles({
  dataDir,
}: Needs): Promise<{ hold(): Promise<void>; folder: string; release(): Promise<void> }> {
  await mkdir(join(dataDir, 'unpacked'), { recursive: true });
  const folder = await mkdtemp(join(dataDir, 'unpacked', 'backup-'));
  return {
    folder,
    async hold() {
      for (const name of FOLDERS) {
        for await (const path of walk(join(dataDir, name))) {
          const held = join(folder, relative(dataDir, path));
          if (existsSync(held)) continue;
          await mkdir(dirname(held), { recursive: true });
          // A disk without second names gets a copy; what is gone already needs neither.
          await link(path, held).catch(() => copyFile(path, held).catch(() => {}));
        }
      }
    },
    release: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The files that were held, below `data/`, and those of the configuration, below `config/`. */
export async function listFiles(held: string, { configFile }: Needs): Promise<SavedFile[]> {
  const files: SavedFile[] = [];
  for await (const path of walk(held)) {
    files.push({ path: `data/${relative(held, path).split(sep).join('/')}`, read: () => readChunks(path) });
  }
  for (const path of await configurationFiles(configFile)) {
    files.push({
      path: `config/${relative(dirname(configFile), path).split(sep).join('/')}`,
      read: () => readChunks(path),
    });
  }
  return files;
}

async function configurationFiles(configFile: string): Promise<string[]> {
  const sites = join(dirname(configFile), 'sites');
  const beside = await readdir(sites).catch(() => []);
  return [configFile, ...beside.filter((name) => name.endsWith('.json')).map((name) => join(sites, name))].filter(
    (path) => existsSync(path),
  );
}

/**
 * Puts a file of a backup back. One of the configuration that is there already stays, and the other is laid beside it.
 *
 * @returns the name of the file that was laid beside one that stayed; null where nothing stood in the way.
 */
export async function putFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  { dataDir, configFile }: Needs,
): Promise<string | null> {
  const isConfiguration = path.startsWith('config/');
  const wanted = isConfiguration
    ? path === `config/${relative(dirname(configFile), configFile)}` || path === 'config/komawari.config.json'
      ? configFile
      : join(dirname(configFile), path.slice('config/'.length))
    : join(dataDir, path.slice('data/'.length));
  const parts: Uint8Array[] = [];
  const there = isConfiguration ? await readFile(wanted).catch(() => null) : null;
  if (isConfiguration) {
    for await (const part of bytes) {
      parts.push(part);
    }
    const whole = Buffer.concat(parts);
    if (there?.equals(whole)) return null;
    const target = there === null ? wanted : `${wanted}.restored`;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, whole);
    return there === null ? null : target;
  }
  await mkdir(dirname(wanted), { recursive: true });
  const handle = await open(wanted, 'w', 0o600);
  try {
    for await (const part of bytes) {
      await handle.writeFile(part);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return null;
}

/** Whether a path of a backup can only lead into the folders it is meant for. */
export function isSafePath(path: string): boolean {
  const [top, folder, ...rest] = path.split('/');
  const isKnown = top === 'config' || (top === 'data' && FOLDERS.includes(folder ?? '') && rest.length > 0);
  return isKnown && !/(^|\/)\.{0,2}(\/|$)|[\\\0:]/.test(path);
}

/** The bytes in pieces of one size. */
export async function* chunksFrom(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    if (length >= CHUNK) {
      yield Buffer.concat(parts);
      [parts, length] = [[], 0];
    }
  }
  if (length > 0) {
    yield Buffer.concat(parts);
  }
}

async function* readChunks(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    // As long as it was when it was opened: one that grows meanwhile is taken on another day.
    for (let at = 0; at < size;) {
      const bytes = Buffer.allocUnsafe(Math.min(CHUNK, size - at));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield bytes.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function* walk(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* walk(path);
    } else if (entry.isFile() && (await stat(path).catch(() => null)) !== null) {
      yield path;
    }
  }
}
