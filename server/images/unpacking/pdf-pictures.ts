import { inflateSync } from 'node:zlib';
import { MiB } from '#server/images/byte-units.ts';
import type { OpenPdf } from './pdfium.ts';

/** Pictures of a page that are looked at. */
const MAX_PICTURES = 200;
/** A picture that is larger is not unpacked only to be looked at. */
const PICTURE_BYTES = 256 * MiB;

/**
 * Whether a picture of a page is no picture, or is cut, as far as its format tells: a JPEG that does not end, pixels
 * whose sum is wrong.
 */
export function hasBrokenPicture(pdf: OpenPdf, page: number, pictures: readonly number[]): boolean {
  return pictures.slice(0, MAX_PICTURES).some((object) => isBroken(pdf, page, object));
}

function isBroken(pdf: OpenPdf, page: number, object: number): boolean {
  const filters = pdf.filters(object);
  if (filters.at(-1) === 'DCTDecode') return !isWholeJpeg(pdf.imageBytes(object, 'decoded'));
  const known = pdf.pdfium._FPDFImageObj_GetImageMetadata(object, page, pdf.scratch) !== 0;
  const [width = 0, height = 0, , , bits = 0] = pdf.words(5);
  if (known && (width === 0 || height === 0 || bits === 0)) return true;
  return filters.length === 1 && filters[0] === 'FlateDecode' && !isWholeFlate(pdf.imageBytes(object, 'raw'));
}

function isWholeJpeg(bytes: Buffer): boolean {
  const [scan, end] = [bytes.lastIndexOf(Buffer.from([0xff, 0xda])), bytes.lastIndexOf(Buffer.from([0xff, 0xd9]))];
  return bytes[0] === 0xff && bytes[1] === 0xd8 && scan > 0 && end > scan;
}

function isWholeFlate(bytes: Buffer): boolean {
  try {
    inflateSync(bytes, { maxOutputLength: PICTURE_BYTES });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  }
}
