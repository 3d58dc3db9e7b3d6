import { problem } from '#contract/problems.ts';
import { bookFacts, type BookFacts } from '#server/images/archives/archive-entry.ts';
import type { ArchiveLimits } from '#server/images/archives/archive-limits.ts';
import { hasBrokenPicture } from './pdf-pictures.ts';
import { pdfLeaves, type PdfLeaf } from './pdf-structure.ts';
import { openPdf, type OpenPdf } from './pdfium.ts';
import type { Unpacking } from './unpacking.ts';

/** Pixels of a page that is drawn: wide enough for every screen that a page is delivered to, and no more than a child may hold. */
const WIDEST = 2400;
const HIGHEST = 16_000;
const MAX_PIXELS = 24e6;
/** Pixels to a point (1/72 inch) for pages that have no picture to go by. */
const SCALE = 3;
/** How far, in parts of the page, a picture may end from its edge and still be all of the page. */
const EDGE = 0.02;

/** Objects of a page that are looked at. */
const MAX_OBJECTS = 10_000;

/** From PDFium's headers. */
const [TEXT, IMAGE, FORM, INVISIBLE] = [1, 3, 5, 3];
const [GRAY, BGR, BGRX] = [1, 2, 3];
const REVERSE_BYTE_ORDER = 0x10;
/** DeviceGray, DeviceRGB, CalGray, CalRGB and ICCBased: what a JPEG means by itself. */
const PLAIN_COLOURS = new Set([1, 2, 4, 5, 7]);

interface PageImage {
  object: number;
  width: number;
  height: number;
  colours: number;
}

/**
 * Unpacks the pages of a PDF of `bytes` bytes, open as `fd`: one that is a single picture as that picture, unchanged
 * where it is a JPEG, any other as it is drawn. Pages that cannot be read are damaged, and those that show nothing of the picture they name.
 *
 * @throws Problem `archive-empty`, `archive-damaged`, `archive-too-many-entries`, `archive-memory`,
 *   `archive-encrypted`, `archive-unreadable`, and those of the unpacking.
 */
