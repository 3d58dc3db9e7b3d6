import { toSlug } from '#server/search/slug.ts';

/** The slug of a chapter: `chapter-10-5`, or its name where it has no number, or its place in the comic. */
export function chapterSlug(number: string | null, name: string, place: number): string {
  if (number !== null && number.trim() !== '') {
    const slug = toSlug(number, 'chapter');
    return /^\d/.test(slug) ? `chapter-${slug}` : slug;
  }
  return name.trim() === '' ? `chapter-${place}` : toSlug(name, 'chapter');
}
