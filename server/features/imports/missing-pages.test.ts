import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { missingPlate } from '#server/images/drawing/plates.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { rawZip } from '#server/images/testing/raw-zip.ts';
import { comicInfo, drawPage, writeArchive } from './testing/archives.ts';
import { testLibrary, type TestLibrary } from './testing/library.ts';
import { IMPORT_JOB } from './public/jobs.ts';
import { refuseStranded } from './queries-stranded.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let library: TestLibrary;
beforeAll(async () => {
  library = await testLibrary();
});
beforeEach(() => library.clear());
afterAll(() => library.close());

const DAMAGED = Buffer.from('no picture, whatever it is called, and long enough to be one');

/** An archive of four pages, of which those named are damaged. */
async function archive(
  name: string,
  damaged: readonly number[],
  info: Record<string, string | number> = {},
): Promise<string> {
  const seed = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 100_000;
  const pages = await Promise.all(
    [1, 2, 3, 4].map(
      async (page) => [`${page}.png`, damaged.includes(page) ? DAMAGED : await drawPage(seed + page)] as const,
    ),
  );
  return writeArchive(join(library.folder, name), {
    ...Object.fromEntries(pages),
    'ComicInfo.xml': comicInfo({ Title: name.replace('.cbz', ''), AgeRating: 'Everyone', ...info }),
  });
}

const listPages = async (slug: string) =>
  (
    await sql<{ number: number; name: string; code: string | null; accepted: boolean | null; plate: boolean }>`
  select p.number, p.name, p.missing->>'code' as code, (p.missing->>'accepted')::boolean as accepted, i.width = 600 as plate
  from pages p join chapters h on h.id = p.chapter_id join comics c on c.id = h.comic_id join images i on i.hash = p.image
  where c.slug = ${slug} order by h.position, p.number`.execute(library.db)
  ).rows;
const stateFor = async (slug: string) => (await library.comics()).find((comic) => comic.slug === slug)?.state;

describe('an archive with damaged pages', () => {
  it('is a draft with these pages in their places, named and counted, until someone says that it may be shown so', async () => {
    const path = await archive('hurt.cbz', [1, 3]);
    const [outcome] = await library.run([path], { publish: true });
    expect(outcome).toMatchObject({
      state: 'imported',
      pages: 4,
      missing: 2,
      held: true,
      warnings: [
        { code: 'page-undecodable', page: 1, name: '1.png' },
        { code: 'page-undecodable', page: 3, name: '3.png' },
        { code: 'import-held' },
      ],
    });
    expect(await listPages('hurt')).toEqual([
      { number: 1, name: '1.png', code: 'page-undecodable', accepted: false, plate: true },
      { number: 2, name: '2.png', code: null, accepted: null, plate: false },
      { number: 3, name: '3.png', code: 'page-undecodable', accepted: false, plate: true },
      { number: 4, name: '4.png', code: null, accepted: null, plate: false },
    ]);
    const [comic] = await library.comics();
    expect([comic?.state, comic?.direction, comic?.cover_is_first]).toEqual(['draft', 'ltr', false]);
    expect(await library.run([path], { publish: true })).toMatchObject([{ state: 'unchanged', held: true }]);
    expect(await stateFor('hurt')).toBe('draft');
    expect(await library.run([path], { publish: true, incomplete: true })).toMatchObject([
      { state: 'unchanged', held: false },
    ]);
    expect(await stateFor('hurt')).toBe('published');
    expect((await listPages('hurt')).map(({ accepted }) => accepted)).toEqual([true, null, true, null]);
  });

  it('is published at once where that is said at once, and a whole one anyway', async () => {
    const paths = [await archive('hurt.cbz', [4]), await archive('whole.cbz', [])];
    expect(await library.run([paths[0] as string], { publish: true, incomplete: true })).toMatchObject([
      { missing: 1, held: false },
    ]);
    expect(await library.run([paths[1] as string], { publish: true })).toMatchObject([
      { missing: 0, held: false, warnings: [] },
    ]);
    expect([await stateFor('hurt'), await stateFor('whole')]).toEqual(['published', 'published']);
  });

  it('joins no series that readers see, and a draft that then stays one', async () => {
    const chapter = (number: number, damaged: readonly number[], series: string) =>
      archive(`${series} ${number}.cbz`, damaged, { Series: series, Number: number });
    await library.run([await chapter(1, [], 'Seen')], { publish: true });
    const late = await chapter(2, [2], 'Seen');
    expect(await library.run([late])).toMatchObject([
      {
        state: 'refused',
        error: { code: 'import-joins-published', params: { title: 'Seen', count: 1, pages: '2 (2.png)' } },
      },
    ]);
    expect(await listPages('seen')).toHaveLength(4);
    expect(await library.run([late], { publish: true, incomplete: true })).toMatchObject([
      { state: 'imported', missing: 1 },
    ]);
    expect((await listPages('seen')).filter(({ code }) => code !== null)).toMatchObject([
      { number: 2, accepted: true },
    ]);
    await library.run([await chapter(1, [3], 'Hidden')]);
    expect(await library.run([await chapter(2, [], 'Hidden')], { publish: true })).toMatchObject([
      { state: 'imported', missing: 0, held: true },
    ]);
    expect(await stateFor('hidden')).toBe('draft');
  });

  it('that another library wrote with plates for missing pages has missing pages here', async () => {
    const path = await writeArchive(join(library.folder, 'moved.cbz'), {
      '1.png': await drawPage(1),
      '2.png': missingPlate(),
    });
    expect(await library.run([path], { publish: true })).toMatchObject([
      { pages: 2, missing: 1, held: true, warnings: [{ code: 'page-missing', page: 2 }, {}] },
    ]);
  });
});

