/** The value of a setting whose picture was uploaded: this and the key of its blob. */
const UPLOADED = 'blob:';

/** The value of the setting of a picture whose bytes are a blob. */
export function uploadedPicture(blob: string): string {
  return `${UPLOADED}${blob}`;
}

/** The key of the blob that holds the picture of a setting; null for one that was not uploaded: none, or a file. */
export function uploadedBlob(value: string): string | null {
  return value.startsWith(UPLOADED) ? value.slice(UPLOADED.length) : null;
}
