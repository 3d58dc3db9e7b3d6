import { expect, it } from 'vitest';
import { findLazyScripts, findScripts } from './size.ts';

const manifest = {
  'web/app/entry.client.tsx': { file: 'assets/entry-1.js', imports: ['_vendor.js'] },
  '_vendor.js': { file: 'assets/vendor-2.js' },
  'web/catalogue/home/home-page.tsx': { file: 'assets/home-3.js', imports: ['_vendor.js', '_card.js'] },
  '_card.js': { file: 'assets/card-4.js' },
  'web/reader/screen/reader-page.tsx': { file: 'assets/reader-5.js' },
};

it('counts the scripts a page names and those they import, each once', () => {
  const html = `<link rel="modulepreload" href="/assets/home-3.js"><link rel="stylesheet" href="/assets/x.css">
    <link rel="preload" as="fetch" href="/assets/en.json"><script type="module" crossorigin src="/assets/entry-1.js"></script><script>theme()</script>`;
  expect(findScripts(html, manifest).sort()).toEqual(['assets/card-4.js', 'assets/entry-1.js', 'assets/home-3.js', 'assets/vendor-2.js']);
});

it('counts what a page asks for later with all it imports, without what is there already', () => {
  const later = {
    ...manifest,
    'web/reader/screen/reader-page.tsx': { file: 'assets/reader-5.js', dynamicImports: ['tools.tsx'] },
    'tools.tsx': { file: 'assets/tools-6.js', imports: ['_vendor.js', '_sheet.js'], dynamicImports: ['help.tsx'] },
    '_sheet.js': { file: 'assets/sheet-7.js' },
    'help.tsx': { file: 'assets/help-8.js', imports: ['_sheet.js'] },
    'other.tsx': { file: 'assets/other-9.js' },
  };
  expect(findLazyScripts('web/reader/screen/reader-page.tsx', later, new Set(['assets/vendor-2.js'])).sort()).toEqual(['assets/help-8.js', 'assets/sheet-7.js', 'assets/tools-6.js']);
});
