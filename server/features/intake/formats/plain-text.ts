/** Characters that change what stands around them, or nothing a person can see: controls, bidi controls, a stray BOM. */
const HARMFUL =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

/**
 * A text of many lines as it may be kept and shown: markup stays text, control and bidi-control characters are gone,
 * lines end in \n, and at most `most` letters are left.
 */
export function plainText(text: string, most: number): string {
  const clean = text.toWellFormed().replace(/\r\n?/g, '\n').replace(HARMFUL, '').trim();
  return Array.from(clean.slice(0, most * 2))
    .slice(0, most)
    .join('')
    .trim();
}

/** A text of one line: as `plainText`, with every run of white space as one space. */
export function plainLine(text: string, most: number): string {
  return plainText(text.slice(0, most * 8).replace(/\s+/g, ' '), most);
}

/** Most letters of a title, of a name, and of a description that are kept: far more than any real one. */
export const TITLE_LETTERS = 300;
export const NAME_LETTERS = 200;
export const DESCRIPTION_LETTERS = 10_000;
/** Most letters of a page's transcript: a page crowded with text holds some 2,000. */
export const TRANSCRIPT_LETTERS = 4000;
