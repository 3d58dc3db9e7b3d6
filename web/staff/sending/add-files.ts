import type { NewUploadFile, Upload, UploadFile, UploadLimits } from '#contract/uploads.ts';
import { apiPost, apiSend } from '#web/platform/api/api.ts';
import { createStore } from '#web/platform/state/store.ts';
import type { PickedFile } from '#web/ui/media/picked-files.ts';
import { findStartedFile, forgetFiles, isSame, saveResumable } from './resumable-files.ts';
import { fileStatus } from './file-status.ts';
import { forget, send } from './transfers.ts';

/** A file the site did not take, and why; it stays listed until it is given again or dismissed. */
export interface RejectedFile {
  upload: number;
  given: PickedFile;
  message: string;
}

/** The files left out because they had arrived already, and those that began anew because it was changed since. */
export interface AddedFile {
  there: number;
  changed: string[];
}

/** Files whose entry is being made, so that the list grows in the order they were given. */
const ENTRIES_AT_ONCE = 3;
const MEBIBYTE = 1_048_576;

const untaken = createStore<readonly RejectedFile[]>([]);
/** The files the site did not take, of every upload. */
export const useUntaken = untaken.use;

/** Takes a file off that list. */
export function dismiss(one: RejectedFile): void {
  untaken.set(untaken.get().filter((each) => each !== one));
}

/** Gives files to an upload: those it knows go on where they stopped, the others are entered and sent. Answers what was left out. */
export async function addFiles(
  { id, files }: Pick<Upload, 'id' | 'files'>,
  given: readonly PickedFile[],
  { partMegabytes }: Pick<UploadLimits, 'partMegabytes'>,
): Promise<AddedFile> {
  const { again, fresh, there } = fileStatus(given, files);
  const part = partMegabytes * MEBIBYTE;
  const noted: AddedFile = { there: there.length, changed: [] };
  for (const one of again) {
    if (await isSame(one.given.file, await findStartedFile(one.file.id))) {
      start(id, one.file, one.given, part);
    } else {
      noted.changed.push(one.given.path);
      forget(one.file.id);
      await apiSend('DELETE', `/admin/uploads/${id}/files/${one.file.id}`).catch(() => undefined);
      fresh.push(one.given);
    }
  }
  const waiting = [...fresh];
  const next = async (): Promise<void> => {
    const one = waiting.shift();
    if (one === undefined) return;
    try {
      const body: NewUploadFile = { path: one.path, bytes: one.file.size };
      start(id, await apiPost<UploadFile>(`/admin/uploads/${id}/files`, { body }), one, part);
    } catch (error) {
      untaken.set([...untaken.get(), { upload: id, given: one, message: (error as Error).message }]);
    }
    return next();
  };
  await Promise.all(Array.from({ length: ENTRIES_AT_ONCE }, next));
  return noted;
}

/** Takes a file out of an upload, with what came of it. */
export async function takeOut(upload: number, file: number): Promise<void> {
  forget(file);
  await apiSend('DELETE', `/admin/uploads/${upload}/files/${file}`);
  await forgetFiles([file]);
}

/**
 * Goes on with files this browser can open by itself: those it was allowed to keep. With `ask` the member, who pressed a
 * button, is asked where the browser wants to be sure. Answers how many go on.
 */
export async function continueUpload(
  upload: number,
  files: readonly UploadFile[],
  { partMegabytes }: Pick<UploadLimits, 'partMegabytes'>,
  ask: boolean,
): Promise<number> {
  let count = 0;
  for (const file of files) {
    const begun = await findStartedFile(file.id);
    const handle = begun?.handle as (FileSystemFileHandle & Permitting) | undefined;
    if (!begun || !handle) continue;
    try {
      const allowed = await handle.queryPermission?.({ mode: 'read' });
      if (allowed !== 'granted' && !(ask && (await handle.requestPermission?.({ mode: 'read' })) === 'granted')) {
        continue;
      }
      const again = await handle.getFile();
      if (again.size !== file.bytes || !(await isSame(again, begun))) continue;
      start(upload, file, { file: again, path: file.path, handle }, partMegabytes * MEBIBYTE);
      count += 1;
    } catch {
      /* moved or deleted meanwhile: it is asked for like any other */
    }
  }
  return count;
}

/** Whether this browser kept any of the files, so that asking once may do. */
export async function areStored(files: readonly UploadFile[]): Promise<boolean> {
  for (const { id } of files) {
    if ((await findStartedFile(id))?.handle !== undefined) return true;
  }
  return false;
}

interface Permitting {
  queryPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>;
}

function start(upload: number, file: UploadFile, { file: bytes, handle }: PickedFile, part: number): void {
  void saveResumable(file.id, bytes, handle);
  send({ upload, file: file.id, url: file.upload_url, part }, bytes);
}
