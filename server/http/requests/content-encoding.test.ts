import { expect, it } from 'vitest';
import { encodingFor } from './content-encoding.ts';

it('is the best one the caller takes', () => {
  expect(encodingFor('gzip, deflate, br, zstd')).toBe('br');
  expect(encodingFor('gzip')).toBe('gzip');
  expect(encodingFor('br;q=0, gzip;q=0.5')).toBe('gzip');
  expect(encodingFor('identity')).toBe('identity');
  expect(encodingFor(undefined)).toBe('identity');
});
