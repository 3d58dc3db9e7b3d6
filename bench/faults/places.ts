import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A disk of its own that can be filled. */
export interface SmallDisk {
  folder: string;
  fill(): void;
  clear(): void;
  remove(): void;
}

/** Makes a disk of so many MiB in memory, `name` under a folder; null where that is not allowed (it takes root). */
export function makeSmallDisk(under: string, name: string, size: number): SmallDisk | null {
  const folder = join(under, name);
  mkdirSync(folder);
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder]).status !== 0) return null;
  const remove = () => void spawnSync('umount', ['-l', folder]);
  process.once('exit', remove);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    // Until nothing goes in.
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M']),
    clear: () => rmSync(ballast, { force: true }),
    remove,
  };
}

/** A clock that jumps, of the processes that are started with its environment. */
export interface JumpingClock {
  env: Record<string, string>;
  jump(hours: number): void;
}

const LIBRARIES = ['x86_64', 'aarch64'].map((name) => `/usr/lib/${name}-linux-gnu/faketime/libfaketimeMT.so.1`);

/** A clock that reads a file under a folder; null where libfaketime (Debian: `faketime`) is not installed. */
export function makeJumpingClock(under: string): JumpingClock | null {
  const library = LIBRARIES.find((path) => existsSync(path));
  if (library === undefined) return null;
  const file = join(under, 'clock');
  const jump = (hours: number) => writeFileSync(file, `${hours < 0 ? '-' : '+'}${Math.abs(hours)}h\n`);
  jump(0);
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // As on a machine whose clock is set: what measures durations goes on.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    jump,
  };
}
