/** The parts that other features may use of editing: changing a comic with its history, having it come out, deciding about reviews. */
export { editComicFields, changedTexts } from './changing.ts';
export { askPublication, changeState, decideReview, type Publication, type ReviewDecision } from './publication.ts';
export { recordRevision, type Edit } from './recording.ts';
