import { SiteFile, type Site } from '#server/config/site-file.ts';

/** How large a picture may be, and what decoding it may take. */
export interface ImageLimits {
  /** Of all its frames together. */
  pixels: number;
  side: number;
  frames: number;
  /** After so long the process that decodes it is killed, */
  milliseconds: number;
  /** or once it holds so many bytes of memory. */
  childBytes: number;
}

/** The limits the site's configuration sets for a picture. */
export function imageLimits(uploads: Site['uploads']): ImageLimits {
  return {
    pixels: uploads.megapixels * 1e6,
    side: uploads.side,
    frames: uploads.frames,
    milliseconds: uploads.pageSeconds * 1000,
    childBytes: uploads.childMegabytes * 1024 ** 2,
  };
}

/** The limits of a site that configures none. */
export const IMAGE_LIMITS: ImageLimits = imageLimits(SiteFile.parse({}).uploads);
