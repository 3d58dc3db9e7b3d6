import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Longest path of a Unix socket that every system takes; Linux has 108 bytes, macOS 104, the end included. */
const LONGEST = 100;

/**
 * Where the process that has a data folder can be talked to: a socket in the folder, or in the temporary folder where
 * that path is too long for one; a named pipe on Windows.
 */
export function controlAddress(dataDir: string): string {
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\komawari-${name}`;
  const inside = join(resolve(dataDir), 'control.sock');
  return Buffer.byteLength(inside) <= LONGEST ? inside : join(tmpdir(), `komawari-${name}.sock`);
}
