import { expect, it } from 'vitest';
import { pictureFirst } from './picture-first.ts';

it('lets scripts and messages wait for the picture; styles and the picture itself do not wait', () => {
  const head = '<link rel="stylesheet" href="/a.css"><link rel="preload" as="image" href="/1.jpg" fetchPriority="high">';
  expect(pictureFirst(`<head>${head}<link rel="modulepreload" href="/b.js"><link rel="preload" as="fetch" crossorigin href="/en.json"><script type="module" crossorigin src="/c.js"></script></head><body><a href="/d">d</a></body>`))
    .toBe(`<head>${head}<template id="later"><link rel="modulepreload" href="/b.js"><link rel="preload" as="fetch" crossorigin href="/en.json"><script type="module" crossorigin src="/c.js"></script></template></head><body><a href="/d">d</a></body>`);
});
