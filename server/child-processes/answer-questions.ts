import { flushCompileCache } from 'node:module';
import { createAssembler, sendInParts } from './message-parts.ts';

/** The message of a process that it can be asked now: all that it needs is loaded. */
export const READY = { isReady: true } as const;

/** Answers whatever the process is asked that started this one, and ends with it. An answer that rejects ends this process. */
export function answerQuestions<Question extends object>(
  answer: (question: Question) => object | Promise<object>,
): void {
  const assembled = createAssembler();
  process.on('message', (message: object) => {
    const question = assembled(message) as Question | null;
    if (question !== null) {
      void respond(question, answer);
    }
  });
  // Ctrl-C reaches every process of a terminal: the question under way is answered, and the parent decides what comes after.
  process.on('SIGINT', () => {});
  // The parent is gone. An exit would wait for work under way.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // The code Node compiled is stored now, where it is stored: this process is always killed, and an end is when Node would keep it.
  flushCompileCache();
  process.send?.(READY);
}

async function respond<Question extends object>(
  question: Question,
  answer: (question: Question) => object | Promise<object>,
): Promise<void> {
  await sendInParts(await answer(question), (part, done) => {
    process.send?.(part, undefined, {}, () => done());
  });
}
