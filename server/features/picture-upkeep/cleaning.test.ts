import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { blobKey } from '#server/blobs/blobs.ts';
import { withTransaction } from '#server/db/database.ts';
import { imageRecord } from '#server/db/queries/image-access.ts';
import { addToList, requireUnlisted } from '#server/features/blocklist/blocklist.ts';
import { searchListed } from '#server/features/blocklist/rescan.ts';
import { cleanPicture } from '#server/images/cleaning/clean.ts';
import { createRenderer, type Renderer } from '#server/images/rendering/render.ts';
import { drawing, MARK, markedImages, segment, type MarkedImage } from '#server/images/testing/marked-images.ts';
import type { RunningJob } from '#server/jobs/registry.ts';
import type { Log } from '#server/log.ts';
import { member } from '#server/testing/member.ts';
import { CLEAN_JOB, cleanJob, cleanOldPictures } from './cleaning.ts';
import { collectBlobs } from './blob-collection.ts';
import { importPicture, type PictureStore, storePicture } from '#server/features/pictures/pictures.ts';
import { moveReferences } from './queries-cleaning.ts';
import { writeArchive } from '#server/features/imports/testing/archives.ts';
import { testLibrary, type TestLibrary } from '#server/features/imports/testing/library.ts';

let library: TestLibrary;
let renderer: Renderer;
let images: MarkedImage[];
let store: PictureStore & { log: Pick<Log, 'warn'> };
let warnings: object[] = [];
beforeAll(async () => {
  library = await testLibrary();
  renderer = createRenderer({ processes: 1 });
  store = {
    db: library.db,
    blobs: library.blobs,
    evidence: library.evidence,
    renderer,
    log: {
      warn: (told: object) => {
        warnings.push(told);
      },
    },
  };
  images = await markedImages();
});
afterAll(async () => {
  await renderer.close();
  await library.close();
});
beforeEach(async () => {
  warnings = [];
  await library.clear();
});

/** A store whose pictures cannot be rendered: what it needs, it must know. */
const knowing = (): typeof store => ({
  ...store,
  renderer: { ...renderer, render: () => Promise.reject(new Error('rendered again')) },
});
const job = (signal = new AbortController().signal, id = 1): RunningJob => ({
  id,
  kind: CLEAN_JOB.kind,
  payload: {},
  attempts: 0,
  signal,
  complete: async () => {},
});
const run = (running = job(), from = store) => cleanJob(from)(running);
const named = (name: string): Buffer => images.find((each) => each.name === name)!.bytes;
const number = async (query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(library.db)).rows[0]?.n;

/** All files of the library that hold the mark. */
function marked(folder = join(library.folder, 'blobs')): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(MARK));
}

/** Imports pictures, and makes them what they were when pictures were kept as they came: their hashes. */
async function keptAsTheyCame(pages: Record<string, Buffer>): Promise<Record<string, string>> {
  const [outcome] = await library.run([await writeArchive(join(library.folder, 'old.cbz'), pages)], { publish: true });
  expect(outcome).toMatchObject({ state: 'imported', pages: Object.keys(pages).length });
  for (const [name, bytes] of Object.entries(pages)) {
    const clean = blobKey(cleanPicture(bytes, name.split('.')[1] as MarkedImage['format'])!);
    const hash = await library.blobs.put(bytes);
    await withTransaction(library.db, async (tx) => {
      await sql`delete from image_sources`.execute(tx);
      await sql`
        insert into images (hash, format, bytes, width, height, thumbhash, color, variants, crc32, analysis, phash)
        select ${hash}, format, ${bytes.length}, width, height, thumbhash, color, variants, 1, analysis, phash
        from images where hash = ${clean} on conflict do nothing`.execute(tx);
      await moveReferences(tx, clean, hash);
      await sql`delete from images where hash = ${clean} and hash <> ${hash}`.execute(tx);
      await sql`update images set cleaned = 0`.execute(tx);
    });
    if (clean !== hash) {
      await library.blobs.remove(clean);
    }
  }
  return Object.fromEntries(Object.entries(pages).map(([name, bytes]) => [name, blobKey(bytes)]));
}

