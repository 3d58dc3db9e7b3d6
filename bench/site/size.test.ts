import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUILT, findLazyScripts, findScripts, readManifest, weighScripts } from './size.ts';

const manifest = {
  'index.html': { file: 'assets/entry-1.js', imports: ['_vendor.js'] },
  '_vendor.js': { file: 'assets/vendor-2.js' },
  'web/catalogue/home/home-page.tsx': { file: 'assets/home-3.js', imports: ['_vendor.js', '_card.js'] },
  '_card.js': { file: 'assets/card-4.js' },
  'reader-page.tsx': { file: 'assets/reader-5.js', imports: ['_vendor.js'], dynamicImports: ['tools.tsx'] },
  'tools.tsx': { file: 'assets/tools-6.js', imports: ['_vendor.js', '_sheet.js'], dynamicImports: ['help.tsx'] },
  '_sheet.js': { file: 'assets/sheet-7.js' },
  'help.tsx': { file: 'assets/help-8.js', imports: ['_sheet.js'] },
  'other.tsx': { file: 'assets/other-9.js' },
};

it('counts the scripts of a page and those they import, each once', () => {
  expect(findScripts(['index.html', 'web/catalogue/home/home-page.tsx'], manifest).sort()).toEqual([
    'assets/card-4.js',
    'assets/entry-1.js',
    'assets/home-3.js',
    'assets/vendor-2.js',
  ]);
  expect(() => findScripts(['web/catalogue/home/moved-page.tsx'], manifest)).toThrow('moved-page.tsx');
});

it('counts what a page asks for later with all it imports, without what is there already', () => {
  expect(findLazyScripts('reader-page.tsx', manifest).sort()).toEqual([
    'assets/help-8.js',
    'assets/sheet-7.js',
    'assets/tools-6.js',
  ]);
});

/** These read the site as it was built last: `npm test` builds it before them, a single run does not. */
describe('the built site (`npm run build` makes it anew)', () => {
  it('fetches no more for a first load than its limit, nor for the rest of the reader', () => {
    const heavy = weighScripts(readManifest()).filter(({ value, limit }) => value > limit);
    expect(heavy.map(({ name, value, limit }) => `${name}: ${value.toFixed(1)} KB, at most ${limit}`)).toEqual([]);
  });

  it('has no validation library in any file: unused schemas of the contract are left out', () => {
    readManifest();
    const scripts = readdirSync(join(BUILT, 'assets')).filter((file) => file.endsWith('.js'));
    expect(scripts.filter((file) => readFileSync(join(BUILT, 'assets', file), 'utf8').includes('ZodError'))).toEqual(
      [],
    );
  });
});
