import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/longest-first.ts';
import { compileMessages } from './tools/messages.ts';
import { markStatements } from './tools/statement-sites.ts';

compileMessages();

export default defineConfig({
  // The marks stand in every run, so that the one on PostgreSQL takes what the one before it has transformed.
  plugins: [react(), markStatements()],
  test: {
    sequence: { sequencer: LongestFirst },
    // Results that are waited for comes at once where nothing else keeps the machine busy.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // A file takes over what the ones before it have loaded, and the engine they have compiled; a database, a server and files are each one's own.
          isolate: false,
          // V8 13.6 has ended such a process while it freed code of the engine that it no longer needed: some megabytes, which it keeps now.
          execArgv: ['--no-wasm-code-gc'],
          // React as it is in production: pages are rendered by the hundred, and its warnings are for the tests of components.
          env: { NODE_ENV: 'production' },
          setupFiles: process.env.NOTED_STATEMENTS ? ['server/testing/setup-noted-statements.ts'] : [],
          // Real databases on a machine that may be busy with everything else.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          include: [
            '*.test.ts',
            '{server,contract,messages,tools,bench}/**/*.test.ts',
            'clients/*/*.test.ts',
            'demo/*.test.ts',
          ],
        },
      },
      // These, too, may meet a machine that is busy; what they wait for comes at once on any other.
      // Code that draws nothing needs no browser's surroundings, which take longer to make than most of these tests; those that do ask for them.
      {
        extends: true,
        test: {
          name: 'logic',
          environment: 'node',
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ['web/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'happy-dom',
          // A thread of its own for each file: starting a process asks more of the system.
          pool: 'threads',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          setupFiles: ['web/testing/patience.ts'],
          include: ['web/**/*.test.tsx'],
        },
      },
    ],
  },
});
