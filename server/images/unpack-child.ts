import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { isProblem } from '#contract/problems.ts';
import { MiB } from './mebibyte.ts';
import { ARCHIVE_FD, OUTPUT_FD, type UnpackAnswer, type UnpackQuestion } from './unpack-question.ts';
import { createUnpacking } from './unpacking.ts';

async function unpack({ format, bytes, limits }: UnpackQuestion): Promise<UnpackAnswer> {
  if (format === 'pdf') {
    const { readPdf } = await import('./unpack-pdf.ts');
    const unpacking = createUnpacking(OUTPUT_FD, bytes, { ...limits, entries: limits.pdfPages, ratio: Infinity });
    const book = await readPdf(ARCHIVE_FD, bytes, unpacking, limits);
    return { ok: true, files: unpacking.files, book };
  }
  const unpacking = createUnpacking(OUTPUT_FD, bytes, limits);
  if (format === 'tar') {
    const { unpackTar } = await import('./unpack-tar.ts');
    await unpackTar(ARCHIVE_FD, bytes, unpacking);
  } else {
    const { unpackWithLibarchive } = await import('./unpack-libarchive.ts');
    await unpackWithLibarchive(ARCHIVE_FD, bytes, unpacking);
  }
  return { ok: true, files: unpacking.files, book: null };
}

async function answer(question: UnpackQuestion): Promise<UnpackAnswer> {
  try {
    return await unpack(question);
  } catch (error) {
    if (!isProblem(error)) { return { ok: false, code: 'archive-unreadable', params: {} }; }
    const { code, params } = error;
    return { ok: false, code, params: code === 'archive-memory' ? { limit: question.limits.childBytes / MiB } : params };
  }
}

// Reading never rests, so another thread sees that the memory is used up, the time over or the parent gone.
async function watched({ childBytes, milliseconds }: UnpackQuestion['limits']): Promise<void> {
  const lines = `
    const end = () => process.kill(process.pid, 'SIGKILL');
    const look = () => { if (process.memoryUsage.rss() > ${childBytes} || process.ppid !== ${process.ppid}) { end(); } };
    look();
    setTimeout(end, ${milliseconds});
    setInterval(look, 50);
    require('node:worker_threads').parentPort.postMessage('looking');`;
  const watch = new Worker(lines, { eval: true });
  watch.unref();
  await once(watch, 'message');
}

process.on('message', (question: UnpackQuestion) => {
  void watched(question.limits).then(() => answer(question)).then((answered) => process.send?.(answered));
});
process.on('SIGINT', () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
