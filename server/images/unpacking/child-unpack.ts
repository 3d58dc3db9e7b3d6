import { realpathSync } from 'node:fs';
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problem } from '#contract/problems.ts';
import { askOnce } from '#server/child-processes/child.ts';
import type { Container } from '#server/images/archives/archive-entry.ts';
import type { ArchiveLimits } from '#server/images/archives/archive-limits.ts';
import { MiB } from '#server/images/byte-units.ts';
import type { Unpack, UnpackAnswer, UnpackedFile, UnpackRequest } from './unpack-protocol.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The memory that the program, its libraries and the buffers of a child take beside the archive. */
const CHILD_BASE = 192 * MiB;

/** Where archives are unpacked: a folder that holds nothing else, and what does it. */
export interface UnpackingPlace {
  folder: string;
  unpack?: Unpack | undefined;
}

/**
 * Promises the files of an archive that a child process unpacks, and closes `file`. They lie in one file without a
 * name inside the folder: when it is closed, or this process ends in whatever way, nothing is left. The child may write
 * nothing else, sees neither environment nor network, and is killed past the time or memory of the limits.
 *
 * @throws Problem `archive-too-large`, `archive-too-many-entries`, `archive-suspicious`, `archive-encrypted`,
 * `archive-truncated`, `archive-unreadable`, `archive-damaged`, `archive-solid`, `archive-timeout` {seconds}, `archive-memory` {limit}, `storage-full`.
 */
export async function openUnpacked(
  file: FileHandle,
  { format, expected }: Pick<UnpackRequest, 'format' | 'expected'>,
  limits: ArchiveLimits,
  { folder, unpack = unpackInChild }: UnpackingPlace,
): Promise<Container> {
  const { size } = await file.stat();
  // Neither RAR nor 7z can be read but whole.
  const most = format === 'tar' ? limits.archiveBytes : Math.min(limits.archiveBytes, limits.childBytes - CHILD_BASE);
  if (size > most) throw problem('archive-too-large', { limit: Math.floor(most / MiB) });
  const output = await namelessFile(folder);
  try {
    const answer = await unpack({ format, bytes: size, limits, expected }, file.fd, output.fd);
    if (!answer.ok) throw problem(answer.code, answer.params);
    await file.close();
    return {
      container: format,
      files: answer.files,
      comment: '',
      ...(answer.book === null ? {} : { book: answer.book }),
      read: (entry) => readUnpacked(output, entry as UnpackedFile),
      close: () => output.close(),
    };
  } catch (error) {
    await output.close();
    throw error;
  }
}

async function readUnpacked(output: FileHandle, { at, size, damaged }: UnpackedFile): Promise<Buffer> {
  if (damaged) throw problem('page-undecodable');
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await output.read(bytes, 0, size, at);
  if (bytesRead !== size) throw problem('page-undecodable');
  return bytes;
}

/** A file that has no name as soon as it is open. */
async function namelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, crypto.randomUUID());
  const file = await open(path, 'wx+', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOSPC' || error.code === 'EDQUOT' ? problem('storage-full') : error;
  });
  // A file that still has a name belongs to a process that ended between these two lines; whoever has it open keeps it.
  for (const name of await readdir(folder)) {
    await rm(join(folder, name), { force: true });
  }
  return file;
}

async function unpackInChild(question: UnpackRequest, archive: number, output: number): Promise<UnpackAnswer> {
  const {
    limits: { childBytes, milliseconds },
  } = question;
  const outcome = await askOnce<UnpackRequest, UnpackAnswer>(
    {
      module: new URL('./unpack-child.ts', import.meta.url),
      env: { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' },
      // It watches its memory itself, however busy this process is.
      timeoutMs: milliseconds,
      execArgv: [
        '--permission',
        `--allow-fs-read=${root}`,
        `--allow-fs-read=${realpathSync(join(root, 'node_modules'))}`,
        '--allow-addons',
        '--allow-worker',
        `--max-old-space-size=${Math.ceil(childBytes / MiB / 2)}`,
        `--wasm-max-mem-pages=${Math.floor((childBytes - CHILD_BASE / 2) / 65_536)}`,
      ],
      cwd: root,
      descriptors: [archive, output],
    },
    question,
  );
  if ('answer' in outcome) return outcome.answer;
  return outcome.lost === 'timeout'
    ? { ok: false, code: 'archive-timeout', params: { seconds: Math.round(milliseconds / 1000) } }
    : { ok: false, code: 'archive-memory', params: { limit: childBytes / MiB } };
}
