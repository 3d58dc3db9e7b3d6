import { XMLParser } from 'fast-xml-parser';
import { problem } from '#contract/problems.ts';
import { bookFacts, type ArchiveEntry, type BookFacts, type Container } from './archive-entry.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { entryPath, pageCandidate, shownName } from './entry-names.ts';
import { besidePath, documentContent, hasWords } from './epub-document.ts';
import { hasOwnTypes, xmlText } from './xml-text.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  alwaysCreateTextNode: true,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: false,
  // Whatever stands once or often, stands in a list.
  isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
});

/** An element: lists of the elements in it by name, its attributes by `@name`, its text as `#text`. */
interface Element {
  [name: string]: Element[] | string | undefined;
}

/** Ways of hiding fonts, which hide no pages. */
const FONTS_ONLY = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

/**
 * Promises the pages of an EPUB: the pictures of its spine in its order. Of a fixed layout every picture counts, of other documents those that stand
 * there without words. What the spine or a document names and the archive does not hold is missing, and so is a document that cannot be read.
 *
 * @param zip its files, which stay open.
 * @throws Problem `archive-encrypted`; `archive-unreadable` for one without a package that can be read.
 */
export async function openEpub(zip: Container, limits: ArchiveLimits): Promise<Container> {
  const files = new Map(zip.files.filter(({ missing }) => !missing).map((file) => [file.path, file]));
  const until = performance.now() + limits.milliseconds;
  const text = async (path: string): Promise<string> => {
    if (performance.now() > until) {
      throw problem('archive-timeout', { seconds: Math.round(limits.milliseconds / 1000) });
    }
    const file = files.get(path);
    try {
      return file === undefined || file.size > limits.metadataBytes ? '' : xmlText(await zip.read(file));
    } catch {
      return '';
    }
  };
  if (files.has('META-INF/encryption.xml') && isProtected(parsed(await text('META-INF/encryption.xml')))) {
    throw problem('archive-encrypted');
  }
  const at = attribute(all(parsed(await text('META-INF/container.xml')), 'rootfile')[0], 'full-path');
  const book = parsed(await text(at))?.package as Element[] | undefined;
  if (book?.[0] === undefined) throw problem('archive-unreadable');
  const metadata = all(book[0], 'metadata')[0] ?? {};
  const items = new Map(all(book[0], 'item').map((item) => [attribute(item, 'id'), item]));
  const fixed =
    property(metadata, 'rendition:layout') === 'pre-paginated' || named(metadata, 'fixed-layout') === 'true';
  const pages: ArchiveEntry[] = [];
  for (const reference of all(book[0], 'itemref')) {
    const item = items.get(attribute(reference, 'idref'));
    const path = item === undefined ? attribute(reference, 'idref') : besidePath(at, attribute(item, 'href'));
    const properties = attribute(reference, 'properties');
    const isFixed =
      properties.includes('rendition:layout-pre-paginated') ||
      (fixed && !properties.includes('rendition:layout-reflowable'));
    // A document that nobody can read is a page, as far as anyone can tell.
    const pictures =
      item === undefined
        ? null
        : pageCandidate(path) !== null
          ? [path]
          : listPictures(await text(path), path, { isFixed, most: limits.textBytes });
    for (const picture of pictures ?? []) {
      pages.push({ ...(files.get(picture) ?? lost(picture)) });
    }
    if (pictures === null) {
      pages.push(lost(path));
    }
    if (pages.length > limits.entries) throw problem('archive-too-many-entries', { limit: limits.entries });
  }
  const spine = all(book[0], 'spine')[0];
  return {
    ...zip,
    container: 'epub',
    pages,
    book: readFacts(metadata, attribute(spine, 'page-progression-direction')),
    files: zip.files.filter(({ path }) => /(^|\/)comicinfo\.xml$/i.test(path)),
  };
}

/** A page that is named and not there. */
function lost(path: string): ArchiveEntry {
  return { path: entryPath(path) ?? shownName(path), size: 0, missing: true };
}

/** An XML file without entities or a document type of its own; null for any other. */
function parsed(text: string): Element | null {
  try {
    return hasOwnTypes(text) ? null : (parser.parse(text) as Element);
  } catch {
    return null;
  }
}

function isProtected(encryption: Element | null): boolean {
  return all(encryption, 'EncryptionMethod').some((method) => !FONTS_ONLY.includes(attribute(method, 'Algorithm')));
}

/** The pictures of a document that are pages, as paths; null where nobody can tell. */
function listPictures(
  text: string,
  path: string,
  { isFixed, most }: { isFixed: boolean; most: number },
): string[] | null {
  if (!isFixed && text.length > most && hasWords(text)) return [];
  const content = text.length > most ? null : documentContent(text, path);
  if (content === null) return null;
  return isFixed || !content.hasWords ? content.pictures : [];
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
      if (Array.isArray(value)) {
        for (const child of value) {
          found.push(child);
        }
      }
    }
  }
  return found;
}

function attribute(element: Element | undefined, name: string): string {
  const value = element?.[`@${name}`];
  return typeof value === 'string' ? value : '';
}

const elementText = (element: Element | undefined): string =>
  typeof element?.['#text'] === 'string' ? element['#text'].trim() : '';
const texts = (metadata: Element, name: string): string[] =>
  all(metadata, name)
    .map(elementText)
    .filter((text) => text !== '');
/** `<meta property="…">` of EPUB 3. */
const property = (metadata: Element, name: string): string =>
  elementText(all(metadata, 'meta').find((meta) => attribute(meta, 'property') === name));
/** `<meta name="…" content="…">` of EPUB 2. */
const named = (metadata: Element, name: string): string =>
  attribute(
    all(metadata, 'meta').find((meta) => attribute(meta, 'name') === name),
    'content',
  );

function readFacts(metadata: Element, direction: string): BookFacts {
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
