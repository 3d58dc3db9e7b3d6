// Tries what an operator runs: `npm run prove -- image|release|proxies|pgbouncer`. Takes minutes, root and Debian; elsewhere it says why it does nothing.
import { join } from 'node:path';
import { proveImage } from './image.ts';
import { provePgbouncer } from './pgbouncer.ts';
import { proveProxies } from './proxies.ts';
import { proveRelease } from './unpacked-release.ts';

const checkout = join(import.meta.dirname, '..', '..');
const proofs: Record<string, () => Promise<string[]>> = {
  image: () => proveImage(checkout, checkout),
  release: () => proveRelease(checkout),
  proxies: () => proveProxies(checkout),
  pgbouncer: () => provePgbouncer(checkout),
};
const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(proofs)) {
  const prove = proofs[name];
  if (prove === undefined) {
    console.error(`Unknown proof ${name}. Expected some of: ${Object.keys(proofs).join(', ')}.`);
    process.exit(64);
  }
  for (const line of await prove()) {
    console.log(`${name}: ${line}`);
  }
}
