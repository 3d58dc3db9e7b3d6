import { rawZip, type RawEntry } from './raw-zip.ts';

const file = (name: string, text: string | Buffer): RawEntry => ({ name, data: Buffer.from(text as string) });
const CONTAINER = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>';

/** A page of a book: one picture, and whatever stands beside it. */
export const epubPage = (picture: string, beside = ''): string =>
  `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body><img src="${picture}"/>${beside}</body></html>`;

/** Promises an EPUB of these documents in this order, and of these further files; every part can be another than an honest one. */
export function buildEpub(
  documents: string[],
  {
    container = CONTAINER,
    metadata = '<meta property="rendition:layout">pre-paginated</meta>',
    before = '',
    spine = '',
    files = [] as RawEntry[],
  } = {},
): Buffer {
  const items = documents
    .map((_, at) => `<item id="d${at}" href="d${at}.xhtml" media-type="application/xhtml+xml"/>`)
    .join('');
  const references = documents.map((_, at) => `<itemref idref="d${at}"/>`).join('');
  const opf = `<?xml version="1.0"?>${before}<package><metadata>${metadata}</metadata><manifest>${items}</manifest><spine page-progression-direction="rtl">${references}${spine}</spine></package>`;
  return rawZip([
    file('mimetype', 'application/epub+zip'),
    file('META-INF/container.xml', container),
    file('OPS/book.opf', opf),
    ...documents.map((text, at) => file(`OPS/d${at}.xhtml`, text)),
    ...files,
  ]);
}

/** A picture of the book that {@link epubPage} may name. */
export const picture = (name: string): RawEntry => file(`OPS/${name}`, 'page');
export const entry = file;
