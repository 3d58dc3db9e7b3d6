import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** The walk over the whole site, `npm run walk`: what takes too long for every run of the tests. */
export default defineConfig(base, {
  testDir: '.',
  testIgnore: [],
  globalSetup: './start.ts',
  outputDir: '../../test-results/whole',
});
