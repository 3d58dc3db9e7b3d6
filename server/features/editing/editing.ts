/** The parts that other features may use of editing: changing a comic with its history, having it come out, deciding about reviews. */
export { editComicFields, changedTexts } from '#server/features/editing/comics/edit-comic.ts';
export {
  askPublication,
  changeState,
  decideReview,
  type Publication,
  type ReviewDecision,
} from '#server/features/editing/comics/publication.ts';
export { recordRevision, type Edit } from '#server/features/editing/comics/revision-recorder.ts';
