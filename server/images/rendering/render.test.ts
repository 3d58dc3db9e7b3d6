import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createPool } from '#server/child-processes/pool.ts';
import { openArchive } from '#server/images/archives/archive.ts';
import { IMAGE_LIMITS } from '#server/images/image-limits.ts';
import { SAMPLES, withSamples } from '#server/testing/samples.ts';
import { createRenderer } from './render.ts';
import type { RenderResult } from './render.ts';

// However busy the machine is: how long a page may take is a test of its own.
const renderer = createRenderer({ processes: 2, limits: { ...IMAGE_LIMITS, milliseconds: 240_000 } });
afterAll(() => renderer.close());

type RenderSuccess = Extract<RenderResult, { ok: true }>;
async function rendered(input: Buffer, cover = true): Promise<RenderSuccess> {
  const result = await renderer.render(input, { cover });
  if (!result.ok) throw new Error(result.code);
  return result;
}

/** Promises a page with a red upper half and a blue lower half. */
function drawn(width: number, height: number): Sharp {
  const red = { create: { width, height: Math.ceil(height / 2), channels: 3 as const, background: '#ff0000' } };
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: red, gravity: 'north' },
  ]);
}

async function pixelAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return [...pixel].map((value) => Math.round(value / 64));
}

describe('a page', () => {
  test('gets its pictures, its size, its average colour and a hash to show before it loads', async () => {
    const page = await rendered(await drawn(1600, 2400).png({ compressionLevel: 0 }).toBuffer());
    expect(page).toMatchObject({ format: 'png', width: 1600, height: 2400, animated: false });
    expect(page.thumbhash.length).toBeGreaterThan(4);
    expect(page.color >> 16).toBeCloseTo(128, -1);
    expect(page.color & 0xffff).toBeCloseTo(128, -1);
    for (const { bytes, format, width, height } of Object.values(page.variants)) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format, width, height });
    }
    expect(Object.keys(page.variants)).toEqual(['saver', 'cover640', 'cover320', 'thumb']);
    expect(await pixelAt(page.variants.saver!.bytes, 500, 10)).toEqual([4, 0, 0]);
    expect(await pixelAt(page.variants.thumb!.bytes, 100, 350)).toEqual([0, 0, 4]);
  });

  test('is turned upright, and its pictures carry no metadata', async () => {
    const bytes = await drawn(400, 200)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: 'secret' } })
      .jpeg()
      .toBuffer();
    const page = await rendered(bytes);
    expect(page).toMatchObject({ width: 200, height: 400 });
    const { bytes: thumb } = page.variants.thumb!;
    expect(await sharp(thumb).metadata()).toMatchObject({ width: 200, height: 400 });
    expect((await sharp(thumb).metadata()).exif).toBeUndefined();
    expect([await pixelAt(thumb, 190, 200), await pixelAt(thumb, 10, 200)]).toEqual([
      [4, 0, 0],
      [0, 0, 4],
    ]);
  });

  test('in CMYK, in grey, with 16 bits or with alpha becomes sRGB', async () => {
    const pages = [
      drawn(300, 400).toColourspace('cmyk').jpeg(),
      drawn(300, 400).greyscale().jpeg(),
      drawn(300, 400).toColourspace('rgb16').png(),
      drawn(300, 400).ensureAlpha(0.5).webp(),
    ];
    for (const page of pages) {
      const { variants } = await rendered(await page.toBuffer());
      expect(await sharp(variants.thumb!.bytes).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' });
    }
  });

  test('too tall for browsers comes in slices, and is cut for its cover', async () => {
    const { variants } = await rendered(await drawn(100, 17_000).png({ compressionLevel: 0 }).toBuffer());
    expect(variants.saver).toBeUndefined();
    expect(
      Array.from({ length: 9 }, (_, at) => variants[`slice${at + 1}`]!.height).reduce((sum, height) => sum + height),
    ).toBe(17_000);
    expect(variants.cover320).toMatchObject({ format: 'webp', width: 100, height: 200 });
    expect(await pixelAt(variants.cover320!.bytes, 50, 190)).toEqual([4, 0, 0]);
  });

  test('that moves keeps its movement: its pictures show the first frame, and the original is read', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 300, height: 100, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const page = await rendered(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    );
    expect(page).toMatchObject({ format: 'gif', width: 300, height: 100, animated: true });
    expect(Object.keys(page.variants)).toEqual(['cover640', 'cover320', 'thumb']);
    expect(await pixelAt(page.variants.thumb!.bytes, 50, 50)).toEqual([4, 0, 0]);
  });

  test('with stray bytes between its segments is still a page', async () => {
    const bytes = await drawn(300, 400).jpeg().toBuffer();
    const second = 4 + bytes.readUInt16BE(4);
    const page = await rendered(
      Buffer.concat([bytes.subarray(0, second), Buffer.from('stray'), bytes.subarray(second)]),
    );
    expect(page).toMatchObject({ width: 300, height: 400 });
  });

  test('that is small already has no data-saver that is larger', async () => {
    const bytes = await sharp(Buffer.from(Array.from({ length: 30_000 }, (_, i) => (i * i * 7919) & 0xff)), {
      raw: { width: 100, height: 100, channels: 3 },
    })
      .jpeg({ quality: 20 })
      .toBuffer();
    expect((await rendered(bytes)).variants.saver).toBeUndefined();
  });

  test('may be asked for as AVIF', async () => {
    const avif = createRenderer({ processes: 1, avif: true, limits: { ...IMAGE_LIMITS, milliseconds: 240_000 } });
    const page = await avif.render(await drawn(300, 400).jpeg().toBuffer(), { cover: false });
    await avif.close();
    expect(page).toMatchObject({ ok: true, variants: { thumb: { format: 'avif', width: 240, height: 320 } } });
  });
});