it('what is imported is kept clean, known by its clean bytes, and known again by the bytes it came as', async () => {
  const pages = Object.fromEntries(images.map(({ name, format, bytes }) => [`${name}.${format}`, bytes]));
  const [outcome] = await library.run([await writeArchive(join(library.folder, 'marked.cbz'), pages)], {
    publish: true,
  });
  expect(outcome).toMatchObject({ state: 'imported', pages: images.length, warnings: [] });
  expect(marked()).toEqual([]);
  for (const { name, format, bytes } of images) {
    const clean = cleanPicture(bytes, format)!;
    const kept = await library.blobs.read(blobKey(clean));
    expect({ name, same: kept.equals(clean) }).toEqual({ name, same: true });
    expect(await storePicture(knowing(), bytes, { cover: false })).toEqual({ hash: blobKey(clean), image: null });
    expect(await storePicture(knowing(), clean, { cover: false })).toEqual({ hash: blobKey(clean), image: null });
    // Only a picture that had an address by the hash it came with leads on from there.
    expect(await imageRecord(library.db, blobKey(bytes))).toBe(null);
  }
  const { rows } = await sql<{
    width: number;
    height: number;
  }>`select width, height from images where hash = ${blobKey(cleanPicture(named('jpeg-turned'), 'jpeg')!)}`.execute(
    library.db,
  );
  expect(rows).toEqual([{ width: 48, height: 64 }]);
});

it('two files of one picture, one with a place in it and one without, are one picture', async () => {
  const plain = await drawing().jpeg().toBuffer();
  const placed = await drawing()
    .withExif({ IFD3: { GPSAreaInformation: MARK } })
    .jpeg()
    .toBuffer();
  const [one, two] = [await importPicture(store, plain), await importPicture(store, placed)];
  expect([two, await library.count('images')]).toEqual([one, 1]);
});

it('a list of prohibited files finds a picture by the file that came and by its clean bytes; evidence is what came', async () => {
  const bytes = named('png');
  const [came, clean] = [blobKey(bytes), blobKey(cleanPicture(bytes, 'png')!)];
  for (const value of [came, clean]) {
    await sql`delete from quarantine`.execute(library.db);
    await addToList(library.db, null, [{ kind: 'sha256', value, note: '' }]);
    expect(await storePicture(store, bytes, { cover: false })).toEqual({
      problem: { code: 'image-prohibited', params: {} },
    });
    const { rows } = await sql<{ image: string }>`select image from quarantine`.execute(library.db);
    expect(rows).toEqual([{ image: came }]);
    expect((await library.evidence.read(came)).equals(bytes)).toBe(true);
    // An admin says that it is none: it comes in, whichever of its hashes is listed.
    await sql`update quarantine set state = 'released'`.execute(library.db);
    expect(await importPicture(store, bytes)).toBe(clean);
    await expect(withTransaction(library.db, (tx) => requireUnlisted(tx, [clean]))).resolves.toBe(undefined);
    await sql`delete from quarantine`.execute(library.db);
    await expect(withTransaction(library.db, (tx) => requireUnlisted(tx, [clean]))).rejects.toThrow('image-prohibited');
    await searchListed(store)(job());
    expect(
      await number(sql`select count(*)::int as n from quarantine where source = 'library' and image = ${clean}`),
    ).toBe(1);
    await sql`delete from images`.execute(library.db);
    await sql`delete from blocklist`.execute(library.db);
  }
});

