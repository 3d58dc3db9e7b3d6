import { join } from 'node:path';
import { expect, it } from 'vitest';
import { where } from '../../server/testing/samples.ts';
import { faultsOfUnits, reasonForNoUnits } from './units.ts';

it(
  'systemd understands the units, and finds no right in them that is not needed',
  where(reasonForNoUnits() === null),
  () => {
    expect(faultsOfUnits(join(import.meta.dirname, '..', '..'))).toEqual([]);
  },
);
