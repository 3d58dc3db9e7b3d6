import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compileMessages } from './tools/messages.ts';

compileMessages();

/** Real comics may lie beside the checkout; the tests that read them are there only with them. */
const samples = existsSync('../shared/samples/MANIFEST.json');

export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // Real databases on a machine that may be busy with everything else.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ['*.test.ts', '{server,contract,messages,tools,bench}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...(samples ? [] : ['**/*samples.test.ts'])],
        },
      },
      // What draws nothing needs no browser's surroundings, which take longer to make than most of these tests; those that do ask for them.
      { extends: true, test: { name: 'logic', environment: 'node', include: ['web/**/*.test.ts'] } },
      { extends: true, test: { name: 'web', environment: 'happy-dom', include: ['web/**/*.test.tsx'] } },
    ],
  },
});
