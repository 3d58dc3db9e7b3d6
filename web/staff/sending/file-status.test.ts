import { expect, it } from 'vitest';
import type { UploadFile } from '#contract/uploads.ts';
import { fileStatus } from './file-status.ts';

const known = (id: number, path: string, bytes: number, state: UploadFile['state']) =>
  ({ id, path, bytes, state }) as UploadFile;
const given = (path: string, bytes: number) => ({ file: new File(['x'.repeat(bytes)], path.split('/').at(-1)!), path });
const files = [
  known(1, 'book/1/01.png', 10, 'receiving'),
  known(2, 'book/2/01.png', 10, 'receiving'),
  known(3, 'book/3.cbz', 20, 'ready'),
  known(4, 'bad.cbz', 5, 'refused'),
];

it('goes on with files it knows by path and size, and leaves out those that have arrived', () => {
  const { again, fresh, there } = fileStatus(
    [given('book/2/01.png', 10), given('book/3.cbz', 20), given('new.cbz', 20)],
    files,
  );
  expect(again.map(({ file }) => file.id)).toEqual([2]);
  expect(there.map(({ path }) => path)).toEqual(['book/3.cbz']);
  expect(fresh.map(({ path }) => path)).toEqual(['new.cbz']);
});

it('knows a file that is given without its folder, but takes none for two', () => {
  const { again, fresh } = fileStatus([given('01.png', 10), given('01.png', 10), given('01.png', 10)], files);
  expect(again.map(({ file }) => file.id)).toEqual([1, 2]);
  expect(fresh).toHaveLength(1);
});

it('takes another size, and what was refused before, for something new', () => {
  expect(fileStatus([given('book/1/01.png', 11), given('bad.cbz', 5)], files).fresh).toHaveLength(2);
});
