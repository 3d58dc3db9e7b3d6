// A process that reads one file and ends: what is made to take for ever, or all memory, takes nothing from the server.
import { isProblem, type ProblemCode, type ProblemParams } from '#contract/problems.ts';
import { answerQuestions } from '#server/child-processes/answer-questions.ts';
import type { ForeignLibrary } from './foreign-library.ts';
import { readFile } from './read-file.ts';

/** The request to the child; its response is the content of the file, or why it cannot be read. */
export interface ReadQuestion {
  bytes: Buffer;
  now: Date;
}
export type ReadAnswer = WrittenLibrary | { problem: ProblemCode; params: ProblemParams };

/** A library as it is handed over: each entry a line of JSON, so that whoever takes it need not read all of them in one turn. */
export interface WrittenLibrary {
  source: ForeignLibrary['source'];
  entries: Uint8Array;
  categories: ForeignLibrary['categories'];
  account: ForeignLibrary['account'];
}

answerQuestions(({ bytes, now }: ReadQuestion): ReadAnswer => {
  try {
    const { entries, ...rest } = readFile(bytes, now);
    return { ...rest, entries: Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')) };
  } catch (error) {
    if (isProblem(error)) return { problem: error.code, params: error.params };
    throw error;
  }
});
