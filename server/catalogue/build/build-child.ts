// A process that makes a catalogue, or sorts the counters of one: requests never wait for it, and its memory goes with it.
import { answerQuestions } from '#server/child-processes/answer-questions.ts';
import { ComicIds, type ComicIdsData } from '#server/catalogue/index/comic-ids.ts';
import { writeDraft } from '#server/catalogue/saving/index-file.ts';
import { CatalogueBuilder } from './catalogue-builder.ts';

/**
 * A part of what is needed; or that all is there, and the catalogue is to be made, or the counters of the one of `ids`; or the
 * file that what was made is to be written to, with `head`.
 */
export type BuildQuestion =
  | { rows: string }
  | { titleOrder: string }
  | { translations: string }
  | { terms: string }
  | { counters: string }
  | { uses: string }
  | { finish: 'catalogue' }
  | { finish: 'counters'; ids: ComicIdsData }
  | { write: string; head: object };

/** That it is done, or why not. */
export type BuildAnswer = { done: true } | { failed: string };

const builder = new CatalogueBuilder();
let made: object = {};

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
    made =
      question.finish === 'catalogue' ? builder.finish() : builder.finishCounters(new ComicIds(question.ids).all());
  } else if ('write' in question) {
    await writeDraft(question.write, question.head, made);
  } else if ('rows' in question) {
    builder.addChunk(question.rows);
  } else if ('titleOrder' in question) {
    builder.addTitleOrder(Int32Array.from(question.titleOrder.split(','), Number));
  } else if ('translations' in question) {
    builder.addTranslations(question.translations);
  } else if ('terms' in question) {
    builder.addTerms(question.terms);
  } else if ('uses' in question) {
    builder.addUses(question.uses);
  } else {
    builder.addCounters(question.counters);
  }
}
