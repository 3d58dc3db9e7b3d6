import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMAGE_LIMITS } from '#server/images/image-limits.ts';
import { closeRenderer, renderPicture } from '#server/images/testing/counted-pictures.ts';
import { BAD_IMAGES, GOOD_IMAGES, TOKEN, type TriedImage } from '#server/images/testing/hostile-images.ts';
import { openCounted } from '#server/testing/counting/counted-work.ts';
import { createRenderer, type Renderer, type RenderResult } from './render.ts';

let renderer: Renderer;
beforeAll(() => {
  renderer = createRenderer({ processes: 2 });
});
afterAll(() => renderer.close());

/** The outcome for a picture. */
async function tried({ name, bytes }: TriedImage): Promise<{ name: string; result: RenderResult }> {
  return { name, result: await renderer.render(await bytes(), { cover: false }) };
}

/** The most that a child of this process holds, in megabytes. */
function childMegabytes(): number {
  const children = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && /\) . (\d+)/.exec(told(`/proc/${pid}/stat`))?.[1] === String(process.pid),
  );
  return Math.max(0, ...children.map((pid) => (Number(told(`/proc/${pid}/statm`).split(' ')[1]) * 4096) / 1e6));
}

function told(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

test('odd pictures are read, and nothing planted in them is in what is made of them', async () => {
  for (const { name, result } of await Promise.all(GOOD_IMAGES.map(tried))) {
    expect([name, result.ok ? 'good' : result.code]).toEqual([name, 'good']);
    if (!result.ok) continue;
    for (const { bytes } of Object.values(result.variants)) {
      expect(Buffer.from(bytes).includes(TOKEN)).toBe(false);
      const { exif, orientation, pages = 1 } = await sharp(bytes).metadata();
      expect({ name, exif, orientation, pages }).toEqual({ name, exif: undefined, orientation: undefined, pages: 1 });
    }
    const turned = name === 'jpeg-exif-6' || name === 'jpeg-exif-8';
    expect([name, result.width, result.height]).toEqual(turned ? [name, 90, 60] : [name, result.width, result.height]);
  }
}, 120_000);

test('hostile pictures are refused with their reason, none for the time it takes, and in little memory', async () => {
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, childMegabytes());
  }, 20);
  const all = await Promise.all(BAD_IMAGES.map(tried));
  clearInterval(looking);
  expect(all.map(({ name, result }) => [name, result.ok ? 'good' : result.code])).toEqual(
    BAD_IMAGES.map(({ name, ends }) => [name, ends]),
  );
  expect(most).toBeLessThan(700);
}, 120_000);

test('this process does little for a picture, whatever it is: a child decodes it', async () => {
  const counted = await openCounted(new URL('../testing/counted-pictures.ts', import.meta.url));
  try {
    const heavy: unknown[] = [];
    for (const { name, bytes } of [...BAD_IMAGES, ...GOOD_IMAGES]) {
      const { work } = await counted.call(renderPicture, await bytes());
      if (work > 50_000) {
        heavy.push([name, work]);
      }
    }
    expect(heavy).toEqual([]);
    await counted.call(closeRenderer);
  } finally {
    await counted.close();
  }
}, 120_000);

test('a child that takes more memory than it may is ended, and the next page has another one', async () => {
  const small = createRenderer({ processes: 1, limits: { ...IMAGE_LIMITS, childBytes: 250e6 } });
  const large = await sharp({ create: { width: 1500, height: 60_000, channels: 3, background: '#336699' } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  expect(await small.render(large, { cover: false })).toEqual({ ok: false, code: 'page-memory', params: {} });
  expect(await small.render(await GOOD_IMAGES[0]!.bytes(), { cover: false })).toMatchObject({ ok: true });
  await small.close();
}, 120_000);

test('what a picture may be is configured', async () => {
  const strict = createRenderer({ processes: 1, limits: { ...IMAGE_LIMITS, pixels: 5000, side: 80, frames: 2 } });
  const of = async (width: number, height: number) =>
    strict.render(
      await sharp({ create: { width, height, channels: 3, background: '#123456' } })
        .png()
        .toBuffer(),
      { cover: false },
    );
  expect(await of(60, 80)).toMatchObject({ ok: true });
  expect(await of(81, 10)).toMatchObject({ code: 'page-too-large' });
  expect(await of(79, 79)).toMatchObject({ code: 'page-too-large' });
  expect(
    await strict.render(await GOOD_IMAGES.find(({ name }) => name === 'webp-moving')!.bytes(), { cover: false }),
  ).toMatchObject({ code: 'page-too-large' });
  await strict.close();
}, 120_000);
