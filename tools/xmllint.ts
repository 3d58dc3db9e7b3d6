import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/xmllint', '/usr/local/bin/xmllint', '/opt/homebrew/bin/xmllint'];

/**
 * The xmllint that XML files are held against their schema with. On Debian as root a missing one is installed.
 *
 * @throws when there is none and it cannot be installed, saying how to get it.
 */
export function findXmllint(): string {
  const found = PLACES.find((path) => existsSync(path));
  if (found !== undefined) { return found; }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'libxml2-utils'], options);
  }
  const installed = PLACES.find((path) => existsSync(path));
  if (installed === undefined) { throw new Error('This test needs xmllint: install libxml2 (Debian: libxml2-utils).'); }
  return installed;
}
