import { posix } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { hasOwnTypes } from './xml-text.ts';

/**
 * An element with its children in their order: its name is the one key beside `:@`, its attributes, and `#text` is a
 * text.
 */
interface OrderedElement {
  [name: string]: OrderedElement[] | Record<string, string> | string | undefined;
  ':@'?: Record<string, string>;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: false,
});

/**
 * The content of a document of a book: the pictures in their order, as paths in the archive, and whether there are words.
 */
export interface DocumentContent {
  pictures: string[];
  hasWords: boolean;
}

/**
 * Promises what the document at `path` shows, null for one that cannot be read: with entities or types of its own, or
 * no XML.
 */
export function documentContent(text: string, path: string): DocumentContent | null {
  if (hasOwnTypes(text)) return null;
  let root: OrderedElement[];
  try {
    root = parser.parse(text) as OrderedElement[];
  } catch {
    return null;
  }
  const body = findBody(root);
  if (body === null) return null;
  const pictures = new Set<string>();
  let hasWords = false;
  for (const { name, element } of inOrder(body)) {
    const text = element['#text'];
    if (typeof text === 'string') {
      hasWords ||= text.trim() !== '';
    }
    const href = name === 'img' ? element[':@']?.src : name === 'image' ? element[':@']?.href : undefined;
    if (href) {
      pictures.add(besidePath(path, href));
    }
  }
  return { pictures: [...pictures], hasWords };
}

/** Whether anything but elements stands in the body of a document, of any length. */
export function hasWords(text: string): boolean {
  const body = text.indexOf('<body');
  for (let at = body; at >= 0 && at < text.length;) {
    const end = text.indexOf('>', at);
    const next = end < 0 ? -1 : text.indexOf('<', end);
    if (next < 0) return false;
    if (text.slice(end + 1, next).trim() !== '') return true;
    at = next;
  }
  return false;
}

/** The path that `href` means in the file at `path`; what leaves the archive is the path of nothing. */
export function besidePath(path: string, href: string): string {
  const [file = ''] = href.split(/[?#]/);
  let decoded = file;
  try {
    decoded = decodeURIComponent(file);
  } catch {
    /* A stray percent sign stands for itself. */
  }
  return posix.join(posix.dirname(path), decoded);
}

/** The content a reader sees: the body of a page, or a drawing that is a document of its own. */
function findBody(root: OrderedElement[]): OrderedElement[] | null {
  for (const { name, element } of inOrder(root)) {
    if (name === 'body') return element.body as OrderedElement[];
  }
  return root.some((element) => 'svg' in element) ? root : null;
}

function* inOrder(root: OrderedElement[]): Generator<{ name: string; element: OrderedElement }> {
  const waiting = root.toReversed();
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const name = Object.keys(element).find((key) => key !== ':@') ?? '';
    yield { name, element };
    const children = element[name];
    // One at a time: as arguments, very many would not fit.
    if (!Array.isArray(children)) continue;
    for (let at = children.length - 1; at >= 0; at -= 1) {
      waiting.push(children[at] as OrderedElement);
    }
  }
}
