// A process that reads one file and ends: what is made to take for ever, or all memory, takes nothing from the server.
import { isProblem, type ProblemCode } from '#contract/problems.ts';
import { answerQuestions } from '#server/child-processes/answer-questions.ts';
import type { ForeignLibrary } from './foreign-library.ts';
import { readFile } from './read-file.ts';

/** The request to the child; its response is the content of the file, or why it cannot be read. */
export interface ReadQuestion {
  bytes: Buffer;
  now: Date;
}
export type ReadAnswer = { library: ForeignLibrary } | { problem: ProblemCode };

answerQuestions(({ bytes, now }: ReadQuestion): ReadAnswer => {
  try {
    return { library: readFile(bytes, now) };
  } catch (error) {
    if (isProblem(error)) return { problem: error.code };
    throw error;
  }
});
