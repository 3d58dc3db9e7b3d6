/** What other features may use of chapters: adding one to a comic, giving it pages, and what its pictures tell of their pairs. */
export { createChapter, setPages, type NewChapter, type NewPage } from './queries-writing.ts';
export { formerChapter } from './queries.ts';
export { findSeams, findSeamsAround } from './queries-seams.ts';
