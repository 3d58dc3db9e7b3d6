import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { problem } from '#contract/problems.ts';
import type { Picture } from '#server/images/analysis/analysis-picture.ts';
import { analyse, sizeToAnalyse, type Analysis } from '#server/images/analysis/analysis.ts';
import { pdqHash } from '#server/images/analysis/pdq.ts';
import { cleanPicture } from '#server/images/cleaning/clean.ts';
import type { ImageLimits } from '#server/images/image-limits.ts';
import { checkSize } from '#server/images/inspect.ts';
import type { PageFormat } from '#server/images/inspect.ts';
import type { SliceName } from '#server/images/links.ts';
import { SLICE_QUALITY, scaledSlice, splitIntoSlices } from './slices.ts';
import { planVariants, SAVER_QUALITY, SAVER_WIDTH } from './variants.ts';
import type { Page, VariantFormat, VariantName, VariantPlan } from './variants.ts';

export interface Variant {
  bytes: Buffer;
  format: VariantFormat;
  width: number;
  height: number;
}

/**
 * A decoded page. Sizes in pixels after orientation; `color` is its average as 0xRRGGBB over white; `thumbhash` is at
 * most 25 bytes; `analysis` is what it tells of itself, and `phash` how copies of it are known (`pdq.ts`), where that
 * was asked; `clean` is the page without what cameras and programs wrote into it, null where there was nothing of that.
 */
export interface DerivedPage extends Page {
  thumbhash: Buffer;
  color: number;
  variants: Partial<Record<VariantName, Variant>> & Record<SliceName, Variant>;
  analysis: Analysis | null;
  phash: Buffer | null;
  clean: Buffer | null;
}

/** The analysis of a page, how copies of it are known, and its slices where it is tall. */
export type AnalysedPage = Pick<DerivedPage, 'phash' | 'variants'> & { analysis: Analysis };

/** The request to derive the pictures of a page whose bytes have been inspected; `look` asks for its analysis. */
export interface DeriveRequest {
  input: Uint8Array;
  format: PageFormat;
  animated: boolean;
  cover: boolean;
  avif: boolean;
  look: boolean;
  limits: ImageLimits;
}

const PHASH_WIDTH = 240;
/** thumbhash reads at most 100 pixels a side. */
const HASH_SIDE = 100;
/** WebP effort 2 takes half the time of effort 4 for 4 % more bytes; AVIF above 2 takes seconds a page (both measured). */
const EFFORT = 2;

type Size = { width: number; height: number };

interface Pixels {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

// Decoders warn of stray bytes between segments too, which lose nothing; a cut file still fails at the milder level.
async function decode<T>(
  input: Uint8Array,
  size: Size,
  { pixels }: ImageLimits,
  finish: (image: Sharp) => Promise<T>,
): Promise<T> {
  const decoded = (failOn: 'warning' | 'error'): Promise<T> =>
    finish(
      sharp(input, { failOn, limitInputPixels: pixels })
        .autoOrient()
        .resize({ ...size, fit: 'fill' })
        .toColourspace('srgb'),
    );
  try {
    return await decoded('warning');
  } catch (error) {
    if (!/extraneous bytes|iCCP|unknown critical/i.test((error as Error).message)) throw error;
    return decoded('error');
  }
}

const toPixels = (image: Sharp): Promise<Pixels> => image.raw().toBuffer({ resolveWithObject: true });
const from = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

/** Three bytes a pixel, over white. */
async function opaque(pixels: Pixels): Promise<Picture> {
  const { data, info } =
    pixels.info.channels === 3
      ? pixels
      : await toPixels(from(pixels).flatten({ background: '#ffffff' }).toColourspace('srgb'));
  return { data, width: info.width, height: info.height };
}

/** How copies of a picture are known, found in one of 240 pixels across: more would take longer and tell no more. */
async function computePhash(pixels: Pixels): Promise<Buffer | null> {
  const { width, height } = pixels.info;
  const small =
    width <= PHASH_WIDTH
      ? pixels
      : await toPixels(
          from(pixels).resize({
            width: PHASH_WIDTH,
            height: Math.max(1, Math.round((height * PHASH_WIDTH) / width)),
            fit: 'fill',
          }),
        );
  return pdqHash(await opaque(small));
}

async function encode(
  image: Sharp,
  { format, quality, chroma = '4:2:0' }: Pick<VariantPlan, 'format' | 'quality'> & { chroma?: string },
): Promise<Variant> {
  const encoders: Record<VariantFormat, () => Sharp> = {
    webp: () => image.webp({ quality, effort: EFFORT }),
    // AVIF looks as good as WebP at a quality about 25 lower.
    avif: () => image.avif({ quality: quality - 25, effort: EFFORT }),
    jpeg: () => image.flatten({ background: '#ffffff' }).jpeg({ quality, chromaSubsampling: chroma }),
  };
  const { data, info } = await encoders[format]().toBuffer({ resolveWithObject: true });
  return { bytes: data, format, width: info.width, height: info.height };
}

function averageColor(rgba: Buffer): number {
  const sums = [0, 0, 0];
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = (rgba[i + 3] ?? 0) / 255;
    for (let c = 0; c < 3; c += 1) {
      sums[c] = (sums[c] ?? 0) + (rgba[i + c] ?? 0) * alpha + 255 * (1 - alpha);
    }
  }
  return sums.reduce((color, sum) => color * 256 + Math.round((sum * 4) / rgba.length), 0);
}

/**
 * Promises the derived pictures of a page: upright, in sRGB, without metadata, first frame of an animation.
 * They are made of the clean bytes, so that what is kept is what was seen. A data-saver that is not smaller than those is left out.
 * Blocks a thread for long; throws whatever a decoder throws, `page-too-large`, and `page-undecodable` for a page that cannot be cleaned:
 * run it in a process that can be killed.
 */
