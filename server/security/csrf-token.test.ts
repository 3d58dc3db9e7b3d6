import { expect, it } from 'vitest';
import { isCsrfToken, createCsrfToken } from './csrf-token.ts';

const noon = new Date('2026-11-21T12:00:00Z');
const later = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);

it('is the same for everyone for some hours, then another', () => {
  expect(createCsrfToken('s', later(1))).toBe(createCsrfToken('s', later(2)));
  expect(createCsrfToken('s', later(13))).not.toBe(createCsrfToken('s', noon));
});

it('is good for at least half a day, and not for ever', () => {
  const token = createCsrfToken('s', noon);
  expect([0, 11, 12].map((hours) => isCsrfToken('s', later(hours), token))).toEqual([true, true, true]);
  expect(isCsrfToken('s', later(25), token)).toBe(false);
});

it('is refused when another secret signed it or when it was changed', () => {
  expect(isCsrfToken('s', noon, createCsrfToken('other', noon))).toBe(false);
  expect(isCsrfToken('s', noon, `${createCsrfToken('s', noon)}x`)).toBe(false);
  expect(isCsrfToken('s', noon, '')).toBe(false);
});
