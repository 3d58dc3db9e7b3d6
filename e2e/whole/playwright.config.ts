import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

// Those are about files that are not here.
const { projects: _projects, ...common } = base;

/** The walk over the whole site, `npm run walk`: what takes too long for every run of the tests. */
export default defineConfig(common, {
  testDir: '.',
  testIgnore: [],
  globalSetup: './start.ts',
  outputDir: '../../test-results/whole',
});
