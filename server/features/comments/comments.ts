/** What other features may use of comments: finding them as staff sees them, telling whom they concern, and members by name. */
export { every, inState, subjectsOf, writtenBy } from './queries-places.ts';
export { findMember, type NamedMember } from './queries-people.ts';
export { findCommentRow, newestComments, type CommentRow } from './queries.ts';
export { cleanText, mayModerate } from './rules.ts';
export { openComment } from './wire.ts';
export { tellAbout } from './writing.ts';
