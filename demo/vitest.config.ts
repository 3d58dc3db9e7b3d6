import { defineConfig } from 'vitest/config';

/** The tests of the drawing, which need the packages of this folder; `library.test.ts` and `catalogue.test.ts` are of `npm test`. */
export default defineConfig({
  test: { root: import.meta.dirname, include: ['drawing/*.test.ts'], testTimeout: 300_000 },
});
