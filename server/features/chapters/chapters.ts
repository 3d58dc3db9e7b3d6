/** What other features may use of chapters: adding one to a comic and giving it pages. */
export { createChapter, setPages, type NewChapter, type NewPage } from './queries-writing.ts';
