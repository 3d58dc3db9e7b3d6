/** A file to upload: an archive, a PDF, or a page; `name` may be a path. A `File` is one. */
export interface UploadedFile {
  name: string;
  data: Blob;
}

export interface UploadOptions {
  /** Whether readers see it now, or it is kept as a draft. */
  publish: 'now' | 'draft';
  /** That you may publish what you upload; the site keeps when you said so. */
  rights: true;
  /** Publishes works some of whose pages are damaged or missing, too. */
  incomplete?: boolean;
  /** Told of every part that arrived: bytes of all files that have, and that there are. */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
}
