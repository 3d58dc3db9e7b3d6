/** Texts of errors quote what they were given: everything that looks like somebody's, or like a key, is taken out, in this order. */
const PRIVATE: readonly (readonly [RegExp, string])[] = [
  // Names and passwords in addresses, and all of their queries.
  [/\/\/[^\s/@]*@/g, '//…@'],
  [/\?[^\s"'<>)]*/g, '?…'],
  [/\b(?:bearer|basic)\s+\S+/gi, '[authorization]'],
  [
    /\b(cookie|set-cookie|authorization|password|passwd|secret|token|api[-_ ]?key)(["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^\s,;}]+)/gi,
    '$1$2[removed]',
  ],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[mail]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '[address]'],
  [
    /(?<![\w:])(?:(?:[\da-f]{1,4}:){3,7}[\da-f]{1,4}|(?:(?:[\da-f]{1,4}:){1,6}|:):(?:[\da-f]{1,4}:?){1,7})(?![\w:])/gi,
    '[address]',
  ],
  [/\bkmw_[\w-]+/g, '[key]'],
  // Longer than words are, with digits: hashes, tokens, keys.
  [/(?<![\w/-])(?=[\w-]{0,99}\d)[\w-]{24,}(?![\w/-])/g, '[key]'],
];

const MAX_TEXT = 2000;

/** A text without network and mail addresses, tokens, cookies, passwords and queries; at most 2,000 characters. */
export function scrubText(text: string): string {
  return PRIVATE.reduce(
    (left, [pattern, instead]) => left.replace(pattern, instead),
    text.slice(0, MAX_TEXT * 2),
  ).slice(0, MAX_TEXT);
}
