import { expect, it } from 'vitest';
import type { SettingsConflict } from '#contract/site-settings.ts';
import { conflictsWith } from './setting-edits.ts';

it('asks about what both changed otherwise, and names the rest of what the other one did', () => {
  const conflict = {
    since: [
      { key: 'name', before: 'Old', after: 'Theirs' },
      { key: 'theme', before: 'dark', after: 'light' },
      { key: 'noai', before: false, after: true },
      { key: 'letter', before: 'K', after: 'T' },
    ],
    current: { defaults: { letter: 'K' } },
  } as unknown as SettingsConflict;
  expect(conflictsWith({ name: 'Mine', theme: 'light', letter: null, contact: 'a@b.example' }, conflict)).toEqual([
    { field: 'name', before: 'Old', theirs: 'Theirs', mine: 'Mine' },
    { field: 'theme', before: 'dark', theirs: 'light' },
    { field: 'noai', before: false, theirs: true },
    { field: 'letter', before: 'K', theirs: 'T', mine: 'K' },
  ]);
});
