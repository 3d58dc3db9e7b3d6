import { problem } from '#contract/problems.ts';

/** How far ahead a publication may lie, in milliseconds: ten years. */
const MAX_AHEAD = 10 * 366 * 24 * 60 * 60 * 1000;

/** The moment of a publication. @throws Problem `publication-time-wrong` for none, one that is past, or more than ten years ahead. */
export function timeOfPublication(at: string | null, now: Date): Date {
  const time = new Date(at ?? Number.NaN);
  if (!(time > now) || time.getTime() - now.getTime() > MAX_AHEAD) throw problem('publication-time-wrong');
  return time;
}
