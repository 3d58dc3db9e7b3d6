/** The named characters of HTML that texts of blogs have, beside those of numbers. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: '’',
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  ndash: '–',
  mdash: '—',
};

/** The words of a text of HTML, without its elements and needless line ends. */
export function htmlText(html: string): string {
  return html
    .replace(/<(br|\/p|\/div)[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, decoded)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function decoded(whole: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole;
  const number = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (number === 39) return '’';
  return number > 31 && number <= 0x10_ff_ff && (number < 0xd800 || number > 0xdfff)
    ? String.fromCodePoint(number)
    : '';
}
