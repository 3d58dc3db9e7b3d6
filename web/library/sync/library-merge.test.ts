// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { HiddenTerm } from '#web/library/hidden/hidden-terms.ts';
import { mergeHiddenTerms } from './library-merge.ts';

const terms = (...ids: number[]): HiddenTerm[] =>
  ids.map((id) => ({ id, kind: 'tag', name: `tag ${id}`, slug: `tag-${id}` }));

describe('the hidden terms of a browser and of an account', () => {
  it.each([
    ['are joined at the login', [], [1, 2], [2, 3], [2, 3, 1], true],
    ['are the account’s where nothing changed here', [1, 2], [1, 2], [1, 2, 3], [1, 2, 3], false],
    ['are not hidden again here once they were shown elsewhere', [1, 2], [1, 2], [1], [1], false],
    ['are told when something was hidden here', [1], [1, 4], [1, 3], [1, 3, 4], true],
    [
      'are told when something was shown here, and keep what was hidden elsewhere',
      [1, 2],
      [2],
      [1, 2, 3],
      [2, 3],
      true,
    ],
    ['are no news where both did the same', [1], [1, 5], [1, 5], [1, 5], false],
    ['may all be shown again', [1, 2], [], [1, 2], [], true],
  ])('%s', (_name, base, local, remote, expected, isNews) => {
    const merged = mergeHiddenTerms(base, terms(...local), terms(...remote));
    expect(merged.terms.map(({ id }) => id)).toEqual(expected);
    expect(merged.isNews).toBe(isNews);
  });
});
