import { expect, it } from 'vitest';
import { scriptsOf } from './size.ts';

const manifest = {
  'web/entry.client.tsx': { file: 'assets/entry-1.js', imports: ['_vendor.js'] },
  '_vendor.js': { file: 'assets/vendor-2.js' },
  'web/pages/home.tsx': { file: 'assets/home-3.js', imports: ['_vendor.js', '_card.js'] },
  '_card.js': { file: 'assets/card-4.js' },
  'web/pages/reader.tsx': { file: 'assets/reader-5.js' },
};

it('counts the scripts a page names and those they import, each once', () => {
  const html = `<link rel="modulepreload" href="/assets/home-3.js"><link rel="stylesheet" href="/assets/x.css">
    <link rel="preload" as="fetch" href="/assets/en.json"><script type="module" crossorigin src="/assets/entry-1.js"></script><script>theme()</script>`;
  expect(scriptsOf(html, manifest).sort()).toEqual(['assets/card-4.js', 'assets/entry-1.js', 'assets/home-3.js', 'assets/vendor-2.js']);
});
