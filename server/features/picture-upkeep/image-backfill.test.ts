import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANALYSIS } from '#server/images/analysis/analysis.ts';
import { createRenderer, type Renderer } from '#server/images/rendering/render.ts';
import { drawBook } from '#server/images/testing/books.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { RunningJob } from '#server/jobs/registry.ts';
import { IMPORT_JOB } from '#server/features/imports/public/jobs.ts';
import { BACKFILL_JOB, enqueueImageBackfill, imageBackfillJob } from './image-backfill.ts';
import { writeArchive } from '#server/features/imports/testing/archives.ts';
import { testLibrary, type TestLibrary } from '#server/features/imports/testing/library.ts';

let library: TestLibrary;
let renderer: Renderer;
beforeAll(async () => {
  library = await testLibrary();
  renderer = createRenderer({ processes: 1 });
});
afterAll(async () => {
  await renderer.close();
  await library.close();
});

/** A page of two panels on white, in a colour. */
function page(color: string): Promise<Buffer> {
  const panel = { create: { width: 320, height: 240, channels: 3 as const, background: color } };
  return sharp({ create: { width: 400, height: 600, channels: 3, background: '#ffffff' } })
    .composite([
      { input: panel, left: 40, top: 40 },
      { input: panel, left: 40, top: 320 },
    ])
    .png()
    .toBuffer();
}

interface MessageResponse {
  trim: number[] | null;
  edge: number | null;
  sides: number | null;
  panels: number[] | null;
  analysis: number;
}

async function told(): Promise<MessageResponse[]> {
  const { rows } =
    await sql<MessageResponse>`select trim, edge, length(sides) as sides, panels, analysis from images order by hash`.execute(
      library.db,
    );
  return rows;
}

const panels: MessageResponse = {
  trim: [38, 38, 324, 524],
  edge: 0xffffff,
  sides: 512,
  panels: [100, 67, 800, 400, 100, 533, 800, 400],
  analysis: ANALYSIS,
};
/** The plate that stands for a page that is no picture. */
const plate: MessageResponse = { trim: null, edge: null, sides: 512, panels: null, analysis: ANALYSIS };
const sorted = (found: MessageResponse[]) =>
  found.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
const job = (signal = new AbortController().signal): RunningJob => ({
  id: 1,
  kind: BACKFILL_JOB.kind,
  payload: {},
  attempts: 0,
  signal,
  complete: async () => {},
});
const run = (running = job()) =>
  imageBackfillJob({ db: library.db, blobs: library.blobs, evidence: library.evidence, renderer })(running);
const waiting = async () =>
  Number(
    (
      await sql<{ n: number }>`select count(*)::int as n from jobs where kind = ${BACKFILL_JOB.kind}`.execute(
        library.db,
      )
    ).rows[0]!.n,
  );

it('what pictures tell is kept when they are imported, and found later for those that were there before', async () => {
  const pages = {
    '1.png': await page('#402010'),
    '2.png': await page('#104020'),
    '3.png': Buffer.from('no picture'.repeat(9)),
  };
  expect(
    await library.run([await writeArchive(join(library.folder, 'one.cbz'), pages)], { publish: true }),
  ).toMatchObject([{ state: 'imported', pages: 3, missing: 1 }]);
  const all = sorted([panels, panels, plate]);
  expect(sorted(await told())).toEqual(all);

  await enqueueImageBackfill(library.db);
  expect(await waiting()).toBe(0);
  await sql`update images set trim = null, edge = null, sides = null, panels = null, analysis = 0`.execute(library.db);
  await enqueueImageBackfill(library.db);
  await enqueueImageBackfill(library.db);
  expect(await waiting()).toBe(1);
  await run();
  expect(sorted(await told())).toEqual(all);
});

it('drawings over two pages are found when both of them were looked at', async () => {
  await library.clear();
  const { pages, seams, direction } = await drawBook(4, { pages: 6, spreads: 2 });
  await library.run(
    [
      await writeArchive(
        join(library.folder, 'book.cbz'),
        Object.fromEntries(pages.map((bytes, at) => [`${at + 1}.jpg`, bytes])),
      ),
    ],
    { publish: true },
  );
  const found = async () =>
    (await sql`select number, seam from pages where seam is not null order by number`.execute(library.db)).rows;
  const known = seams.map((number) => ({ number, seam: direction }));
  expect(await found()).toEqual(known);
  await sql`update images set sides = null, analysis = 0`.execute(library.db);
  await sql`update pages set seam = null`.execute(library.db);
  await run();
  expect(await found()).toEqual(known);
});

