import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Programs that tests prove their results with, and the Debian packages they are in. */
const PACKAGES = {
  xmllint: 'libxml2-utils',
  unzip: 'unzip',
  promtool: 'prometheus',
  prometheus: 'prometheus',
  // The same program as redis-server, which it is under that name; the package starts no server.
  'redis-check-rdb': 'redis-tools',
} as const;
/** Packages that would start a server when they are installed: they are unpacked into a folder of ours instead. */
const UNPACKED: readonly string[] = ['prometheus'];
const CACHE = fileURLToPath(new URL('../node_modules/.cache/komawari/programs', import.meta.url));
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', `${CACHE}/usr/bin`];

/**
 * The path of a program that other people wrote and that tests hold ours against. On Debian as root a missing one is installed.
 *
 * @throws when there is none and it cannot be installed, saying how to get it.
 */
export function findProgram(name: keyof typeof PACKAGES): string {
  const place = () => FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
  const found = place();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '-qq'], options);
    if (UNPACKED.includes(PACKAGES[name])) {
      unpack(PACKAGES[name]);
    } else {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', PACKAGES[name]], options);
    }
  }
  const installed = place();
  if (installed === undefined) throw new Error(`This test needs ${name}: install it (Debian: ${PACKAGES[name]}).`);
  return installed;
}

/** Whether a program is there, or could be had: for tests that are skipped where it is not. */
export function hasProgram(name: keyof typeof PACKAGES): boolean {
  try {
    return findProgram(name) !== '';
  } catch {
    return false;
  }
}

/** How Redis is started: the path of its program and the name that it goes by; null where it is not there and cannot be had. */
export function findRedis(): { path: string; argv0: string } | null {
  const path = [
    '/usr/bin/redis-server',
    '/usr/bin/valkey-server',
    '/usr/local/bin/redis-server',
    '/opt/homebrew/bin/redis-server',
  ].find((each) => existsSync(each));
  if (path !== undefined) return { path, argv0: 'redis-server' };
  return hasProgram('redis-check-rdb') ? { path: findProgram('redis-check-rdb'), argv0: 'redis-server' } : null;
}

/** Puts the files of a Debian package into our folder; nothing of it is run. */
function unpack(name: string): void {
  mkdirSync(CACHE, { recursive: true });
  spawnSync('apt-get', ['download', '-qq', name], { cwd: CACHE, stdio: 'inherit' });
  for (const file of readdirSync(CACHE).filter((each) => each.startsWith(`${name}_`))) {
    spawnSync('dpkg-deb', ['--extract', file, '.'], { cwd: CACHE, stdio: 'inherit' });
    rmSync(join(CACHE, file));
  }
}
