import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPageCache, ReadyPage } from './page-cache.ts';

const makePage = (html: string) => new ReadyPage(200, [html], ['content-type', 'text/html']);

describe('the page cache', () => {
  it('makes a page once for all who ask at the same time', async () => {
    const cache = createPageCache(() => 0);
    let made = 0;
    const make = async () => {
      made += 1;
      return { page: makePage('<p>a'), seconds: 10 };
    };
    const [first, second] = await Promise.all([cache.load('a', make), cache.load('a', make)]);
    expect(made).toBe(1);
    expect(second).toBe(first);
    expect(cache.get('a')).toBe(first);
  });

  it('forgets a page after its seconds', async () => {
    let now = 0;
    const cache = createPageCache(() => now);
    await cache.load('a', async () => ({ page: makePage('old'), seconds: 10 }));
    now = 9_999;
    expect(cache.get('a')).toBeDefined();
    now = 10_000;
    expect(cache.get('a')).toBeUndefined();
    const page = await cache.load('a', async () => ({ page: makePage('new'), seconds: 10 }));
    expect((await page.encoded('identity')).toString()).toBe('new');
  });

  it('does not keep what may not be kept, nor what failed', async () => {
    const cache = createPageCache(() => 0);
    await cache.load('a', async () => ({ page: makePage('no'), seconds: 0 }));
    expect(cache.get('a')).toBeUndefined();
    await expect(
      cache.load('b', async () => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    await expect(cache.load('b', async () => ({ page: makePage('fine'), seconds: 1 }))).resolves.toBeDefined();
  });

  it('never takes more memory than it may: what was not asked for longest goes', async () => {
    const cache = createPageCache(() => 0, 10_000);
    for (const key of ['a', 'b', 'c']) {
      await cache.load(key, async () => ({ page: makePage('x'.repeat(2_500)), seconds: 10 }));
    }
    expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([false, true, true]);
  });
});

describe('a ready page', () => {
  it('is compressed quickly for who comes first, and well from the second on', async () => {
    const html = readFileSync('web/ui/basic/sprite.svg', 'utf8');
    const page = makePage(html);
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const quick = await page.encoded(encoding);
      const [second, third] = await Promise.all([page.encoded(encoding), page.encoded(encoding)]);
      expect([second, third]).toEqual([quick, quick]);
      await expect.poll(async () => (await page.encoded(encoding)).length).toBeLessThan(quick.length);
      const well = await page.encoded(encoding);
      expect(await page.encoded(encoding)).toBe(well);
      expect([quick, well].map((bytes) => decompress(bytes).toString())).toEqual([html, html]);
    }
  });

  it('has one tag for what it says', () => {
    expect(makePage('<p>a').etag).toBe(makePage('<p>a').etag);
    expect(makePage('<p>a').etag).not.toBe(makePage('<p>a!').etag);
  });
});
