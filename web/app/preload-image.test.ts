import { expect, it } from 'vitest';
import { preloadFirstImage } from './preload-image.ts';

const HEAD = '<link rel="stylesheet" href="/a.css"><link rel="preload" as="image" href="/1.jpg" fetchPriority="high">';
const SCRIPTS =
  '<link rel="modulepreload" href="/assets/vendor-b.js"><link rel="modulepreload" href="/assets/c.js"><link rel="preload" as="fetch" crossorigin href="/en.json"><script type="module" crossorigin src="/d.js"></script>';

it.each([
  ['a page', SCRIPTS],
  ['the template', SCRIPTS.replace('"modulepreload" href', '"modulepreload" crossorigin href')],
])(
  'lets scripts and messages wait, all but the largest for the picture, as %s names it; styles and the picture itself do not wait',
  (_by, scripts) => {
    const waiting = scripts.replace('"modulepreload"', '"modulepreload" data-soon');
    expect(preloadFirstImage(`<head>${HEAD}${scripts}`)).toBe(
      `<head>${HEAD}<template id="later">${waiting}</template>`,
    );
  },
);

it('lets all of them wait for a picture that is to come alone', () => {
  expect(preloadFirstImage(`<head>${HEAD}${SCRIPTS}`, true)).toBe(
    `<head>${HEAD}<template id="later">${SCRIPTS}</template>`,
  );
});
