import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Programs that tests prove their results with, and the Debian packages they are in. */
const PACKAGES = { xmllint: 'libxml2-utils', unzip: 'unzip' } as const;
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

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
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', PACKAGES[name]], options);
  }
  const installed = place();
  if (installed === undefined) throw new Error(`This test needs ${name}: install it (Debian: ${PACKAGES[name]}).`);
  return installed;
}
