/** A regular expression that is not proven linear, the most letters of text it ever sees, and why that is so. */
export interface BoundedPattern {
  file: string;
  source: string;
  letters: number;
  why: string;
}

/** A regular expression that is put together when the program runs: what it becomes, or one of its kind. */
export interface MadePattern {
  file: string;
  source: string;
  becomes: string;
  flags: string;
}

export const boundedPatterns: readonly BoundedPattern[] = [
  {
    file: 'server/features/blocklist/rules.ts',
    source: String.raw`(\p{L})\1{2,}`,
    letters: 10_000,
    why: 'one word of a title or a description; it goes past a run of a letter at once, and the proof knows no references back',
  },
];

export const madePatterns: readonly MadePattern[] = [
  {
    file: 'server/features/accounts/profile/names.ts',
    source: "new RegExp(`^[[[${letters}]&&[\\\\p{L}\\\\p{M}\\\\p{Nd}]]0-9_.\\\\-]+$`, 'v')",
    becomes: String.raw`^[\p{L}\p{M}\p{Nd}0-9_.\-]+$`,
    flags: 'u',
  },
  {
    // Words of a search, letters and digits alone, with one sign of each left open.
    file: 'server/features/comics/queries-corrections.ts',
    source: "new RegExp(`${form.before}[^ |]${form.after}`, 'u')",
    becomes: String.raw`ab[^ |]cd`,
    flags: 'u',
  },
  {
    file: 'server/search/normalise.ts',
    source: "new RegExp(Object.keys(LETTERS).join('|'), 'gu')",
    becomes: 'ß|æ|œ|ø|đ|ð',
    flags: 'gu',
  },
  {
    file: 'server/search/slug.ts',
    source: "new RegExp(`[${SIGN_LETTER}][${SIGN_LETTER}\\\\u200c\\\\u200d]*`, 'gu')",
    becomes: String.raw`[\p{L}\p{M}][\p{L}\p{M}\u200c\u200d]*`,
    flags: 'gu',
  },
  {
    file: 'server/images/unpacking/pdf-structure.ts',
    source: 'new RegExp(`/${key}\\\\s+(\\\\d{1,9})\\\\s+\\\\d{1,5}\\\\s+R`)',
    becomes: String.raw`\/Length\s+(\d{1,9})\s+\d{1,5}\s+R`,
    flags: '',
  },
];
