import { expect, it } from 'vitest';
import { isXsrfToken, xsrfToken } from './xsrf.ts';

const noon = new Date('2026-11-21T12:00:00Z');
const later = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);

it('is the same for everyone for some hours, then another', () => {
  expect(xsrfToken('s', later(1))).toBe(xsrfToken('s', later(2)));
  expect(xsrfToken('s', later(13))).not.toBe(xsrfToken('s', noon));
});

it('is good for at least half a day, and not for ever', () => {
  const token = xsrfToken('s', noon);
  expect([0, 11, 12].map((hours) => isXsrfToken('s', later(hours), token))).toEqual([true, true, true]);
  expect(isXsrfToken('s', later(25), token)).toBe(false);
});

it('is refused when another secret signed it or when it was changed', () => {
  expect(isXsrfToken('s', noon, xsrfToken('other', noon))).toBe(false);
  expect(isXsrfToken('s', noon, `${xsrfToken('s', noon)}x`)).toBe(false);
  expect(isXsrfToken('s', noon, '')).toBe(false);
});
