import { asciiDigits } from '#server/search/normalise.ts';

/** The place of a chapter among the others, from its printed number (`10.5`, `Ch. 3`, `٣`); null where it has none. */
export function chapterPosition(number: string | null): number | null {
  const digits = asciiDigits((number ?? '').normalize('NFKC'));
  const match = /\d{1,9}(?:[.,]\d{1,6})?/.exec(digits);
  return match ? Number(match[0].replace(',', '.')) : null;
}
