import { expect, test } from 'vitest';
import { orderPanels, panelSlices, type Panel } from './panel-order.ts';

const named: Record<string, Panel> = {
  nw: [50, 50, 430, 280],
  ne: [520, 50, 430, 280],
  w: [50, 360, 430, 280],
  e: [520, 360, 430, 280],
  sw: [50, 670, 430, 280],
  se: [520, 670, 430, 280],
  top: [50, 50, 900, 280],
  middle: [50, 360, 900, 280],
  bottom: [50, 670, 900, 280],
  'tall left': [50, 50, 430, 590],
  'tall right': [520, 50, 430, 590],
  'e lower': [520, 420, 430, 280],
  'w slanted': [50, 300, 430, 340],
  'e slanted': [520, 330, 430, 330],
  'over both': [400, 250, 200, 200],
};

test.each<[name: string, given: string[], ltr: string[], rtl: string[]]>([
  ['one', ['top'], ['top'], ['top']],
  [
    'a grid',
    ['se', 'ne', 'w', 'nw', 'e', 'sw'],
    ['nw', 'ne', 'w', 'e', 'sw', 'se'],
    ['ne', 'nw', 'e', 'w', 'se', 'sw'],
  ],
  ['rows of one', ['bottom', 'top', 'middle'], ['top', 'middle', 'bottom'], ['top', 'middle', 'bottom']],
  [
    'a tall one before two, in its direction',
    ['ne', 'e', 'tall left', 'bottom'],
    ['tall left', 'ne', 'e', 'bottom'],
    ['ne', 'e', 'tall left', 'bottom'],
  ],
  [
    'two before a tall one, in its direction',
    ['tall right', 'w', 'nw', 'sw', 'se'],
    ['nw', 'w', 'tall right', 'sw', 'se'],
    ['tall right', 'nw', 'w', 'se', 'sw'],
  ],
  ['a row that is not quite level', ['e lower', 'w', 'top'], ['top', 'w', 'e lower'], ['top', 'e lower', 'w']],
  [
    'rows that reach into one another',
    ['w slanted', 'e slanted', 'ne', 'nw'],
    ['nw', 'ne', 'w slanted', 'e slanted'],
    ['ne', 'nw', 'e slanted', 'w slanted'],
  ],
  [
    'one laid over others',
    ['over both', 'e', 'w', 'nw', 'ne'],
    ['nw', 'ne', 'over both', 'w', 'e'],
    ['ne', 'nw', 'over both', 'e', 'w'],
  ],
])('%s is read along the rows', (_, given, ltr, rtl) => {
  const panels = given.map((name) => named[name]!);
  const names = (ordered: Panel[]) => ordered.map((panel) => Object.keys(named).find((name) => named[name] === panel));
  expect(names(orderPanels(panels, 'ltr'))).toEqual(ltr);
  expect(names(orderPanels(panels, 'rtl'))).toEqual(rtl);
});

test('of no panels there is no order', () => {
  expect(orderPanels([], 'rtl')).toEqual([]);
});

test('a strip without panels is read in slices, any other page whole', () => {
  expect(panelSlices({ width: 800, height: 4000 })).toEqual([
    [0, 0, 1000, 250],
    [0, 250, 1000, 250],
    [0, 500, 1000, 250],
    [0, 750, 1000, 250],
  ]);
  expect(panelSlices({ width: 800, height: 1600 })).toEqual([]);
  expect(panelSlices({ width: 0, height: 0 })).toEqual([]);
});
