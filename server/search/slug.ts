/** Most letters of a slug. */
const MOST_LETTERS = 80;

/**
 * A name as it stands in an address: letters and digits of any script in lower case, everything else one dash.
 *
 * Never empty and never all digits: a name of digits or symbols alone gets `word` before it (`tag-1984`, `tag-u2605`).
 * At most 80 letters.
 */
export function slugOf(name: string, word: string): string {
  const letters = Array.from(
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/(\p{L})['\u2019\u02bc](?=\p{L})/gu, '$1')
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      .replace(/^[-\p{M}]+/u, ''),
  );
  const slug = letters.slice(0, MOST_LETTERS).join('').replace(/^-+|-+$/g, '');
  if (slug === '') { return `${word}-${codePoints(name)}`; }
  return /^[0-9]+$/.test(slug) ? `${word}-${slug}` : slug;
}

/** A slug with a number after it, for the second and later things of the same name. */
export function numberedSlug(slug: string, number: number): string {
  return number < 2 ? slug : `${slug}-${number}`;
}

function codePoints(name: string): string {
  const symbols = Array.from(name.trim().toWellFormed()).slice(0, 8);
  return symbols.map((symbol) => `u${(symbol.codePointAt(0) ?? 0).toString(16)}`).join('-') || 'u0';
}
