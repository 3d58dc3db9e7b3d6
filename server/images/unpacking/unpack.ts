import { isProblem } from '#contract/problems.ts';
import { MiB } from '#server/images/byte-units.ts';
import { accountFor } from './unpack-account.ts';
import type { UnpackAnswer, UnpackRequest } from './unpack-protocol.ts';
import { createUnpacking } from './unpacking.ts';

/** Promises what the archive open as `archive` holds, unpacked into the file open as `output`, or why it is refused. */
export async function unpack(question: UnpackRequest, archive: number, output: number): Promise<UnpackAnswer> {
  try {
    return await unpackAll(question, archive, output);
  } catch (error) {
    if (!isProblem(error)) return { ok: false, code: 'archive-unreadable', params: {} };
    const { code, params } = error;
    const limit = question.limits.childBytes / MiB;
    return { ok: false, code, params: code === 'archive-memory' ? { limit } : params };
  }
}

async function unpackAll(question: UnpackRequest, archive: number, output: number): Promise<UnpackAnswer> {
  const { format, bytes, limits, expected } = question;
  if (format === 'pdf') {
    const { readPdf } = await import('./unpack-pdf.ts');
    const unpacking = createUnpacking(output, bytes, { ...limits, entries: limits.pdfPages, ratio: Infinity });
    const book = await readPdf(archive, bytes, unpacking, limits);
    return { ok: true, files: unpacking.files, book };
  }
  const unpacking = createUnpacking(output, bytes, limits);
  if (format === 'tar') {
    const { unpackTar } = await import('./unpack-tar.ts');
    await unpackTar(archive, bytes, unpacking);
    return { ok: true, files: unpacking.files, book: null };
  }
  const { unpackWithLibarchive } = await import('./unpack-libarchive.ts');
  const listed = await unpackWithLibarchive(archive, { format, bytes, expected }, unpacking);
  return { ok: true, files: accountFor(listed, unpacking.files, limits), book: null };
}
