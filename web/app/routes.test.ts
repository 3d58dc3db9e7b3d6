import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FAILURE_FILES, PAGE_FILES } from './routes.tsx';

it('every route names the file its page is in: what a first load fetches follows from it', () => {
  const named = [...Object.values(PAGE_FILES).flat(), ...FAILURE_FILES];
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
