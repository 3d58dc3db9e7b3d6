import { readSync } from 'node:fs';

/** The bytes of the file open as `fd` from `start` to `end`; fewer where it ends before. */
export function readBytes(fd: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  let done = 0;
  for (let read = 1; done < bytes.length && read > 0; done += read) {
    read = readSync(fd, bytes, done, bytes.length - done, start + done);
  }
  return bytes.subarray(0, done);
}
