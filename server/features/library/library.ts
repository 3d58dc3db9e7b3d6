/** The parts that other features may use of the library: what a member did with comics, what they follow, and where they are. */
export { findMarks } from './queries-marks.ts';
export { followedComics } from './queries-follows.ts';
export { listHistory } from './queries-history.ts';
export { keepProgress, remembersReading } from './queries-progress.ts';
export { toReports } from './rules.ts';
