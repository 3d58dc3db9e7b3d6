import { describe, expect, it } from 'vitest';
import { spreadIndex, buildSpreads, type PairedPage, type Pairing, type Spread } from './spreads.ts';

/** Pages by letters: p and c upright, w wide; `>` and `<` after one is a drawing that runs on to the right or to the left. */
const pages = (shape: string): PairedPage[] =>
  [...shape.matchAll(/([cpw])([<>])?/g)].map(([, kind, seam]) => ({
    width: kind === 'w' ? 2000 : 1000,
    height: 1500,
    seam: seam === '>' ? 'ltr' : seam === '<' ? 'rtl' : null,
  }));

/** Screens as they look, first side first: `_` is an empty place, `4a` the first half of page 4. */
const seen = (spreads: readonly Spread[]) =>
  spreads
    .map(
      ({ first, last, half, empty }) =>
        `${empty === 'before' ? '_ ' : ''}${first}${half === null ? '' : ' ab'[half]}${last === first ? '' : ` ${last}`}${empty === 'after' ? ' _' : ''}`,
    )
    .join(' | ');

const paired = (shape: string, more: Partial<Pairing> = {}) =>
  seen(buildSpreads(pages(shape), { pairs: true, start: 'auto', ...more }));

describe.each(['ltr', 'rtl'] as const)('pages shown together, %s', (direction) => {
  it.each([
    ['nothing', '', ''],
    ['one page, on the side of a cover', 'p', '_ 1'],
    ['a wide page in the middle', 'pppwpp', '_ 1 | 2 3 | 4 | 5 6'],
    ['a cover and two wide pages', 'cppwppwp', '_ 1 | 2 3 | 4 | 5 6 | 7 | 8 _'],
    ['an odd number', 'ppppp', '_ 1 | 2 3 | 4 5'],
    ['an even number', 'pppp', '_ 1 | 2 3 | 4 _'],
    ['a wide page first', 'wpppp', '1 | 2 3 | 4 5'],
    ['a wide page last', 'ppppw', '_ 1 | 2 3 | 4 _ | 5'],
    ['wide pages only', 'www', '1 | 2 | 3'],
  ])('%s', (_name, shape, expected) => {
    expect(paired(shape, { direction })).toBe(expected);
    expect(paired(shape, { direction, start: 'cover' })).toBe(expected);
  });

  it.each([
    ['from the cover, up to the wide page', 'pppwpp', [1], '1 2 | 3 _ | 4 | 5 6'],
    ['from a pair, up to the wide page', 'cppwppwp', [-2], '_ 1 | _ 2 | 3 _ | 4 | 5 6 | 7 | 8 _'],
    ['between two wide pages alone', 'cppwppwp', [-5], '_ 1 | 2 3 | 4 | _ 5 | 6 _ | 7 | 8 _'],
    ['the last page', 'cppwppwp', [-8], '_ 1 | 2 3 | 4 | 5 6 | 7 | _ 8'],
    ['an odd number', 'ppppp', [1], '1 2 | 3 4 | 5 _'],
    ['an even number', 'pppp', [1], '1 2 | 3 4'],
    ['after a wide page at the beginning', 'wpppp', [-2], '1 | _ 2 | 3 4 | 5 _'],
    ['before a wide page at the end', 'ppppw', [1], '1 2 | 3 4 | 5'],
    ['twice in a row of pages', 'ppppppp', [1, -5], '1 2 | 3 4 | _ 5 | 6 7'],
    ['back again in a row of pages', 'ppppppp', [-2, 5], '_ 1 | _ 2 | 3 4 | 5 6 | 7 _'],
    ['a page that begins a pair before its turn', 'ppppp', [3], '_ 1 | 2 _ | 3 4 | 5 _'],
    ['a page that is not there', 'ppp', [99], '_ 1 | 2 3'],
  ])('shifted by hand: %s', (_name, shape, shifts, expected) => {
    expect(paired(shape, { direction, shifts })).toBe(expected);
  });

  it.each([
    ['a pair first where that was chosen', 'pppwpp', { start: 'first' }, '1 2 | 3 _ | 4 | 5 6'],
    ['a pair first where the comic goes on like that', 'pppwpp', { carried: 'first' }, '1 2 | 3 _ | 4 | 5 6'],
    ['a cover where that was chosen, whatever is carried on', 'ppp', { start: 'cover', carried: 'first' }, '_ 1 | 2 3'],
    ['what is carried on says nothing about pages after a wide one', 'wppp', { carried: 'first' }, '1 | 2 3 | 4 _'],
  ] satisfies [string, string, Partial<Pairing>, string][])('%s', (_name, shape, more, expected) => {
    expect(paired(shape, { direction, ...more })).toBe(expected);
  });
});