export async function derive({
  input: given,
  format,
  animated,
  cover,
  avif,
  look,
  limits,
}: DeriveRequest): Promise<DerivedPage> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const input = cleanPicture(bytes, format);
  if (input === null) throw problem('page-undecodable');
  const metadata = await sharp(input, { limitInputPixels: limits.pixels }).metadata();
  const { width, height } = metadata.autoOrient;
  checkSize({ width, height, frames: metadata.pages ?? 1 }, limits);
  const page: Page = { format, width, height, animated: animated || (metadata.pages ?? 1) > 1 };
  const sizeAt = (narrower: number): Size => ({
    width: narrower,
    height: Math.max(1, Math.round((height * narrower) / width)),
  });
  const plans = planVariants(page, { cover, avif });
  const variants: DerivedPage['variants'] = {};
  const keep = (plan: VariantPlan, variant: Variant): void => {
    if (plan.name !== 'saver' || variant.bytes.length < input.length) {
      variants[plan.name] = variant;
    }
  };
  // A JPEG is decoded straight at a fraction of its size for its small pictures, which is cheaper than keeping the
  // large one; what is looked at is too large for that.
  const [first] = plans;
  if (!look && format === 'jpeg' && first?.name === 'saver') {
    keep(first, await decode(input, sizeAt(first.width), limits, (image) => encode(image, first)));
    plans.shift();
  }
  const seen = look ? sizeToAnalyse(page).width : 0;
  const isTall = !page.animated && splitIntoSlices(height).length > 0;
  let pixels = await decode(
    input,
    sizeAt(isTall ? width : Math.max(seen, ...plans.map((plan) => plan.width))),
    limits,
    toPixels,
  );
  if (isTall) {
    Object.assign(variants, await slicesFrom(pixels, { avif, chroma: metadata.chromaSubsampling }));
  }
  let analysis: Analysis | null = null;
  // Each picture is made of the one before it: shrinking a small one costs next to nothing.
  const shrinkTo = async (narrower: number): Promise<void> => {
    if (narrower < pixels.info.width) {
      pixels = await toPixels(from(pixels).resize({ ...sizeAt(narrower), fit: 'fill' }));
    }
  };
  for (const plan of plans) {
    if (look && analysis === null && plan.width <= seen) {
      await shrinkTo(seen);
      analysis = analyse(await opaque(pixels), page);
    }
    await shrinkTo(plan.width);
    keep(
      plan,
      await encode(
        from(pixels).extract({ left: 0, top: 0, width: plan.width, height: Math.min(plan.height, pixels.info.height) }),
        plan,
      ),
    );
  }
  const phash = look ? await computePhash(pixels) : null;
  const { data, info } = await toPixels(
    from(pixels).resize({ width: HASH_SIDE, height: HASH_SIDE, fit: 'inside' }).ensureAlpha(),
  );
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data));
  return {
    ...page,
    thumbhash,
    color: averageColor(data),
    variants,
    analysis,
    phash,
    clean: input === bytes ? null : input,
  };
}

/** Promises what a page tells of itself, without its pictures but for its slices. Blocks and throws as `derive` does. */
export async function lookAt(
  input: Uint8Array,
  { animated, avif, limits }: { animated: boolean; avif: boolean; limits: ImageLimits },
): Promise<AnalysedPage> {
  const {
    autoOrient: page,
    pages = 1,
    chromaSubsampling: chroma,
  } = await sharp(input, { limitInputPixels: limits.pixels }).metadata();
  checkSize({ ...page, frames: pages }, limits);
  const small = await decode(input, sizeToAnalyse(page), limits, toPixels);
  const isTall = !animated && pages === 1 && splitIntoSlices(page.height).length > 0;
  const variants = isTall ? await slicesFrom(await decode(input, page, limits, toPixels), { avif, chroma }) : {};
  return { analysis: analyse(await opaque(small), page), phash: await computePhash(small), variants };
}

/**
 * The slices of a tall page and the smaller pictures of the same rows. A slice is a JPEG at the page's own blocks and
 * with as much of its colour as a JPEG page itself has, or WebP where it is see-through.
 */
async function slicesFrom(
  pixels: Pixels,
  { avif, chroma }: { avif: boolean; chroma: string | undefined },
): Promise<Record<SliceName, Variant>> {
  const { info } = pixels;
  const own =
    info.channels % 2 === 0
      ? { format: 'webp' as const, quality: SLICE_QUALITY }
      : { format: 'jpeg' as const, quality: SLICE_QUALITY, chroma: chroma === '4:2:0' ? '4:2:0' : '4:4:4' };
  const width = Math.min(SAVER_WIDTH, info.width);
  const scale = width / info.width;
  const small =
    scale === 1
      ? pixels
      : await toPixels(from(pixels).resize({ width, height: Math.round(info.height * scale), fit: 'fill' }));
  const variants: Record<SliceName, Variant> = {};
  for (const [at, slice] of splitIntoSlices(info.height).entries()) {
    const { top, height } = scaledSlice(slice, scale, small.info.height);
    const whole = await encode(from(pixels).extract({ left: 0, width: info.width, ...slice }), own);
    const saver = await encode(from(small).extract({ left: 0, width, top, height }), {
      format: avif ? 'avif' : 'webp',
      quality: SAVER_QUALITY,
    });
    variants[`slice${at + 1}`] = whole;
    if (saver.bytes.length < whole.bytes.length) {
      variants[`saver${at + 1}`] = saver;
    }
  }
  return variants;
}
