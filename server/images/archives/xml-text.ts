/**
 * The text of an XML or plain file: UTF-16 or UTF-8 by its byte order mark, by how its first characters lie, or by its
 * declaration (any encoding the platform knows); without any of these, UTF-8.
 *
 * @throws RangeError for an encoding nobody knows, TypeError for bytes that are not in the encoding.
 */
export function xmlText(bytes: Uint8Array): string {
  return new TextDecoder(detectEncoding(bytes), { fatal: true }).decode(bytes);
}

function detectEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/
    .exec(head)?.[1]
    ?.toLowerCase();
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  return declared === undefined || declared.startsWith('utf-16') ? 'utf-8' : declared;
}

/** Whether an XML file has entities or a document type of its own, which nothing that is read here needs. */
export function hasOwnTypes(text: string): boolean {
  const [, type = '', ...more] = text.split(/<!doctype/i);
  return /<!entity/i.test(text) || more.length > 0 || type.slice(0, type.indexOf('>')).includes('[');
}
