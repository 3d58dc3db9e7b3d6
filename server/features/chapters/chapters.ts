/** The part of chapters that other features may use: adding one to a comic, giving it pages, what it lacks, and what its pictures tell of their pairs. */
export { createChapter, setPages, type NewChapter, type NewPage } from './queries-writing.ts';
export { formerChapter } from './queries.ts';
export { findSeams, findSeamsAround } from './queries-seams.ts';
export {
  incompleteAmong,
  lackingComics,
  missingPages,
  saidPages,
  shortChapters,
  type Missing,
} from './queries-missing.ts';
export { findLack, pagesFewer, pagesMissing, requireWhole, type Lack } from './wholeness.ts';
