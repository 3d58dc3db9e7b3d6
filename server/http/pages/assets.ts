import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Encoding } from '#server/http/requests/content-encoding.ts';

/** A file of the built site, in memory with its compressed copies. */
export interface Asset {
  type: string;
  etag: string;
  /** `forever` where its name holds a hash of its content. */
  cached: 'forever' | 'hour' | 'never';
  bytes: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Every file of the built site by its path in addresses (`/assets/…`); the template and Vite's manifest are not among them. */
export function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined || path.startsWith('/.vite/')) continue;
    const identity = readFileSync(file);
    assets.set(path, {
      type,
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      cached: path.startsWith('/assets/') ? 'forever' : path === '/sw.js' ? 'never' : 'hour',
      bytes: { identity, ...copy('br', `${file}.br`), ...copy('gzip', `${file}.gz`) },
    });
  }
  return assets;
}

function copy(encoding: Encoding, file: string): Partial<Record<Encoding, Buffer>> {
  try {
    return { [encoding]: readFileSync(file) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
