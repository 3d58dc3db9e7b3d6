/**
 * The kinds of entries an admin puts on the list: `prohibited` words and phrases that nothing may be called, beside those that come with
 * the product; pictures by their bytes (`sha256`, 64 hexadecimal digits) and by what they look like (`phash`, the same
 * of PDQ).
 */
export const BLOCK_KINDS = ['prohibited', 'sha256', 'phash'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];
