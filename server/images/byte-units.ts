/** Bytes in a mebibyte. */
export const MiB = 1024 ** 2;
