import { posix } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { problem } from '#contract/problems.ts';
import { bookFacts, type ArchiveEntry, type BookFacts, type Container } from './archive-entry.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { isJunk, pageCandidate } from './entry-names.ts';
import { xmlText } from './xml-text.ts';

const parser = new XMLParser({
  ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: '#text', alwaysCreateTextNode: true, removeNSPrefix: true,
  parseTagValue: false, parseAttributeValue: false, htmlEntities: false,
  // Whatever stands once or often, stands in a list.
  isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
});

/** An element: lists of the elements in it by name, its attributes by `@name`, its text as `#text`. */
interface Element { [name: string]: Element[] | string | undefined }

/** Ways of hiding fonts, which hide no pages. */
const FONTS_ONLY = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

/**
 * Promises the pages of an EPUB: the pictures of its spine in its order. Of a fixed layout every picture counts, of
 * other documents only one that stands alone, without words.
 *
 * @param zip its files, which stay open.
 * @throws Problem `archive-encrypted`; `archive-unreadable` for one without a package that can be read.
 */
export async function openEpub(zip: Container, limits: ArchiveLimits): Promise<Container> {
  const files = new Map(zip.files.map((file) => [file.path, file]));
  const until = performance.now() + limits.milliseconds;
  const xml = async (path: string, most = limits.metadataBytes): Promise<Element | null> => {
    if (performance.now() > until) { throw problem('archive-timeout', { seconds: Math.round(limits.milliseconds / 1000) }); }
    const file = files.get(path);
    return file === undefined || file.size > most ? null : parsed(await zip.read(file).catch(() => Buffer.alloc(0)));
  };
  if (isProtected(await xml('META-INF/encryption.xml'))) { throw problem('archive-encrypted'); }
  const container = await xml('META-INF/container.xml');
  const at = attribute(all(container, 'rootfile')[0], 'full-path');
  const book = (await xml(at))?.package as Element[] | undefined;
  if (book?.[0] === undefined) { throw problem('archive-unreadable'); }
  const metadata = all(book[0], 'metadata')[0] ?? {};
  const items = new Map(all(book[0], 'item').map((item) => [attribute(item, 'id'), item]));
  const fixed = property(metadata, 'rendition:layout') === 'pre-paginated' || named(metadata, 'fixed-layout') === 'true';
  const pages: ArchiveEntry[] = [];
  for (const reference of all(book[0], 'itemref')) {
    const item = items.get(attribute(reference, 'idref'));
    if (item === undefined) { continue; }
    const path = beside(at, attribute(item, 'href'));
    const properties = attribute(reference, 'properties');
    const isFixed = properties.includes('rendition:layout-pre-paginated') || (fixed && !properties.includes('rendition:layout-reflowable'));
    const pictures = pageCandidate(path) === null ? picturesOf(await xml(path, limits.textBytes), path, isFixed) : [path];
    pages.push(...pictures.flatMap((picture) => (pageCandidate(picture) === null ? [] : files.get(picture) ?? [])));
  }
  const spine = all(book[0], 'spine')[0];
  return {
    ...zip,
    container: 'epub',
    ordered: true,
    book: factsOf(metadata, attribute(spine, 'page-progression-direction')),
    files: [...pages.filter(({ path }) => !isJunk(path)).map((page) => ({ ...page })), ...zip.files.filter(({ path }) => /(^|\/)comicinfo\.xml$/i.test(path))],
  };
}

/** An XML file without entities or a document type of its own; null for any other. */
function parsed(bytes: Buffer): Element | null {
  try {
    const text = xmlText(bytes);
    const [, type = '', ...more] = text.split(/<!doctype/i);
    const own = /<!entity/i.test(text) || more.length > 0 || type.slice(0, type.indexOf('>')).includes('[');
    return own ? null : parser.parse(text) as Element;
  } catch {
    return null;
  }
}

function isProtected(encryption: Element | null): boolean {
  return all(encryption, 'EncryptionMethod').some((method) => !FONTS_ONLY.includes(attribute(method, 'Algorithm')));
}

/** The pictures of a document, as paths. */
function picturesOf(document: Element | null, path: string, fixed: boolean): string[] {
  const body = all(document, 'body')[0];
  if (body === undefined) { return all(document, 'svg').length > 0 ? hrefs(document, path).slice(0, 1) : []; }
  const pictures = hrefs(body, path);
  return fixed || (pictures.length === 1 && !hasWords(body)) ? pictures : [];
}

function hrefs(within: Element | null, path: string): string[] {
  const found = [...all(within, 'img').map((element) => attribute(element, 'src')), ...all(within, 'image').map((element) => attribute(element, 'href'))];
  return [...new Set(found.filter((href) => href !== '').map((href) => beside(path, href)))];
}

function hasWords(element: Element): boolean {
  return everyElement(element).some((each) => typeof each['#text'] === 'string' && each['#text'].trim() !== '');
}

/** The path that `href` means in the file at `path`; what leaves the archive is the path of nothing. */
function beside(path: string, href: string): string {
  const [file = ''] = href.split(/[?#]/);
  let decoded = file;
  try {
    decoded = decodeURIComponent(file);
  } catch { /* A stray percent sign stands for itself. */ }
  return posix.join(posix.dirname(path), decoded);
}

/** All elements of a name at any depth, in the order of each level. */
function all(within: Element | null | undefined, name: string): Element[] {
  return everyElement(within).flatMap((element) => (Array.isArray(element[name]) ? element[name] : []));
}

function everyElement(within: Element | null | undefined): Element[] {
  const found: Element[] = within ? [within] : [];
  for (const element of found) {
    for (const value of Object.values(element)) {
      // One at a time: as arguments, very many would not fit.
      if (Array.isArray(value)) { for (const child of value) { found.push(child); } }
    }
  }
  return found;
}

function attribute(element: Element | undefined, name: string): string {
  const value = element?.[`@${name}`];
  return typeof value === 'string' ? value : '';
}

const textOf = (element: Element | undefined): string => (typeof element?.['#text'] === 'string' ? element['#text'].trim() : '');
const texts = (metadata: Element, name: string): string[] => all(metadata, name).map(textOf).filter((text) => text !== '');
/** `<meta property="…">` of EPUB 3. */
const property = (metadata: Element, name: string): string => textOf(all(metadata, 'meta').find((meta) => attribute(meta, 'property') === name));
/** `<meta name="…" content="…">` of EPUB 2. */
const named = (metadata: Element, name: string): string => attribute(all(metadata, 'meta').find((meta) => attribute(meta, 'name') === name), 'content');

function factsOf(metadata: Element, direction: string): BookFacts {
  return bookFacts({
    title: texts(metadata, 'title')[0] ?? null,
    authors: texts(metadata, 'creator'),
    language: texts(metadata, 'language')[0] ?? null,
    description: texts(metadata, 'description')[0] ?? null,
    publisher: texts(metadata, 'publisher')[0] ?? null,
    date: texts(metadata, 'date')[0] ?? null,
    series: property(metadata, 'belongs-to-collection') || named(metadata, 'calibre:series') || null,
    number: property(metadata, 'group-position') || named(metadata, 'calibre:series_index') || null,
    direction: direction === 'rtl' || direction === 'ltr' ? direction : null,
  });
}
