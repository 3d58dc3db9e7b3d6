/** Kinds of terms that ComicInfo has no element for: they are tags with the kind before them, as libraries of tags write them. */
export const SPACED_KINDS = ['parody', 'relationship', 'category', 'genre', 'platform'] as const;
/** The beginning of the line of the notes that has who did what, of which ComicInfo has elements for some alone, and none for pages. */
export const CREDITS = 'Credits: ';
/** The beginning of the line of the notes that has the alternative title, which has no element of its own in the schema. */
export const ALTERNATIVE_TITLE = 'Alternative title: ';
