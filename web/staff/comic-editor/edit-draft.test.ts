import { expect, it } from 'vitest';
import type { AdminComic } from '#contract/admin-comics.ts';
import { changesOf, differences, rebased, withEdit, type Edits } from './edit-draft.ts';
import { newTerm } from '#web/staff/comic-parts/picked-terms.ts';

const comic = (part: object = {}) => ({
  title: 'Rain', description: null, rating: 'safe', locked: [], version: 1, translations: { de: { title: 'Regen', description: null } },
  terms: { tags: [{ id: 1, name: 'cat', slug: 'cat' }, { id: 2, name: 'dog', slug: 'dog' }] }, ...part,
}) as unknown as AdminComic;

it('forgets an edit that leads back to what was, whatever the order of terms', () => {
  const edited = withEdit({}, comic(), 'title', 'Snow');
  expect(Object.keys(edited)).toEqual(['title']);
  expect(withEdit(edited, comic(), 'title', 'Rain')).toEqual({});
  expect(withEdit({}, comic(), 'tags', [{ id: 2, name: 'dog', slug: 'dog' }, { id: 1, name: 'cat', slug: 'cat' }])).toEqual({});
  expect(withEdit({}, comic(), 'description', '')).toEqual({});
});

it('says edits as the API takes them: terms by number or new by name, a locale without texts as none', () => {
  let edits: Edits = withEdit({}, comic(), 'tags', [{ id: 1, name: 'cat', slug: 'cat' }, newTerm('bird')]);
  edits = withEdit(edits, comic(), 'translations.de', { title: '', description: '' });
  edits = withEdit(edits, comic(), 'translations.fr', { title: 'Pluie', description: null });
  expect(changesOf(edits)).toEqual({ terms: { tags: [{ id: 1 }, { name: 'bird' }] }, translations: { de: null, fr: { title: 'Pluie', description: null } } });
});

it('tells what someone else changed from what both did, and begins anew from what was chosen', () => {
  const now = comic({ title: 'Storm', rating: 'explicit', version: 2 });
  const edits = withEdit(withEdit({}, comic(), 'title', 'Snow'), comic(), 'description', 'Cold.');
  expect(differences(edits, comic(), now)).toEqual([
    { field: 'title', before: 'Rain', theirs: 'Storm', mine: 'Snow' },
    { field: 'rating', before: 'safe', theirs: 'explicit' },
  ]);
  expect(changesOf(rebased(edits, now, new Set()))).toEqual({ title: 'Snow', description: 'Cold.' });
  expect(changesOf(rebased(edits, now, new Set(['title'])))).toEqual({ description: 'Cold.' });
  expect(differences(rebased(edits, now, new Set()), now, now)).toEqual([]);
});
