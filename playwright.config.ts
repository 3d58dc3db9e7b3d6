import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findChromium } from './tools/chromium.ts';

/** Those that take minutes, with processes of their own: they come first, or the last of them runs while the other core is idle. */
const LONG = ['**/members/serial.spec.ts', '**/staff/first-start.spec.ts'];

/** Browser tests of the real product with its demo library; `e2e/start.ts` starts it once for all of them. */
export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'long', testMatch: LONG, timeout: 900_000 },
    // Those of `whole` take too long for every run: `npm run walk`.
    { name: 'short', testIgnore: ['**/whole/**', ...LONG] },
  ],
  globalSetup: './e2e/start.ts',
  outputDir: 'test-results',
  // One more than two cores: each waits for the site and for frames a third of its time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  reporter: 'list',
  // Bounds of waits, which a test that passes never reaches: a machine may be slow, and none of them is about speed.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_ARGUMENTS },
    // Outside the reader motion is decoration, and every frame of it is drawn by the processor.
    reducedMotion: 'reduce',
    trace: 'off',
  },
});
