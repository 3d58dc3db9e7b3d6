import type { PageFormat } from '#server/images/inspect.ts';

export type VariantName = 'cover320' | 'cover640' | 'thumb' | 'saver';
export type VariantFormat = 'webp' | 'jpeg' | 'avif';

/** The facts known of a page once its header is read; sizes in pixels after orientation. */
export interface Page {
  format: PageFormat;
  width: number;
  height: number;
  animated: boolean;
}

/** One picture to make of a page: the page shrunk to `width` and cut off below `height`, in pixels. */
export interface VariantPlan {
  name: VariantName;
  width: number;
  height: number;
  format: VariantFormat;
  quality: number;
}

/** WebP holds at most 16,383 pixels a side, and AVIF encoders stop near it. */
const SIDE_LIMIT = 16_383;
/** Covers and thumbnails show a strip down to twice its width: more would be a thread in a grid. */
const TALLEST = 2;
/** Width of data-saver pictures, in pixels, and their quality. */
export const SAVER_WIDTH = 1080;
export const SAVER_QUALITY = 75;

const targets: { name: VariantName; width: number; quality: number; cropped: boolean }[] = [
  { name: 'saver', width: SAVER_WIDTH, quality: SAVER_QUALITY, cropped: false },
  { name: 'cover640', width: 640, quality: 80, cropped: true },
  { name: 'cover320', width: 320, quality: 80, cropped: true },
  { name: 'thumb', width: 240, quality: 80, cropped: true },
];

// An animation would lose its movement, a page that is small and well packed already has nothing to save, and one that is too tall is shown in slices.
function isWanted(name: VariantName, page: Page, cover: boolean): boolean {
  if (name !== 'saver') return name === 'thumb' || cover;
  const height = page.height * Math.min(1, SAVER_WIDTH / page.width);
  return (
    !page.animated && height <= SIDE_LIMIT && (page.width > SAVER_WIDTH || !['webp', 'avif'].includes(page.format))
  );
}

/**
 * Promises which pictures a page gets, widest first and never wider than the page: a thumbnail always, covers where `cover` asks for them,
 * a data-saver unless it could save nothing or has a side too long for it. They are WebP, or AVIF where `avif` asks.
 */
export function planVariants(page: Page, { cover, avif = false }: { cover: boolean; avif?: boolean }): VariantPlan[] {
  return targets
    .filter(({ name }) => isWanted(name, page, cover))
    .map(({ name, quality, cropped, ...target }) => {
      const width = Math.min(target.width, page.width);
      const whole = Math.max(1, Math.round((page.height * width) / page.width));
      const height = cropped ? Math.min(whole, width * TALLEST) : whole;
      return { name, width, height, format: avif ? 'avif' : 'webp', quality };
    });
}
