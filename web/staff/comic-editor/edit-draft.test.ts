import { expect, it } from 'vitest';
import type { AdminComic } from '#contract/editing.ts';
import { toComicChanges, diffEdits, rebase, applyEdit, type DraftEdits } from './edit-draft.ts';
import { newTerm } from '#web/staff/comic-parts/picked-terms.ts';

const comic = (part: object = {}) =>
  ({
    title: 'Rain',
    description: null,
    rating: 'safe',
    locked: [],
    version: 1,
    translations: { de: { title: 'Regen', description: null } },
    terms: {
      tags: [
        { id: 1, name: 'cat', slug: 'cat' },
        { id: 2, name: 'dog', slug: 'dog' },
      ],
    },
    ...part,
  }) as unknown as AdminComic;

it('forgets an edit that leads back to what was, whatever the order of terms', () => {
  const edited = applyEdit({}, comic(), 'title', 'Snow');
  expect(Object.keys(edited)).toEqual(['title']);
  expect(applyEdit(edited, comic(), 'title', 'Rain')).toEqual({});
  expect(
    applyEdit({}, comic(), 'tags', [
      { id: 2, name: 'dog', slug: 'dog' },
      { id: 1, name: 'cat', slug: 'cat' },
    ]),
  ).toEqual({});
  expect(applyEdit({}, comic(), 'description', '')).toEqual({});
});

it('says edits as the API takes them: terms by number or new by name, a locale without texts as none', () => {
  let edits: DraftEdits = applyEdit({}, comic(), 'tags', [{ id: 1, name: 'cat', slug: 'cat' }, newTerm('bird')]);
  edits = applyEdit(edits, comic(), 'translations.de', { title: '', description: '' });
  edits = applyEdit(edits, comic(), 'translations.fr', { title: 'Pluie', description: null });
  expect(toComicChanges(edits)).toEqual({
    terms: { tags: [{ id: 1 }, { name: 'bird' }] },
    translations: { de: null, fr: { title: 'Pluie', description: null } },
  });
});

it('tells what someone else changed from what both did, and begins anew from what was chosen', () => {
  const now = comic({ title: 'Storm', rating: 'explicit', version: 2 });
  const edits = applyEdit(applyEdit({}, comic(), 'title', 'Snow'), comic(), 'description', 'Cold.');
  expect(diffEdits(edits, comic(), now)).toEqual([
    { field: 'title', before: 'Rain', theirs: 'Storm', mine: 'Snow' },
    { field: 'rating', before: 'safe', theirs: 'explicit' },
  ]);
  expect(toComicChanges(rebase(edits, now, new Set()))).toEqual({ title: 'Snow', description: 'Cold.' });
  expect(toComicChanges(rebase(edits, now, new Set(['title'])))).toEqual({ description: 'Cold.' });
  expect(diffEdits(rebase(edits, now, new Set()), now, now)).toEqual([]);
});

it('takes another kind of a relation for a change, and says relations by number and kind', () => {
  const sequel = { kind: 'sequel', id: 7, slug: 'seven', title: 'Seven', state: 'published' };
  const related = comic({ relations: [sequel] });
  const edits = applyEdit({}, related, 'relations', [{ ...sequel, kind: 'prequel' }]);
  expect(toComicChanges(edits)).toEqual({ relations: [{ kind: 'prequel', id: 7 }] });
  expect(applyEdit(edits, related, 'relations', [sequel])).toEqual({});
  expect(diffEdits({}, related, comic({ relations: [] }))).toEqual([
    { field: 'relations', before: [sequel], theirs: [] },
  ]);
});