describe('the pairing the pictures ask for', () => {
  it.each([
    ['a drawing over pages 1 and 2', 'p>ppp', 'ltr', '1 2 | 3 4'],
    ['a drawing over pages 2 and 3', 'pp>pp', 'ltr', '_ 1 | 2 3 | 4 _'],
    ['right to left', 'p<ppp', 'rtl', '1 2 | 3 4'],
    ['one that runs the other way says nothing', 'p<ppp', 'ltr', '_ 1 | 2 3 | 4 _'],
    ['most drawings win', 'p>pp>p>pp', 'ltr', '1 2 | 3 4 | 5 6'],
    ['as many for as against: a cover', 'p>p>pp', 'ltr', '_ 1 | 2 3 | 4 _'],
    ['each run between wide pages for itself', 'p>pwpp>ppwp>p', 'ltr', '1 2 | 3 | _ 4 | 5 6 | 7 _ | 8 | 9 10'],
    ['a seam into a wide page is none', 'p>wpp', 'ltr', '_ 1 | 2 | 3 4'],
  ] as const)('%s', (_name, shape, direction, expected) => {
    expect(paired(shape, { direction })).toBe(expected);
  });

  it('comes before what is carried on, and after what was set by hand', () => {
    expect(paired('pp>p', { carried: 'first' })).toBe('_ 1 | 2 3');
    expect(paired('pp>p', { shifts: [1] })).toBe('1 2 | 3 _');
    expect(paired('p>pp', { start: 'cover' })).toBe('_ 1 | 2 3');
  });
});

describe('pages one by one', () => {
  it('have no side and no pairs', () => {
    expect(paired('p>wp', { pairs: false, shifts: [1] })).toBe('1 | 2 | 3');
  });

  it('are two where they are wide and split, but not beside each other', () => {
    expect(paired('pwp', { pairs: false, split: true })).toBe('1 | 2a | 2b | 3');
    expect(paired('pwp', { split: true })).toBe('_ 1 | 2 | 3 _');
  });

  it('of no size are no wide pages', () => {
    expect(
      seen(
        buildSpreads(
          [
            { width: 10, height: 0 },
            { width: 0, height: 0 },
          ],
          { pairs: false, split: true },
        ),
      ),
    ).toBe('1 | 2');
  });
});

describe('the spread of a place', () => {
  const spreads = buildSpreads(pages('cppwpp'), { pairs: true });
  const split = buildSpreads(pages('pwp'), { pairs: false, split: true });

  it.each([
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 2],
    [5, 3],
    [6, 3],
    [0, 0],
    [99, 3],
  ])('page %i is in spread %i', (page, index) => {
    expect(spreadIndex(spreads, page)).toBe(index);
  });

  it.each([
    [1, 0.9, 0],
    [2, 0, 1],
    [2, 0.4, 1],
    [2, 0.5, 2],
    [3, 0, 3],
  ])('page %i from %f on is screen %i', (page, offset, index) => {
    expect(spreadIndex(split, page, offset)).toBe(index);
  });

  it('is the first where there are no pages', () => {
    expect(spreadIndex([], 3)).toBe(0);
  });

  it('is found at once among very many', () => {
    const many = buildSpreads(pages('p'.repeat(2000)), { pairs: true });
    expect(seen([many[spreadIndex(many, 1501)]!])).toBe('1500 1501');
  });
});
