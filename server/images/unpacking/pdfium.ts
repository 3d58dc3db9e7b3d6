import { readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDFiumModule } from '@hyzyla/pdfium';
import { problem } from '#contract/problems.ts';

/** The part of PDFium's C interface that is used; every number is an address or a value, as its headers say. */
interface Pdfium {
  HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _free(address: number): void;
  _FPDF_InitLibraryWithConfig(config: object): void;
  _FPDF_LoadMemDocument(start: number, bytes: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, bytes: number): number;
  _FPDF_VIEWERREF_GetName(document: number, key: number, buffer: number, bytes: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageBoundingBox(page: number, rect: number): number;
  _FPDFPage_GetRotation(page: number): number;
  _FPDFPage_HasTransparency(page: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number;
  _FPDFTextObj_GetTextRenderMode(object: number): number;
  _FPDFImageObj_GetImageMetadata(object: number, page: number, metadata: number): number;
  _FPDFImageObj_GetImageFilterCount(object: number): number;
  _FPDFImageObj_GetImageFilter(object: number, index: number, buffer: number, bytes: number): number;
  _FPDFImageObj_GetImageDataRaw(object: number, buffer: number, bytes: number): number;
  _FPDFImageObj_GetImageDataDecoded(object: number, buffer: number, bytes: number): number;
  _FPDFImageObj_GetBitmap(object: number): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, start: number, stride: number): number;
  _FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, colour: number): void;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
  _FPDFBitmap_GetBuffer(bitmap: number): number;
  _FPDFBitmap_GetWidth(bitmap: number): number;
  _FPDFBitmap_GetHeight(bitmap: number): number;
  _FPDFBitmap_GetStride(bitmap: number): number;
  _FPDFBitmap_GetFormat(bitmap: number): number;
  _FPDFBitmap_Destroy(bitmap: number): void;
}

/** PDFium with a document open. */
export interface OpenPdf {
  pdfium: Pdfium;
  document: number;
  /** Memory for answers, of `SCRATCH` bytes. */
  scratch: number;
  /** Floats that were answered. */
  floats(count: number): number[];
  /** Whole numbers that were answered, of four bytes each. */
  words(count: number): number[];
  /** An entry of the document's information, such as `Title`; '' where there is none. */
  said(tag: string): string;
  /** A name among the viewer's preferences, such as `Direction`. */
  preferred(key: string): string;
  /** The names of the filters of an image object. */
  filters(object: number): string[];
  /** The bytes of a picture as they lie in the file, or without the filters that only pack them. */
  imageBytes(object: number, as: 'raw' | 'decoded'): Buffer;
  /** All of the file, until anything else is asked of PDFium. */
  file(): Buffer;
  /** The language that the document's catalogue names, where it can be found. */
  language(): string | null;
}

/** Bytes of the memory for answers: more than any name or title that is used. */
const SCRATCH = 8192;
const PASSWORD_ERROR = 4;

/**
 * Opens a PDF of `bytes` bytes, open as `fd`, in PDFium, which holds it in memory.
 *
 * @throws Problem `archive-memory`, `archive-encrypted`, `archive-unreadable`.
 */
export async function openPdf(fd: number, bytes: number): Promise<OpenPdf> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  const pdfium = (await PDFiumModule({
    wasmBinary: wasm.buffer as ArrayBuffer,
    locateFile: () => '',
  })) as unknown as Pdfium;
  pdfium._FPDF_InitLibraryWithConfig({});
  const [start, scratch] = [pdfium._malloc(bytes), pdfium._malloc(SCRATCH)];
  if (start === 0 || scratch === 0) throw problem('archive-memory');
  for (let done = 0, read = 1; done < bytes && read > 0; done += read) {
    read = readSync(fd, pdfium.HEAPU8, start + done, bytes - done, done);
  }
  const document = pdfium._FPDF_LoadMemDocument(start, bytes, 0);
  if (document === 0) {
    throw problem(pdfium._FPDF_GetLastError() === PASSWORD_ERROR ? 'archive-encrypted' : 'archive-unreadable');
  }
  const heap = (length: number): Buffer => Buffer.from(pdfium.HEAPU8.buffer, scratch, length);
  const named = (name: string, answer: (tag: number) => number): number => {
    const tag = pdfium._malloc(name.length + 1);
    pdfium.HEAPU8.set(Buffer.from(`${name}\0`, 'latin1'), tag);
    const length = answer(tag);
    pdfium._free(tag);
    return length > SCRATCH ? 0 : length;
  };
  return {
    pdfium,
    document,
    scratch,
    floats: (count) => Array.from({ length: count }, (_, at) => heap(count * 4).readFloatLE(at * 4)),
    words: (count) => Array.from({ length: count }, (_, at) => heap(count * 4).readUInt32LE(at * 4)),
    said: (tag) =>
      heap(
        Math.max(0, named(tag, (address) => pdfium._FPDF_GetMetaText(document, address, scratch, SCRATCH)) - 2),
      ).toString('utf16le'),
    preferred: (key) =>
      heap(
        Math.max(0, named(key, (address) => pdfium._FPDF_VIEWERREF_GetName(document, address, scratch, SCRATCH)) - 1),
      ).toString('latin1'),
    filters: (object) =>
      Array.from({ length: pdfium._FPDFImageObj_GetImageFilterCount(object) }, (_, at) =>
        heap(
          Math.max(0, Math.min(SCRATCH, pdfium._FPDFImageObj_GetImageFilter(object, at, scratch, SCRATCH)) - 1),
        ).toString('latin1'),
      ),
    imageBytes(object, as) {
      const read = as === 'raw' ? pdfium._FPDFImageObj_GetImageDataRaw : pdfium._FPDFImageObj_GetImageDataDecoded;
      const length = read(object, 0, 0);
      const place = pdfium._malloc(length);
      if (place === 0) throw problem('archive-memory');
      read(object, place, length);
      const copied = Buffer.from(pdfium.HEAPU8.slice(place, place + length));
      pdfium._free(place);
      return copied;
    },
    file: () => Buffer.from(pdfium.HEAPU8.buffer, start, bytes),
    language: () => {
      const file = Buffer.from(pdfium.HEAPU8.buffer, start, bytes);
      const at = file.indexOf('/Lang');
      return at < 0
        ? null
        : (/^\/Lang\s*\(([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)\)/.exec(file.toString('latin1', at, at + 60))?.[1] ??
            null);
    },
  };
}
