/** The filters of a kind: all, those no published comic has, those that are forbidden. */
export const TERM_FILTERS = ['all', 'unused', 'forbidden'] as const;

export const TERM_SORTS = ['comics_count', 'name', 'updated_at'] as const;
export type TermSort = (typeof TERM_SORTS)[number];

/** Most letters of a name, and most further names of a term. */
export const MAX_NAME_LENGTH = 200;
export const MAX_ALIASES = 100;
/** Most bytes of a term's picture: 10 MiB. */
export const TERM_PICTURE_BYTES = 10 * 1024 * 1024;
