/** Where backups lie: objects by names such as `blobs/ab/abcd…`. Every method throws `backup-place-unavailable` or `storage-full`. */
export interface Place {
  /** Keeps an object whole, or not at all; over one of the same name. It outlives a crash once `settle` is done. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of an object; null for one that is not there. */
  get(name: string): Promise<Buffer | null>;
  /** Objects whose names begin with `folder/`, with their sizes. */
  list(folder: string): AsyncIterable<{ name: string; size: number }>;
  remove(name: string): Promise<void>;
  /** Promises that all that was put outlives a crash. */
  settle(): Promise<void>;
  /** The same, once nothing more is put: a new file stands under its name only now. */
  finish(): Promise<void>;
  close(): Promise<void>;
}
