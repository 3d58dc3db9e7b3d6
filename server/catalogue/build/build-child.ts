// A process that makes a catalogue, or sorts the counters of one: requests never wait for it, and its memory goes with it.
import { answerQuestions } from '#server/child-processes/answer-questions.ts';
import { ComicIds, type ComicIdsData } from '#server/catalogue/index/comic-ids.ts';
import { writeDraft, type Parts } from '#server/catalogue/saving/index-file.ts';
import { CatalogueBuilder } from './catalogue-builder.ts';
import type { BuildPart } from './reading.ts';

/**
 * A part of what is needed; or to read all parts from PostgreSQL; or that all is there, and the catalogue is to be made, or the
 * counters of the one of `ids`; or the file that what was made is to be written to, with `head`.
 */
export type BuildQuestion =
  | BuildPart
  | { read: 'catalogue' | 'counters'; url: string }
  | { finish: 'catalogue' }
  | { finish: 'counters'; ids: ComicIdsData }
  | { write: string; head: object };

/** That it is done, or why not. */
export type BuildAnswer = { done: true } | { failed: string };

const builder = new CatalogueBuilder();
let made: Parts<object> = {};

answerQuestions(async (question: BuildQuestion): Promise<BuildAnswer> => {
  try {
    await answer(question);
    return { done: true };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
});

async function answer(question: BuildQuestion): Promise<void> {
  if ('finish' in question) {
    made = question.finish === 'catalogue' ? builder.parts() : builder.finishCounters(new ComicIds(question.ids).all());
  } else if ('write' in question) {
    await writeDraft(question.write, question.head, made);
  } else if ('read' in question) {
    await sendCatalogue(question.read, question.url);
  } else {
    builder.add(question);
  }
}

async function sendCatalogue(what: 'catalogue' | 'counters', url: string): Promise<void> {
  // The embedded database needs none of this.
  const { openPostgres } = await import('#server/db/connection/postgres.ts');
  const { readAllCounters, readCatalogue } = await import('./reading.ts');
  const { db, close } = openPostgres({ url, replicaUrls: [], max: 1, name: 'komawari-index' });
  try {
    await (what === 'catalogue' ? readCatalogue : readAllCounters)(db, new AbortController().signal, (part) =>
      builder.add(part),
    );
  } finally {
    await close();
  }
}
