import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { answerQuestions } from '#server/child-processes/answer-questions.ts';
import { ARCHIVE_FD, OUTPUT_FD, type UnpackRequest } from './unpack-protocol.ts';
import { unpack } from './unpack.ts';

// Reading never rests, so another thread sees that the memory is used up, the time over or the parent gone.
async function watched({ childBytes, milliseconds }: UnpackRequest['limits']): Promise<void> {
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

answerQuestions(async (question: UnpackRequest) => {
  await watched(question.limits);
  return unpack(question, ARCHIVE_FD, OUTPUT_FD);
});
