import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, describeConfigError } from '#server/config/errors.ts';
import { SiteFile } from '#server/config/site-file.ts';
import { readSitePictures } from './site-pictures.ts';

let folder: string;
const file = (name: string) => join(folder, name);
const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#204080' } });
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-pictures-'));
  mkdirSync(join(folder, 'site', 'kept'), { recursive: true });
  writeFileSync(file('wide.webp'), await drawing(800, 200).webp().toBuffer());
  writeFileSync(join(folder, 'site', 'kept', 'icon.png'), await drawing(400, 400).png().toBuffer());
});
afterAll(() => rmSync(folder, { recursive: true }));
const read = (...sites: object[]) => {
  const [site, ...others] = sites.map((each) => SiteFile.parse(each));
  return readSitePictures({ site: site!, sites: others, dataDir: folder });
};
const measured = async (bytes: Buffer | undefined) => {
  const { format, width, height } = await sharp(bytes).metadata();
  return [format, width, height];
};

describe('the pictures of a site', () => {
  it('are the operator’s: from its file, or from the data folder', async () => {
    const [main, kept] = [
      SiteFile.parse({ logo: file('wide.webp'), fallback: file('wide.webp') }),
      SiteFile.parse({ id: 'kept' }),
    ];
    const pictures = await read(main, kept);
    expect([pictures.logoFor(main), pictures.logoFor(kept)]).toEqual([
      { width: 768, height: 192, version: expect.stringMatching(/^[0-9a-f]{8}$/) },
      null,
    ]);
    expect(await measured((await pictures.find(main, '/images/logo.png'))?.bytes.identity)).toEqual(['png', 768, 192]);
    expect(await measured((await pictures.find(main, '/images/default.jpg'))?.bytes.identity)).toEqual([
      'jpeg',
      800,
      200,
    ]);
    expect(await pictures.find(main, '/images/icon.png')).toBeUndefined();
    expect(await pictures.find(main, '/images/__proto__')).toBeUndefined();
    for (const [path, side] of [
      ['/images/icon.png', 192],
      ['/images/icon-512.png', 512],
      ['/images/icon-maskable.png', 512],
      ['/images/touch-icon.png', 180],
    ] as const) {
      expect(await measured((await pictures.find(kept, path))?.bytes.identity)).toEqual(['png', side, side]);
    }
    expect(await pictures.find(kept, '/images/icon.svg')).toMatchObject({ type: 'image/svg+xml', cached: 'hour' });
  });

  it('are made of the letter where the site has no logo, in any script', async () => {
    const pictures = await read({ logo: file('wide.webp'), features: [] });
    const icons = await Promise.all(
      ['K', 'ع', 'क', '漫', 'Ж'].map((letter) =>
        pictures.find({ id: letter, letter, features: [] }, '/images/icon.png'),
      ),
    );
    for (const icon of icons) {
      expect((await sharp(icon?.bytes.identity).stats()).channels[0]?.stdev).toBeGreaterThan(20);
    }
    expect(new Set(icons.map((icon) => icon?.etag)).size).toBe(5);
    expect(pictures.logoFor({ id: 'komawari', features: [] })).toBeNull();
  });

  it.each([
    ['is none', () => 'not a picture'],
    [
      'is a drawing with scripts',
      () => '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="9" height="9"/></svg>',
    ],
    ['is too small', () => drawing(100, 20).png().toBuffer()],
    [
      'ends too early',
      async () => {
        const bytes = await drawing(300, 300).png().toBuffer();
        return bytes.subarray(0, bytes.length / 2);
      },
    ],
  ])('stop the start where one %s', async (_what, bytes) => {
    writeFileSync(file('bad.png'), await bytes());
    const error = await read({ logo: file('bad.png') }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    expect(describeConfigError(error as ConfigError, 'en')).toBe(
      `${file('bad.png')}: Expected a PNG, JPEG, WebP or AVIF image of at most 4 MB and 16 million pixels, at least 64 pixels wide and 64 high.`,
    );
  });

  it('stop the start where one is missing', async () => {
    const error = await read({ icon: file('gone.png') }).catch((reason: unknown) => reason);
    expect(describeConfigError(error as ConfigError, 'en')).toBe(`icon: There is no file ${file('gone.png')}.`);
  });
});
