/** What others may use of slides: adding them. */
export { addSlides } from './queries.ts';
