// Looking through the query of a list, to be opened where it is counted (`openCounted`).
import { ComicQuery } from '#contract/comics.ts';
import { unstorable } from '../storable-input.ts';

const query = ComicQuery.parse({ page: '3', tags: ['1', '2'], q: 'moon' });

/** How many values of a usual query cannot be stored. */
export function checkListQuery(): number {
  return unstorable(ComicQuery, query).length;
}
