import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The most exposed a unit may be, by the count of `systemd-analyze security`: tenths of 100. */
const MAX_EXPOSED = '20';

/** Why units cannot be verified here; null where they can. */
export function reasonForNoUnits(): string | null {
  return existsSync('/usr/bin/systemd-analyze') ? null : 'no systemd-analyze';
}

/** Everything that systemd finds wrong with the units of `deploy/systemd`, a line each: what it does not understand, and rights that are not needed. */
export function faultsOfUnits(checkout: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-units-'));
  try {
    const units = readdirSync(join(checkout, 'deploy/systemd')).map((name) => {
      const file = join(folder, name);
      // The programs have to be there to be verified.
      const text = readFileSync(join(checkout, 'deploy/systemd', name), 'utf8').replaceAll('/opt/komawari', checkout);
      writeFileSync(file, text);
      return file;
    });
    const analyze = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
      const lines = `${stdout}${stderr}`
        .split('\n')
        .filter((line) => line.includes(folder) || line.includes('komawari'));
      return status === 0 ? [] : lines.length > 0 ? lines : [`systemd-analyze ${args.join(' ')}: ${status}`];
    };
    return [
      ...analyze('verify', '--man=no', ...units),
      ...units
        .filter((file) => file.endsWith('.service'))
        .flatMap((file) => analyze('security', '--no-pager', '--offline=yes', `--threshold=${MAX_EXPOSED}`, file)),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
