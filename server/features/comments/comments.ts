/**
 * The parts that other features may use of comments: finding them as staff sees them, telling whom they concern,
 * members by name, and safe HTML of what someone wrote.
 */
export {
  every,
  findThread,
  inState,
  inThread,
  findSubjects,
  withText,
  writtenBetween,
  writtenBy,
} from './queries-places.ts';
export { subjectNamed } from './subject-address.ts';
export { findMember, type NamedMember } from './queries-people.ts';
export { findCommentRow, newestComments, type CommentRow } from './queries.ts';
export { plainComment, renderComment } from './markdown.ts';
export { cleanText, mayModerate } from './rules.ts';
export { openComment } from './serializers.ts';
export { notifyAbout } from './writing.ts';
