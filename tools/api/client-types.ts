// Writes the types of the client in clients/typescript from the server's description of itself: `node tools/api/client-types.ts`. They are 2 MB and follow
// from the code, so they are made where they are needed and kept nowhere.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWhole } from './changelog.ts';

const client = join(import.meta.dirname, '../../clients/typescript');
const folder = mkdtempSync(join(tmpdir(), 'komawari-client-'));
try {
  const document = join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify(await describeWhole()));
  mkdirSync(join(client, 'src/generated'), { recursive: true });
  execFileSync(
    process.execPath,
    [
      join(client, 'node_modules/openapi-typescript/bin/cli.js'),
      document,
      '--output',
      join(client, 'src/generated/api.ts'),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
} finally {
  rmSync(folder, { recursive: true });
}
