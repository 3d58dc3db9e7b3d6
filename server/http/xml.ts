/** A piece of an XML document, written out: everything in it that came from elsewhere is escaped. */
export interface Markup {
  readonly markup: string;
}

type Attributes = Readonly<Record<string, string | number | null | undefined>>;
type Child = Markup | string | number | null | undefined;

/**
 * An element of XML. Texts are escaped, and what no XML 1.0 document may hold (control characters, halves of characters)
 * is left out of them; attributes that are null or undefined are left out.
 *
 * @param name of our own making: it is written as it is, as are the names of attributes.
 */
export function element(name: string, attributes: Attributes = {}, ...children: readonly Child[]): Markup {
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === null || value === undefined ? '' : ` ${key}="${escaped(value)}"`))
    .join('');
  const inside = children
    .map((child) => (typeof child === 'object' ? (child?.markup ?? '') : escaped(child ?? '')))
    .join('');
  return { markup: inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>` };
}

/** A document with this element as its root. */
export function xmlDocument(root: Markup): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.markup}\n`;
}

/** Text as XML and HTML may hold it, between tags and in attributes. */
export function escaped(value: string | number): string {
  const allowed = String(value)
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  return allowed.replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
