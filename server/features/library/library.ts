/** What other features may use of the library: what a member did with the comics of a page. */
export { marksOf } from './queries-marks.ts';