it('pictures kept before are cleaned by a job: everything that refers to them, and their old addresses, lead on', async () => {
  const old = await keptAsTheyCame({
    '1.jpeg': named('jpeg-turned'),
    '2.png': named('png'),
    '3.webp': named('webp-moving'),
    '4.gif': named('gif-moving'),
    '5.avif': named('avif'),
    '6.png': await drawing().negate().png().toBuffer(),
  });
  expect(marked().length).toBe(5);
  const [first, second, plain] = [old['1.jpeg']!, old['2.png']!, old['6.png']!];
  const {
    rows: [comic],
  } = await sql<{ id: number }>`select id from comics`.execute(library.db);
  const {
    rows: [page],
  } = await sql<{ id: number }>`select p.id from pages p where p.image = ${second}`.execute(library.db);
  const { id } = await member(library.db);
  await sql`update users set avatar = ${first} where id = ${id}`.execute(library.db);
  await sql`insert into slides (image) values (${first})`.execute(library.db);
  await sql`insert into terms (kind, name, slug, image) values ('tag', 'Rain', 'rain', ${second})`.execute(library.db);
  const changes = JSON.stringify({
    cover: { before: first, after: second },
    pages: { before: [{ image: second }], after: [] },
  });
  const {
    rows: [revision],
  } = await sql<{
    id: number;
  }>`insert into comic_revisions (comic_id, source, changes) values (${comic!.id}, 'edit', ${changes}::jsonb) returning id::int`.execute(
    library.db,
  );
  await sql`insert into revision_images (revision_id, image) values (${revision!.id}, ${first}), (${revision!.id}, ${second})`.execute(
    library.db,
  );
  const before = await sql<{ hash: string; variants: object }>`select hash, variants from images`.execute(library.db);
  expect(before.rows.length).toBe(6);

  await cleanOldPictures(library.db);
  await cleanOldPictures(library.db);
  const { rows: waiting } = await sql<{ id: number }>`select id from jobs where kind = ${CLEAN_JOB.kind}`.execute(
    library.db,
  );
  expect(waiting.length).toBe(1);
  await run(job(undefined, waiting[0]!.id));
  const {
    rows: [told],
  } = await sql<{ progress: object }>`select progress from jobs where id = ${waiting[0]!.id}`.execute(library.db);
  expect(told!.progress).toMatchObject({ done: expect.any(Number), total: 6 });

  const clean = { ...old };
  for (const [name, bytes] of Object.entries({
    '1.jpeg': named('jpeg-turned'),
    '2.png': named('png'),
    '3.webp': named('webp-moving'),
    '4.gif': named('gif-moving'),
    '5.avif': named('avif'),
  })) {
    clean[name] = blobKey(cleanPicture(bytes, name.split('.')[1] as MarkedImage['format'])!);
    const [was, now] = await Promise.all([imageRecord(library.db, old[name]!), imageRecord(library.db, clean[name])]);
    expect({ name, was }).toEqual({ name, was: now });
    expect(now).toMatchObject({ hash: clean[name], page: 'public' });
    expect(now!.variants).toEqual(before.rows.find(({ hash }) => hash === old[name])!.variants);
  }
  expect((await imageRecord(library.db, plain))!.hash).toBe(plain);
  const referring = (
    await sql<{ image: string }>`
    select image from pages union all select cover from comics union all select avatar from users union all select image
    from slides union all select image from terms
    union all select image from revision_images`.execute(library.db)
  ).rows.map(({ image }) => image);
  expect(referring.filter((image) => Object.values(old).includes(image) && image !== plain)).toEqual([]);
  const {
    rows: [kept],
  } = await sql<{ changes: object }>`select changes from comic_revisions`.execute(library.db);
  expect(kept!.changes).toEqual({
    cover: { before: clean['1.jpeg'], after: clean['2.png'] },
    pages: { before: [{ image: clean['2.png'] }], after: [] },
  });
  expect(await number(sql`select p.id as n from pages p where p.image = ${clean['2.png']!}`)).toBe(page!.id);
  const sums = await sql<{
    hash: string;
    bytes: number;
    crc32: number;
  }>`select hash, bytes, crc32 from images where hash = ${clean['2.png']!}`.execute(library.db);
  expect(sums.rows[0]).toMatchObject({ bytes: cleanPicture(named('png'), 'png')!.length });

  // A day later what was there before is gone, with what still referred to it led over.
  await sql`insert into slides (image) values (${second})`.execute(library.db);
  await collectBlobs(store, new Date(Date.now() - 86_400_000), job().signal);
  expect(marked().length).toBe(5);
  await collectBlobs(store, new Date(Date.now() + 60_000), job().signal);
  expect(marked()).toEqual([]);
  expect(await number(sql`select count(*)::int as n from images where hash = any(${Object.values(old)})`)).toBe(1);
  expect(
    (await sql<{ image: string }>`select image from slides order by id desc limit 1`.execute(library.db)).rows,
  ).toEqual([{ image: clean['2.png'] }]);
  expect((await imageRecord(library.db, first))!.hash).toBe(clean['1.jpeg']);
  expect(await number(sql`select count(*)::int as n from images where cleaned = 0`)).toBe(0);
});