export async function readPdf(
  fd: number,
  bytes: number,
  unpacking: Unpacking,
  limits: ArchiveLimits,
): Promise<BookFacts> {
  const pdf = await openPdf(fd, bytes);
  const pages = pdf.pdfium._FPDF_GetPageCount(pdf.document);
  if (pages <= 0) throw problem('archive-empty');
  if (pages > limits.pdfPages) throw problem('archive-too-many-entries', { limit: limits.pdfPages });
  const leaves = pdfLeaves(pdf.file(), { pages, limit: limits.pdfPages });
  for (let at = 0; at < pages; at += 1) {
    await readPage(pdf, at, unpacking, leaves?.[at] ?? { isPage: true, hasPicture: false });
  }
  return bookFacts({
    title: pdf.said('Title') || null,
    authors: pdf
      .said('Author')
      .split(/[;\u3001]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    description: pdf.said('Subject') || null,
    language: pdf.language(),
    direction: pdf.preferred('Direction') === 'R2L' ? 'rtl' : null,
  });
}

async function readPage(pdf: OpenPdf, at: number, unpacking: Unpacking, leaf: PdfLeaf): Promise<void> {
  const { pdfium } = pdf;
  const number = String(at + 1).padStart(4, '0');
  const page = pdfium._FPDF_LoadPage(pdf.document, at);
  const picture = page === 0 ? null : await extractPicture(pdf, page, leaf);
  unpacking.enter({ name: `${number}.${picture?.format ?? 'jpg'}`, size: picture?.bytes.length ?? 0, kind: 'file' });
  if (picture === null) {
    unpacking.damage();
  } else {
    unpacking.put(picture.bytes);
  }
  if (page !== 0) {
    pdfium._FPDF_ClosePage(page);
  }
}

/** The drawing of a page; null where a picture of it cannot be read, or nothing is seen and something should be. */
async function extractPicture(pdf: OpenPdf, page: number, leaf: PdfLeaf): Promise<Picture | null> {
  const objects = listObjects(pdf, page);
  if (
    hasBrokenPicture(
      pdf,
      page,
      objects.filter(({ type }) => type === IMAGE).map(({ object }) => object),
    )
  ) {
    return null;
  }
  const image = onlyImage(pdf, page, objects);
  const extracted = image && (extractJpeg(pdf, image) ?? (await extractPixels(pdf, image)));
  if (extracted) return extracted;
  const { isBlank, ...picture } = await drawn(pdf, page, image);
  const isMeant =
    objects.length === 0
      ? leaf.hasPicture || !leaf.isPage
      : objects.some(({ type }) => type === IMAGE || type === FORM);
  return isBlank && isMeant ? null : picture;
}

interface PageObject {
  object: number;
  type: number;
}

/** The objects on a page; of very many, the first. */
function listObjects({ pdfium }: OpenPdf, page: number): PageObject[] {
  return Array.from({ length: Math.min(MAX_OBJECTS, pdfium._FPDFPage_CountObjects(page)) }, (_, at) => {
    const object = pdfium._FPDFPage_GetObject(page, at);
    return { object, type: pdfium._FPDFPageObj_GetType(object) };
  });
}

/** The picture that a page is, upright and to its edges; text that nobody sees may lie over it. */
function onlyImage(pdf: OpenPdf, page: number, objects: readonly PageObject[]): PageImage | null {
  const { pdfium, scratch } = pdf;
  if (
    objects.length === MAX_OBJECTS ||
    pdfium._FPDFPage_GetRotation(page) !== 0 ||
    pdfium._FPDFPage_HasTransparency(page) !== 0
  ) {
    return null;
  }
  let image = 0;
  for (const { object, type } of objects) {
    if (type === TEXT && pdfium._FPDFTextObj_GetTextRenderMode(object) === INVISIBLE) continue;
    if (type !== IMAGE || image !== 0) return null;
    image = object;
  }
  if (image === 0 || pdfium._FPDFPageObj_GetMatrix(image, scratch) === 0) return null;
  const [a = 0, b = 0, c = 0, d = 0, left = 0, bottom = 0] = pdf.floats(6);
  if (pdfium._FPDF_GetPageBoundingBox(page, scratch) === 0) return null;
  const [boxLeft = 0, boxTop = 0, boxRight = 0, boxBottom = 0] = pdf.floats(4);
  const [width, height] = [boxRight - boxLeft, boxTop - boxBottom];
  const near = (one: number, other: number, size: number): boolean => Math.abs(one - other) <= size * EDGE;
  const whole =
    near(left, boxLeft, width) && near(bottom, boxBottom, height) && near(a, width, width) && near(d, height, height);
  if (!whole || Math.abs(b) > EDGE || Math.abs(c) > EDGE) return null;
  if (pdfium._FPDFImageObj_GetImageMetadata(image, page, scratch) === 0) return null;
  const [columns = 0, rows = 0, , , , colours = 0] = pdf.words(6);
  return { object: image, width: columns, height: rows, colours };
}

/** The JPEG that a picture is kept as, byte for byte; null where it is none, or means its colours otherwise than others do. */
function extractJpeg(pdf: OpenPdf, { object, colours }: PageImage): Picture | null {
  if (pdf.filters(object).at(-1) !== 'DCTDecode' || !PLAIN_COLOURS.has(colours)) return null;
  const bytes = pdf.imageBytes(object, 'decoded');
  return [1, 3].includes(countComponents(bytes)) ? { format: 'jpg', bytes } : null;
}

/** How many colours a pixel of a JPEG has, from the header of its frame; 0 where there is none. */
function countComponents(jpeg: Buffer): number {
  for (let at = 2; at + 9 < jpeg.length && jpeg[at] === 0xff;) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return jpeg[at + 9] ?? 0;
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return 0;
}

interface Picture {
  format: 'jpg' | 'png';
  bytes: Buffer;
}

/** The pixels of a picture that is kept without loss. */
async function extractPixels(pdf: OpenPdf, { object, width, height }: PageImage): Promise<Picture | null> {
  const { pdfium } = pdf;
  const lossy = pdf.filters(object).some((filter) => /^(DCTDecode|JPXDecode)$/.test(filter));
  if (lossy || width * height > MAX_PIXELS) return null;
  const bitmap = pdfium._FPDFImageObj_GetBitmap(object);
  if (bitmap === 0) return null;
  const format = pdfium._FPDFBitmap_GetFormat(bitmap);
  const pixels = [GRAY, BGR, BGRX].includes(format)
    ? pixelsIn(pdf, bitmap, format === GRAY ? 1 : format === BGR ? 3 : 4)
    : null;
  if (pixels !== null && format !== GRAY) {
    swapColours(pixels.data, pixels.channels);
  }
  pdfium._FPDFBitmap_Destroy(bitmap);
  if (pixels === null) return null;
  const { data, ...raw } = pixels;
  return {
    format: 'png',
    bytes: await (await painter())(data, { raw }).removeAlpha().png({ compressionLevel: 6 }).toBuffer(),
  };
}

/** Most PDFs are JPEGs and need nothing that writes pictures. */
async function painter(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

async function drawn(pdf: OpenPdf, page: number, image: PageImage | null): Promise<Picture & { isBlank: boolean }> {
  const { pdfium, scratch } = pdf;
  const known = pdfium._FPDF_GetPageBoundingBox(page, scratch) !== 0;
  const [left = 0, top = 0, right = 0, bottom = 0] = known ? pdf.floats(4) : [0, 792, 612, 0];
  const turned = pdfium._FPDFPage_GetRotation(page) % 2 === 1;
  const [across, down] = [Math.max(1, Math.abs(right - left)), Math.max(1, Math.abs(top - bottom))];
  const [points, high] = turned ? [down, across] : [across, down];
  const wanted = image === null ? SCALE : image.width / points;
  const scale = Math.min(wanted, WIDEST / points, HIGHEST / high, Math.sqrt(MAX_PIXELS / points / high));
  const [width, height] = [Math.max(1, Math.round(points * scale)), Math.max(1, Math.round(high * scale))];
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  if (bitmap === 0) throw problem('archive-memory');
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, REVERSE_BYTE_ORDER);
  const { data, ...raw } = pixelsIn(pdf, bitmap, 4);
  pdfium._FPDFBitmap_Destroy(bitmap);
  const isBlank = data.subarray(4).equals(data.subarray(0, -4));
  return {
    isBlank,
    format: 'jpg',
    bytes: await (
      await painter()
    )(data, { raw })
      .removeAlpha()
      .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
      .toBuffer(),
  };
}

/** The pixels of a bitmap without the padding of its lines. */
function pixelsIn(
  { pdfium }: OpenPdf,
  bitmap: number,
  channels: 1 | 3 | 4,
): { data: Buffer; width: number; height: number; channels: 1 | 3 | 4 } {
  const [width, height, stride] = [
    pdfium._FPDFBitmap_GetWidth(bitmap),
    pdfium._FPDFBitmap_GetHeight(bitmap),
    pdfium._FPDFBitmap_GetStride(bitmap),
  ];
  const start = pdfium._FPDFBitmap_GetBuffer(bitmap);
  const data = Buffer.alloc(width * height * channels);
  for (let row = 0; row < height; row += 1) {
    data.set(
      pdfium.HEAPU8.subarray(start + row * stride, start + row * stride + width * channels),
      row * width * channels,
    );
  }
  return { data, width, height, channels };
}

function swapColours(pixels: Buffer, channels: number): void {
  for (let at = 0; at < pixels.length; at += channels) {
    const blue = pixels[at] as number;
    pixels[at] = pixels[at + 2] as number;
    pixels[at + 2] = blue;
  }
}
