/** A file somebody gave the page: where it lay in the folder that was given, and how to open it again later, where the browser can. */
export interface PickedFile {
  file: File;
  /** `folder/chapter 1/01.png`; the name alone for a file that was given by itself. */
  path: string;
  handle?: FileSystemFileHandle;
}

/** The files of an `<input type="file">`, folders (`webkitdirectory`) too. */
export function filesFromInput(files: FileList | null): PickedFile[] {
  return [...(files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name })).filter(isWanted);
}

/** Every file that was dropped, those in folders under their path. To be called while the drop is handled: afterwards the browser has forgotten it. */
export async function filesFromDrop({ items }: DataTransfer): Promise<PickedFile[]> {
  const found = await Promise.all([...items].filter(({ kind }) => kind === 'file').map(filesFrom));
  return found.flat().filter(isWanted);
}

/** All three ways are begun before the first is waited for: a dropped item is only there until then. */
async function filesFrom(
  item: DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> },
): Promise<PickedFile[]> {
  const file = item.getAsFile();
  const entry = item.webkitGetAsEntry();
  const handle = (await item.getAsFileSystemHandle?.().catch(() => null)) ?? null;
  if (handle !== null) return walkHandle(handle, '');
  if (entry !== null && entry.isDirectory) return walkEntry(entry, '');
  return file === null ? [] : [{ file, path: file.name }];
}

async function walkHandle(handle: FileSystemHandle, above: string): Promise<PickedFile[]> {
  const path = above + handle.name;
  if (handle.kind === 'file') {
    return [{ file: await (handle as FileSystemFileHandle).getFile(), path, handle: handle as FileSystemFileHandle }];
  }
  const found: PickedFile[] = [];
  for await (const each of (handle as FileSystemDirectoryHandle).values()) {
    found.push(...(await walkHandle(each, `${path}/`)));
  }
  return found;
}

async function walkEntry(entry: FileSystemEntry, above: string): Promise<PickedFile[]> {
  const path = above + entry.name;
  if (entry.isFile) {
    return [
      {
        file: await new Promise<File>((resolve, reject) => {
          (entry as FileSystemFileEntry).file(resolve, reject);
        }),
        path,
      },
    ];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: PickedFile[] = [];
  for (;;) {
    // Browsers answer a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return found;
    for (const each of some) {
      found.push(...(await walkEntry(each, `${path}/`)));
    }
  }
}

/** Files that systems leave in folders are nothing anybody picks. */
function isWanted({ path }: PickedFile): boolean {
  return !/(?:^|\/)(?:__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)/i.test(path);
}