it('the job goes on where it was stopped, may run in two processes, and passes over what it cannot clean', async () => {
  const pages = Object.fromEntries(
    images.filter(({ format }) => format === 'jpeg').map(({ name, format, bytes }) => [`${name}.${format}`, bytes]),
  );
  await keptAsTheyCame(pages);
  const broken = await library.blobs.put(Buffer.concat([named('png').subarray(0, 900), Buffer.from(MARK)]));
  await sql`insert into images (hash, format, bytes, width, height) values (${broken}, 'png', 9, 9, 9), (${'0'.repeat(64)}, 'png', 9, 9, 9)`.execute(
    library.db,
  );
  const stopping = new AbortController();
  let looked = 0;
  const stopped = {
    ...store,
    renderer: {
      ...renderer,
      clean: async (bytes: Buffer) => {
        looked += 1;
        if (looked === 3) {
          stopping.abort(new Error('closing'));
        }
        return renderer.clean(bytes);
      },
    },
  };
  await expect(run(job(stopping.signal), stopped)).rejects.toThrow('closing');
  const left = Number(await number(sql`select count(*)::int as n from images where cleaned = 0`));
  expect(left).toBeGreaterThan(0);
  await Promise.all([run(), run()]);
  expect(await number(sql`select count(*)::int as n from images where cleaned = 0`)).toBe(0);
  expect(await number(sql`select count(*)::int as n from images where cleaned = -1`)).toBe(2);
  expect(
    await number(sql`select count(*)::int as n from pages p join images i on i.hash = p.image where i.cleaned = 1`),
  ).toBe(Object.keys(pages).length);
  expect(await number(sql`select count(*)::int as n from image_sources where replaced_at is not null`)).toBe(
    Object.keys(pages).length,
  );
});

it('a picture that would be shown otherwise stays as it is', async () => {
  const plain = await drawing().jpeg().toBuffer();
  const turned = (type: number) =>
    Buffer.concat([
      plain.subarray(0, 2),
      segment(
        0xe1,
        'Exif\0\0II*\0',
        Buffer.from([8, 0, 0, 0, 1, 0, 0x12, 1, type, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]),
        MARK,
      ),
      plain.subarray(2),
    ]);
  // A number of a kind that no program writes, which the decoder takes and browsers do not.
  const odd = turned(9);
  expect((await sharp(odd).metadata()).orientation).toBe(6);
  expect(await renderer.clean(odd)).toMatchObject({ ok: false, code: 'page-undecodable' });
  const hash = await library.blobs.put(odd);
  await sql`insert into images (hash, format, bytes, width, height) values (${hash}, 'jpeg', ${odd.length}, 48, 64)`.execute(
    library.db,
  );
  await run();
  expect(await number(sql`select cleaned as n from images`)).toBe(-1);
  expect(warnings).toEqual([{ pictures: 1 }]);
  for (const type of [3, 4]) {
    const looked = await renderer.clean(turned(type));
    expect(looked.ok && looked.clean!.includes(MARK)).toBe(false);
    expect(looked.ok && (await sharp(looked.clean!).metadata()).orientation).toBe(6);
  }
});
