import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every custom property that styles need is set somewhere', () => {
  const files = [...globSync('web/**/*.{css,ts,tsx}'), 'index.html'].map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }));
  const set = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/(--[a-z][\w-]*)['"]?\]?\s*:|setProperty\(['"](--[\w-]+)/g)].map(
        ([, style, script]) => style ?? script,
      ),
    ),
  );
  const missing = files.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].filter(([, name]) => !set.has(name)).map(([use]) => `${path}: ${use}`),
  );
  expect(missing).toEqual([]);
});
