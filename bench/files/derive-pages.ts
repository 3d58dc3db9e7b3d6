import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { IMAGE_LIMITS } from '#server/images/image-limits.ts';
import { inspect } from '#server/images/inspect.ts';
import { derive } from '#server/images/rendering/derive.ts';

/** A page on disk, and whether it gets covers. */
export interface PageFile {
  file: string;
  cover: boolean;
}

/** Makes the pictures of every `processes`th page of a list from `first` on, and drops them: what sharp alone takes. */
export async function derivePages(list: string, first: number, processes: number): Promise<void> {
  sharp.concurrency(1);
  sharp.cache(false);
  const pages = JSON.parse(readFileSync(list, 'utf8')) as PageFile[];
  for (const { file, cover } of pages.filter((_, index) => index % processes === first)) {
    const input = readFileSync(file);
    const { format, animated } = inspect(input, IMAGE_LIMITS);
    await derive({ input, format, animated, cover, avif: false, look: false, limits: IMAGE_LIMITS });
  }
}
