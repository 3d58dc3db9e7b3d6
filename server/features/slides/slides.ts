/** The part of slides that other features may use: adding them. */
export { addSlides } from './queries.ts';
