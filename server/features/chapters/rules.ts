import { asciiDigits } from '#server/search/normalise.ts';
import { toSlug } from '#server/search/slug.ts';

/** The place of a chapter among the others, from its printed number (`10.5`, `Ch. 3`, `٣`); null where it has none. */
export function chapterPosition(number: string | null): number | null {
  const digits = asciiDigits((number ?? '').normalize('NFKC'));
  const match = /\d{1,9}(?:[.,]\d{1,6})?/.exec(digits);
  return match ? Number(match[0].replace(',', '.')) : null;
}

/** The slug of a chapter: `chapter-10-5`, or its name where it has no number, or its place in the comic. */
export function chapterSlug(number: string | null, name: string, place: number): string {
  if (number !== null && number.trim() !== '') {
    const slug = toSlug(number, 'chapter');
    return /^\d/.test(slug) ? `chapter-${slug}` : slug;
  }
  return name.trim() === '' ? `chapter-${place}` : toSlug(name, 'chapter');
}
