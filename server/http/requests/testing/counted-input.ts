// Looking through the query of a list and the edit of a comic, to be opened where it is counted (`openCounted`).
import { ComicQuery } from '#contract/comics.ts';
import { ComicEdit } from '#contract/editing.ts';
import { unstorable } from '../storable-input.ts';
import { unknownKeys } from '../unknown-keys.ts';

const query = ComicQuery.parse({ page: '3', tags: ['1', '2'], q: 'moon' });

/** How many values of a usual query cannot be stored. */
export function checkListQuery(): number {
  return unstorable(ComicQuery, query).length;
}

/** How many keys of a comic's edit with so many tags nobody reads. */
export function checkEdit(tags: number): number {
  return unknownKeys(ComicEdit, {
    version: 1,
    changes: { terms: { tags: Array.from({ length: tags }, (_, id) => ({ id })) } },
  }).length;
}
