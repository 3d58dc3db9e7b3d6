import type { UploadFile } from '#contract/uploads.ts';
import type { Transfer } from './transfers.ts';

/** The files of an upload in numbers. */
export interface Sum {
  files: number;
  bytes: number;
  received: number;
  /** Files on their way, wholly arrived, being read, read, refused. */
  moving: number;
  arrived: number;
  reading: number;
  ready: number;
  refused: number;
  pages: number;
  pagesDone: number;
}

/** Adds up files with what this page knows of those it sends, which is newer. */
export function uploadProgress(files: readonly UploadFile[], transfers: ReadonlyMap<number, Transfer>): Sum {
  const sum: Sum = {
    files: files.length,
    bytes: 0,
    received: 0,
    moving: 0,
    arrived: 0,
    reading: 0,
    ready: 0,
    refused: 0,
    pages: 0,
    pagesDone: 0,
  };
  for (const file of files) {
    const { state, bytes, pages, pages_done: pagesDone } = file;
    const sending = transfers.get(file.id);
    sum.bytes += bytes;
    sum.received += receivedBytes(file, sending);
    sum.moving +=
      state === 'receiving' &&
      (sending?.state === 'sending' || sending?.state === 'queued' || sending?.state === 'lost')
        ? 1
        : 0;
    sum.arrived += state === 'receiving' ? 0 : 1;
    sum.reading += state === 'waiting' || state === 'reading' ? 1 : 0;
    sum.ready += state === 'ready' ? 1 : 0;
    sum.refused += state === 'refused' ? 1 : 0;
    sum.pages += pages ?? 0;
    sum.pagesDone += pagesDone;
  }
  return sum;
}

/** How many bytes of a file have arrived, as far as anybody knows. */
export function receivedBytes({ state, bytes, received }: UploadFile, sending: Transfer | undefined): number {
  return state === 'receiving' ? Math.min(bytes, Math.max(received, sending?.sent ?? 0)) : bytes;
}
