// A process that makes a catalogue, or sorts the counters of one: requests never wait for it, and its memory goes with it.
import { answerQuestions } from '#server/child-processes/answer-questions.ts';
import { ComicIds, type ComicIdsData } from '#server/catalogue/index/comic-ids.ts';
import { toSections, type Section } from '#server/catalogue/index/sections.ts';
import { CatalogueBuilder } from './catalogue-builder.ts';

/**
 * A part of what is needed; or that all is there, and the catalogue is to be made, or the counters of the one of `ids`; or which
 * section of what was made is wanted.
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
  | { section: number };

/** Nothing, what was made but for its sections (`toSections`), one of these, or why not. */
export type BuildAnswer =
  { taken: true } | { shape: string; types: Section['type'][] } | { bytes: Uint8Array } | { failed: string };

const builder = new CatalogueBuilder();
let made: ReturnType<typeof toSections> = { shape: '', sections: [] };

answerQuestions((question: BuildQuestion): BuildAnswer => {
  try {
    return answer(question);
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
});

function answer(question: BuildQuestion): BuildAnswer {
  if ('finish' in question) {
    made = toSections(
      question.finish === 'catalogue' ? builder.finish() : builder.finishCounters(new ComicIds(question.ids).all()),
    );
    return { shape: made.shape, types: made.sections.map(({ type }) => type) };
  }
  if ('section' in question) return { bytes: made.sections[question.section]!.bytes };
  if ('rows' in question) {
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
  return { taken: true };
}
