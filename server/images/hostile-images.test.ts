import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMAGE_LIMITS } from './image-limits.ts';
import { createRenderer, type Renderer, type RenderResult } from './render.ts';
import { BAD_IMAGES, GOOD_IMAGES, TOKEN, type TriedImage } from './testing/hostile-images.ts';

let renderer: Renderer;
beforeAll(() => { renderer = createRenderer({ processes: 2 }); });
afterAll(() => renderer.close());

/** What a picture ended as, and in how long. */
async function tried({ name, bytes }: TriedImage): Promise<{ name: string; result: RenderResult; milliseconds: number }> {
  const input = await bytes();
  const started = performance.now();
  const result = await renderer.render(input, { cover: false });
  return { name, result, milliseconds: performance.now() - started };
}

/** The most that a child of this process holds, in megabytes. */
function childMegabytes(): number {
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && /\) . (\d+)/.exec(told(`/proc/${pid}/stat`))?.[1] === String(process.pid));
  return Math.max(0, ...children.map((pid) => (Number(told(`/proc/${pid}/statm`).split(' ')[1]) * 4096) / 1e6));
}

function told(file: string): string {
  try { return readFileSync(file, 'utf8'); } catch { return ''; }
}

test('odd pictures are read, and nothing planted in them is in what is made of them', async () => {
  for (const { name, result } of await Promise.all(GOOD_IMAGES.map(tried))) {
    expect([name, result.ok ? 'good' : result.code]).toEqual([name, 'good']);
    if (!result.ok) { continue; }
    for (const { bytes } of Object.values(result.variants)) {
      expect(Buffer.from(bytes).includes(TOKEN)).toBe(false);
      const { exif, orientation, pages = 1 } = await sharp(bytes).metadata();
      expect({ name, exif, orientation, pages }).toEqual({ name, exif: undefined, orientation: undefined, pages: 1 });
    }
    const turned = name === 'jpeg-exif-6' || name === 'jpeg-exif-8';
    if (turned) { expect([name, result.width, result.height]).toEqual([name, 90, 60]); }
  }
}, 20_000);

test('hostile pictures are refused with their reason, soon, in little memory, while the process answers', async () => {
  let [late, most] = [0, 0];
  let last = performance.now();
  const clock = setInterval(() => {
    late = Math.max(late, performance.now() - last - 20);
    last = performance.now();
    most = Math.max(most, childMegabytes());
    last = performance.now();
  }, 20);
  const all = await Promise.all(BAD_IMAGES.map(tried));
  clearInterval(clock);
  expect(all.map(({ name, result }) => [name, result.ok ? 'good' : result.code])).toEqual(BAD_IMAGES.map(({ name, ends }) => [name, ends]));
  expect(Math.max(...all.map(({ milliseconds }) => milliseconds))).toBeLessThan(5000);
  expect(late).toBeLessThan(1000);
  expect(most).toBeLessThan(700);
}, 20_000);

test('a child that takes more memory than it may is ended, and the next page has another one', async () => {
  const small = createRenderer({ processes: 1, limits: { ...IMAGE_LIMITS, childBytes: 250e6 } });
  const large = await sharp({ create: { width: 1500, height: 60_000, channels: 3, background: '#336699' } }).png({ compressionLevel: 1 }).toBuffer();
  expect(await small.render(large, { cover: false })).toEqual({ ok: false, code: 'page-memory', params: {} });
  expect(await small.render(await GOOD_IMAGES[0]!.bytes(), { cover: false })).toMatchObject({ ok: true });
  await small.close();
}, 20_000);

test('what a picture may be is configured', async () => {
  const strict = createRenderer({ processes: 1, limits: { ...IMAGE_LIMITS, pixels: 5000, side: 80, frames: 2 } });
  const of = async (width: number, height: number) => strict.render(await sharp({ create: { width, height, channels: 3, background: '#123456' } }).png().toBuffer(), { cover: false });
  expect(await of(60, 80)).toMatchObject({ ok: true });
  expect(await of(81, 10)).toMatchObject({ code: 'page-too-large' });
  expect(await of(79, 79)).toMatchObject({ code: 'page-too-large' });
  expect(await strict.render(await GOOD_IMAGES.find(({ name }) => name === 'webp-moving')!.bytes(), { cover: false })).toMatchObject({ code: 'page-too-large' });
  await strict.close();
});
