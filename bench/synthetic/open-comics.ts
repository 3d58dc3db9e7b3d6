import type { Catalogue, SyntheticComic } from './catalogue.ts';
import { WITH_PAGES } from './seed.ts';

/** Of a seeded catalogue the comics that guests may open; another for every turn, from 0, until all have had theirs. */
export interface OpenComics {
  /** From all over the catalogue. */
  any(turn: number): SyntheticComic;
  /** From all over it, of those with a character. */
  withCharacters(turn: number): SyntheticComic;
  /** Of those whose pages are there. */
  withPages(turn: number): SyntheticComic;
}

/** Steps through the catalogue that meet every comic of 10,000 and of 1,000,000. */
const STEP = 7919;

/** The comics rated safe that no account is needed for, in a catalogue of `comics` comics. */
export function openComics({ comic, terms }: Pick<Catalogue, 'comic' | 'terms'>, comics: number): OpenComics {
  const isOpen = ({ rating, premium }: SyntheticComic) => rating === 'safe' && !premium;
  const from = (start: number, within: number, fits = isOpen): SyntheticComic => {
    const found = comic(start % within);
    return fits(found) ? found : from(start + 1, within, fits);
  };
  const hasCharacter = (found: SyntheticComic) => found.terms.some((id) => terms[id - 1]?.kind === 'character');
  return {
    any: (turn) => from(WITH_PAGES + turn * STEP, comics),
    withCharacters: (turn) => from(WITH_PAGES + turn * STEP, comics, (found) => isOpen(found) && hasCharacter(found)),
    withPages: (turn) => from(turn, WITH_PAGES),
  };
}