it('a job that ends between pictures and their drawings has kept the pictures, and finds the drawings the next time', async () => {
  const known = (await sql`select number, seam from pages where seam is not null order by number`.execute(library.db))
    .rows;
  await sql`update images set sides = null, analysis = 0`.execute(library.db);
  await sql`update pages set seam = null`.execute(library.db);
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
    library.db,
  );
  await sql`create trigger refuse before update on pages for each row execute function refuse()`.execute(library.db);
  await expect(run()).rejects.toThrow('refused');
  expect(await told()).toEqual(Array.from({ length: 6 }, () => expect.objectContaining({ sides: 512, analysis: 0 })));
  await sql`drop trigger refuse on pages`.execute(library.db);
  await run();
  expect((await told()).map(({ analysis }) => analysis)).toEqual(Array.from({ length: 6 }, () => ANALYSIS));
  expect(
    (await sql`select number, seam from pages where seam is not null order by number`.execute(library.db)).rows,
  ).toEqual(known);
});

it('a picture whose bytes are no picture, or gone, is passed over for good', async () => {
  const broken = await library.blobs.put(Buffer.from('never a picture'.repeat(9)));
  await sql`
    insert into images (hash, format, bytes, width, height) values (${broken}, 'png', 9, 9, 9), (${'0'.repeat(64)}, 'png', 9, 9, 9)`.execute(
    library.db,
  );
  await run();
  expect((await told()).map(({ analysis }) => analysis).sort()).toEqual([
    -1,
    -1,
    ...Array.from({ length: 6 }, () => ANALYSIS),
  ]);
});

it('a tall picture that was kept before has its slices made, and every picture what copies of it are known by', async () => {
  await library.clear();
  const {
    pages: [drawn],
  } = await drawBook(7, { pages: 1 });
  const tall = await sharp({ create: { width: 90, height: 10_800, channels: 3, background: '#808890' } })
    .composite([{ input: await sharp(drawn).resize(90).toBuffer(), left: 0, top: 5000 }])
    .jpeg()
    .toBuffer();
  await library.run([await writeArchive(join(library.folder, 'tall.cbz'), { '1.jpg': tall, '2.jpg': drawn! })], {
    publish: true,
  });
  const found = async () =>
    (
      await sql<{ slices: number; phash: Buffer | null }>`
    select (select count(*)::int from jsonb_object_keys(variants) k where k like 'slice%') as slices, phash from images order by height`.execute(
        library.db,
      )
    ).rows;
  expect((await found()).map(({ slices }) => slices)).toEqual([0, 6]);
  await sql`update images
    set analysis = 0, phash = null,
    variants = (select jsonb_object_agg(key, value) from jsonb_each(variants) where key not like 'slice%'
      and key not like 'saver_%')`.execute(library.db);
  await run();
  expect((await found()).map(({ slices }) => slices)).toEqual([0, 6]);
  expect((await found())[0]!.phash!.length).toBe(32);
});

it('an archive with a listed page or a prohibited name is refused whole, and nothing of it can be seen', async () => {
  await library.clear();
  const { pages } = await drawBook(9, { pages: 3 });
  const page = (at: number) => sharp(pages[at]).resize(300).webp({ quality: 70 }).toBuffer();
  const listed = await renderer.look(pages[1]!);
  await sql`insert into blocklist (kind, value) values ('phash', ${listed.ok ? Buffer.from(listed.phash!).toString('hex') : ''})`.execute(
    library.db,
  );
  const bad = await writeArchive(join(library.folder, 'bad.cbz'), { '1.webp': await page(0), '2.webp': await page(1) });
  const named = await writeArchive(join(library.folder, 'A day with lolicon.cbz'), { '1.webp': await page(2) });
  expect(await library.run([bad, named], { publish: true })).toEqual(
    expect.arrayContaining([
      { state: 'refused', file: expect.stringContaining('bad.cbz'), error: { code: 'image-prohibited', params: {} } },
      { state: 'refused', file: expect.stringContaining('A day'), error: { code: 'term-prohibited', params: {} } },
    ]),
  );
  expect([await library.count('comics'), await library.count('chapters')]).toEqual([0, 0]);
  const {
    rows: [found],
  } = await sql<{ image: string; page: number; source: string }>`select image, page, source from quarantine`.execute(
    library.db,
  );
  expect(found).toMatchObject({ page: 2, source: 'import' });
  expect([await library.blobs.has(found!.image), await library.evidence.has(found!.image)]).toEqual([false, true]);
  await sql`delete from blocklist`.execute(library.db);
});

it('nobody looks while archives are imported, and a process that closes is not waited for', async () => {
  await sql`update images set analysis = 0`.execute(library.db);
  await enqueue(library.db, IMPORT_JOB.kind, {});
  const stopping = new AbortController();
  const stopped = run(job(stopping.signal));
  const outcome = stopped.catch((error: unknown) => error);
  stopping.abort(new Error('closing'));
  expect(await outcome).toBe(stopping.signal.reason);
  expect((await told()).every(({ analysis }) => analysis === 0)).toBe(true);
});
