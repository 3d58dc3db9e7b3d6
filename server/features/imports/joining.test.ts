import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ImportRequest } from '#contract/imports.ts';
import { watchFolderJob } from '#server/features/watched-folder/watched-folder.ts';
import { createLog } from '#server/log.ts';
import { comicInfo, drawPage, writeArchive } from './testing/archives.ts';
import { testLibrary, type TestLibrary } from './testing/library.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let library: TestLibrary;
beforeAll(async () => {
  library = await testLibrary();
});
beforeEach(() => library.clear());
afterAll(() => library.close());

const DAMAGED = Buffer.from('no picture, whatever it is called, and long enough to be one');

/** An archive of a chapter of a series, of two pages; `hurt`: the second is damaged. */
async function archive(number: number, { hurt = false, folder = '' } = {}): Promise<string> {
  return writeArchive(join(library.folder, folder, `Serial ${number}.cbz`), {
    '1.png': await drawPage(number * 10),
    '2.png': hurt ? DAMAGED : await drawPage(number * 10 + 1),
    'ComicInfo.xml': comicInfo({ Series: 'Serial', Number: number, AgeRating: 'Everyone' }),
  });
}
const bring = async (number: number, request: Partial<ImportRequest> = {}, more = {}) =>
  library.run([await archive(number, more)], request);
const chapters = async () =>
  (
    await sql<{ number: string; state: string; at: string | null }>`
    select number, state, to_char(publish_at at time zone 'UTC', 'YYYY-MM-DD') as at from all_chapters order by position`.execute(
      library.db,
    )
  ).rows.map(({ number, state, at }) => [number, state, at]);
const counted = async () =>
  (await sql<{ n: number }>`select chapters_count as n from comics`.execute(library.db)).rows[0]!.n;
const told = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from jobs where state = 'waiting'`.execute(library.db)).rows[0]!
    .n;

it('a chapter joins a series that readers see at once, as a draft, or at a time; of the kept ones nobody hears yet', async () => {
  await bring(1, { publish: true });
  await bring(2);
  expect([await chapters(), await counted()]).toEqual([
    [
      ['1', 'published', null],
      ['2', 'published', null],
    ],
    2,
  ]);
  const silent = await told();
  await bring(3, { chapters: 'draft' });
  await bring(4, { chapters: '2099-05-01T00:00:00Z' });
  expect([(await chapters()).slice(2), await counted(), await told()]).toEqual([
    [
      ['3', 'draft', null],
      ['4', 'scheduled', '2099-05-01'],
    ],
    2,
    silent,
  ]);
});

it('a chapter that lacks pages joins as a draft, and not at once', async () => {
  await bring(1, { publish: true });
  expect(await bring(2, {}, { hurt: true })).toMatchObject([{ error: { code: 'import-joins-published' } }]);
  expect(await bring(2, { chapters: 'draft' }, { hurt: true })).toMatchObject([{ state: 'imported', missing: 1 }]);
  expect(await chapters()).toEqual([
    ['1', 'published', null],
    ['2', 'draft', null],
  ]);
});

it('chapters of a series that nobody sees yet come out with it, whatever is said of those that join', async () => {
  await bring(1, { chapters: 'draft' });
  await bring(2, { chapters: 'draft' });
  expect((await chapters()).map(([, state]) => state)).toEqual(['published', 'published']);
});

it('the watched folder keeps chapters back where it is told to', async () => {
  await bring(1, { publish: true });
  const watch = async (kept: 'now' | 'draft') => {
    const job = watchFolderJob({
      db: library.db,
      folder: join(library.folder, 'watched'),
      chapters: kept,
      run: library.imports.run,
      log: createLog('silent'),
    });
    // It looks twice: what still grows is left alone.
    for (let look = 0; look < 2; look += 1) {
      await job({ signal: new AbortController().signal } as never);
    }
  };
  await archive(2, { folder: 'watched' });
  await watch('draft');
  await archive(3, { folder: 'watched' });
  await watch('now');
  expect(await chapters()).toEqual([
    ['1', 'published', null],
    ['2', 'draft', null],
    ['3', 'published', null],
  ]);
});