it('an archive with fewer pages than it says is a draft until someone says that it may be shown so; one with more is only told of', async () => {
  const [fewer, more] = [
    await archive('fewer.cbz', [], { PageCount: 6 }),
    await archive('more.cbz', [], { PageCount: 3 }),
  ];
  expect(await library.run([fewer], { publish: true })).toMatchObject([
    {
      missing: 0,
      held: true,
      warnings: [{ code: 'comic-pages-fewer', params: { pages: 4, said: 6 } }, { code: 'import-held' }],
    },
  ]);
  expect(await library.run([more], { publish: true })).toMatchObject([
    { held: false, warnings: [{ code: 'metadata-ignored', params: { field: 'PageCount', value: '3' } }] },
  ]);
  expect([await stateFor('fewer'), await stateFor('more')]).toEqual(['draft', 'published']);
  expect(await library.run([fewer], { publish: true, incomplete: true })).toMatchObject([
    { state: 'unchanged', held: false },
  ]);
  expect(await stateFor('fewer')).toBe('published');
});

it('an archive is refused whatever the name says that it is refused for', async () => {
  const path = await writeArchive(join(library.folder, 'odd.cbz'), { 'a.png': await drawPage(1) });
  await writeFile(
    path,
    rawZip([
      { name: 'nul\u0000.png', data: await drawPage(2) },
      { name: '2.png', data: await drawPage(3) },
    ]),
  );
  const [outcome] = await library.run([path]);
  expect(outcome).toMatchObject({
    state: 'refused',
    error: { code: 'archive-suspicious', params: { entry: 'nul\ufffd.png' } },
  });
});

it('an import that no job reads any more is refused, with the reason that its job has', async () => {
  const put = async (hash: string, state: string, source = hash) =>
    (
      await sql<{ id: number }>`
    insert into imports (hash, file, source, state) values (${hash}, ${hash}, ${source}, ${state}) returning id`.execute(
        library.db,
      )
    ).rows[0]!.id;
  for (const hash of ['running', 'failed', 'odd', 'cancelled']) {
    await enqueue(library.db, IMPORT_JOB.kind, { import: await put(hash, 'reading') }, { key: hash });
  }
  await put('alone', 'waiting');
  await put('drawn', 'reading', 'made:drawn');
  await sql`update jobs set state = case key when 'failed' then 'failed' when 'odd' then 'failed' else 'cancelled' end,
    error = case key when 'failed' then '{"code": "storage-full", "params": {}}'::jsonb when 'odd' then '{"code": "internal-error", "message": "x"}'::jsonb end
    where key in ('failed', 'odd', 'cancelled')`.execute(library.db);
  expect((await refuseStranded(library.db, IMPORT_JOB.kind)).sort()).toEqual(['alone', 'cancelled', 'failed', 'odd']);
  const { rows } = await sql`select hash, state, error->>'code' as code from imports order by hash`.execute(library.db);
  expect(rows).toEqual([
    { hash: 'alone', state: 'refused', code: 'reading-given-up' },
    { hash: 'cancelled', state: 'refused', code: 'reading-given-up' },
    { hash: 'drawn', state: 'reading', code: null },
    { hash: 'failed', state: 'refused', code: 'storage-full' },
    { hash: 'odd', state: 'refused', code: 'reading-given-up' },
    { hash: 'running', state: 'reading', code: null },
  ]);
});