describe('a page that cannot be rendered', () => {
  const failed = (input: Buffer): Promise<RenderResult> => renderer.render(input, { cover: false });

  test('is told with its reason, and the next one is rendered', async () => {
    const whole = await drawn(300, 400).jpeg().toBuffer();
    const webp = await drawn(300, 400).webp({ lossless: true }).toBuffer();
    webp.fill(0, 40);
    expect(await failed(whole.subarray(0, whole.length / 2))).toEqual({
      ok: false,
      code: 'page-undecodable',
      params: {},
    });
    expect(await failed(webp)).toMatchObject({ ok: false, code: 'page-undecodable' });
    expect(await failed(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual({
      ok: false,
      code: 'page-format-unsupported',
      params: { format: 'SVG' },
    });
    expect((await failed(whole)).ok).toBe(true);
  });

  test('in a format that no page has is not even decoded by the child, which is the last to look', async () => {
    const child = createPool({
      module: new URL('./render-child.ts', import.meta.url),
      processes: 1,
      timeoutMs: 240_000,
      idleMs: 1000,
      env: {},
    });
    const ask = (input: Buffer): Promise<unknown> =>
      child.run({ input, format: 'png', animated: false, cover: false, avif: false, look: true, limits: IMAGE_LIMITS });
    expect(await ask(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))).toMatchObject({
      answer: { ok: false },
    });
    expect(await ask(await drawn(30, 40).tiff().toBuffer())).toMatchObject({ answer: { ok: false } });
    expect(await ask(await drawn(30, 40).png().toBuffer())).toMatchObject({ answer: { ok: true } });
    await child.close();
  });

  test('is given up when it takes too long', async () => {
    const impatient = createRenderer({ processes: 1, limits: { ...IMAGE_LIMITS, milliseconds: 1 } });
    expect(await impatient.render(await drawn(300, 400).jpeg().toBuffer(), { cover: false })).toEqual({
      ok: false,
      code: 'page-timeout',
      params: {},
    });
    await impatient.close();
  });

  test('because the renderer is closed is no failure of the page', async () => {
    const closed = createRenderer({ processes: 1 });
    const page = closed.render(await drawn(300, 400).jpeg().toBuffer(), { cover: false });
    // Listened to before it can fail.
    const outcome = page.catch((error: Error) => error.message);
    await closed.close();
    expect(await outcome).toContain('closed');
  });
});

describe('the odd samples', () => {
  const failures = async (file: string): Promise<(string | number)[][]> => {
    const archive = await openArchive(SAMPLES + file);
    const results = await Promise.all(
      archive.entries.map(async (entry, i) => {
        const result = await archive.read(entry).then((bytes) => renderer.render(bytes, { cover: false }));
        return result.ok ? [] : [[i + 1, result.code]];
      }),
    );
    await archive.close();
    return results.flat();
  };

  test.each([
    ['odd/image-variants.cbz', []],
    ['odd/mixed-image-types.cbz', [6, 7, 8, 9, 10].map((page) => [page, 'page-format-unsupported'])],
    ['odd/very-tall-page.cbz', []],
    [
      'invalid/corrupt-page.cbz',
      [
        [2, 'page-undecodable'],
        [3, 'page-undecodable'],
      ],
    ],
    ['invalid/html-as-jpg.cbz', [[1, 'page-format-unsupported']]],
    ['invalid/huge-dimensions.cbz', [[1, 'page-too-large']]],
    ['invalid/svg-with-script.cbz', [[1, 'page-format-unsupported']]],
  ])('%s', withSamples, async (file, expected) => {
    expect(await failures(file)).toEqual(expected);
  });
});
