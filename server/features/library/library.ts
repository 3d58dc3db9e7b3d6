/** The parts that other features may use of the library: what a member did with comics, what they follow, and where they are. */
export { marksOf } from './queries-marks.ts';
export { followedComics } from './queries-follows.ts';
export { historyOf } from './queries-history.ts';
export { keepProgress, remembersReading } from './queries-progress.ts';
export { reportsOf } from './rules.ts';
