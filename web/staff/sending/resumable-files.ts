/** The record this browser has of a file whose upload it began: enough to know it again, and to open it where the browser can. */
export interface StartedFile {
  /** When the file was last changed, in ms. */
  modified: number;
  /** SHA-256 of its first bytes, as hex. */
  head: string;
  handle?: FileSystemFileHandle;
}

const STORE = 'files';
/** Bytes of a file's beginning that tell it from another of the same name and size. */
const HEAD = 65_536;

/** Remembers a file of an upload. Where the browser keeps nothing, the file is asked for by its name and size alone. */
export async function saveResumable(file: number, given: File, handle?: FileSystemFileHandle): Promise<void> {
  const begun: StartedFile = {
    modified: given.lastModified,
    head: await hashHead(given),
    ...(handle ? { handle } : {}),
  };
  await use('readwrite', (store) => store.put(begun, file)).catch(() => undefined);
}

/** The record of a file; null for one that this browser knows nothing of. */
export async function findStartedFile(file: number): Promise<StartedFile | null> {
  return (
    (await use<StartedFile | undefined>(
      'readonly',
      (store) => store.get(file) as IDBRequest<StartedFile | undefined>,
    ).catch(() => undefined)) ?? null
  );
}

/** Forgets files: they have arrived, or are not wanted any more. */
export async function forgetFiles(files: readonly number[]): Promise<void> {
  for (const file of files) {
    await use('readwrite', (store) => store.delete(file)).catch(() => undefined);
  }
}

/** Whether a file is the one that was begun: nobody changed it since, or it begins with the same bytes. */
export async function isSame(given: File, begun: StartedFile | null): Promise<boolean> {
  return begun === null || given.lastModified === begun.modified || (await hashHead(given)) === begun.head;
}

async function hashHead(file: File): Promise<string> {
  const bytes = await file.slice(0, HEAD).arrayBuffer();
  // Where the site is no secure context there is no digest; the name, the size and the date must do.
  const hash = await globalThis.crypto.subtle?.digest('SHA-256', bytes);
  return hash === undefined ? '' : [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function use<Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('uploads', 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(STORE);
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const pending = work(db.transaction(STORE, mode).objectStore(STORE));
      pending.onsuccess = () => {
        resolve(pending.result);
        db.close();
      };
      pending.onerror = () => {
        reject(pending.error);
        db.close();
      };
    };
  });
}
