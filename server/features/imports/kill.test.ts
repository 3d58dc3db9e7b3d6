import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ImportReport } from '#contract/imports.ts';
import { openDiskBlobs } from '#server/blobs/disk.ts';
import { openDatabase } from '#server/db/database.ts';
import { testDatabaseAddress } from '#server/testing/database.ts';
import { PROGRAM_ENV, PROGRAM_FLAGS } from '#server/testing/process.ts';
import { comicInfo, drawPage, writeArchive } from './testing/archives.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const KILLS = 3;
const ARCHIVES = 12;
const PAGES = 8;
const cli = fileURLToPath(new URL('../../cli.ts', import.meta.url));

let folder: string;
let database: Awaited<ReturnType<typeof testDatabaseAddress>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-kill-'));
  database = await testDatabaseAddress();
  // A third are one-shots, the others chapters of two series; every archive shares its last page with all others.
  for (let at = 0; at < ARCHIVES; at += 1) {
    const chapter = at % 3 > 0 ? { Series: `Series ${at % 3}`, Number: at, LanguageISO: 'en' } : {};
    const pages = await Promise.all(
      Array.from({ length: PAGES }, (_, page) => drawPage(page === PAGES - 1 ? 999_999 : at * 1000 + page)),
    );
    await writeArchive(join(folder, 'in', `${String(at).padStart(2, '0')}.cbz`), {
      ...Object.fromEntries(pages.map((bytes, page) => [`${page + 1}.png`, bytes])),
      'ComicInfo.xml': comicInfo({ Title: `Title ${at}`, AgeRating: 'Everyone', Tags: 'cat', ...chapter }),
    });
  }
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Numbers that look random and are the same in every run, from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Run {
  report: ImportReport | null;
  told: string[];
}

/**
 * Runs the import command. `kill` says when it is killed: so many milliseconds after its start, or after it first told
 * that a file was imported. `told` are the files it said were imported.
 */
function importOnce(kill: { after: 'start' | 'first file'; milliseconds: number } | null): Promise<Run> {
  const env = {
    ...PROGRAM_ENV,
    KOMAWARI_DATA: join(folder, 'data'),
    LANG: 'en',
    KOMAWARI_IMAGE_PROCESSES: '2',
    ...(database.url === undefined ? {} : { DATABASE_URL: database.url }),
  };
  const child = spawn(process.execPath, [...PROGRAM_FLAGS, cli, 'import', join(folder, 'in'), '--publish', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killLater = () => {
    setTimeout(() => child.kill('SIGKILL'), kill?.milliseconds);
  };
  let [out, err] = ['', ''];
  if (kill?.after === 'start') {
    killLater();
  }
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (kill?.after === 'first file' && err === '') {
      killLater();
    }
    err += chunk.toString();
  });
  return new Promise((resolve) => {
    child.on('close', () => {
      const told = [...err.matchAll(/^Imported: (\S+\.cbz) /gm)].map(([, file = '']) => file);
      const last = out.trimEnd().split('\n').at(-1) ?? '';
      resolve({ told, report: last === '' ? null : ImportReport.parse(JSON.parse(last)) });
    });
  });
}

it(`killed ${KILLS} times at random moments, it loses nothing that it told was done and does nothing twice`, async () => {
  const random = seeded(20_261_121);
  const told: string[] = [];
  for (let kills = 0; kills < KILLS; kills += 1) {
    const after = kills % 2 === 0 ? 'first file' : 'start';
    const { told: now } = await importOnce({
      after,
      milliseconds: Math.floor(random() * (after === 'start' ? 1500 : 400)),
    });
    told.push(...now);
  }
  const { told: now, report } = await importOnce(null);
  told.push(...now);
  expect(report?.refused).toEqual([]);
  expect([...(report?.imported ?? []), ...(report?.unchanged ?? [])]).toHaveLength(ARCHIVES);
  expect(told, 'no file is told to be imported twice').toHaveLength(new Set(told).size);
  expect(
    told.filter(
      (file) => ![...(report?.imported ?? []), ...(report?.unchanged ?? [])].some((each) => each.file === file),
    ),
  ).toEqual([]);
  expect((await importOnce(null)).report?.unchanged).toHaveLength(ARCHIVES);
  await checkLibrary();
});

/** Looks at everything the killed runs left. */
async function checkLibrary(): Promise<void> {
  const { db, close } = await openDatabase({
    dataDir: join(folder, 'data', 'database'),
    ...(database.url === undefined ? {} : { url: database.url }),
  });
  const blobs = await openDiskBlobs(join(folder, 'data', 'blobs'));
  try {
    const {
      rows: [sums],
    } = await sql`
      select (select count(*)::int from imports where state = 'imported') as imports, (select count(*)::int from comics where state = 'published') as comics,
        (select count(*)::int from comics) as all_comics, (select count(*)::int from chapters) as chapters, (select count(*)::int from pages) as pages,
        (select count(*)::int from images) as images, (select count(*)::int from import_pages) as unfinished,
        (select count(*)::int from jobs where state <> 'done') as jobs, (select safe from term_counts where term_id = 0) as counted`.execute(
      db,
    );
    const comics = ARCHIVES / 3 + 2;
    expect(sums).toEqual({
      imports: ARCHIVES,
      comics,
      all_comics: comics,
      chapters: ARCHIVES,
      pages: ARCHIVES * PAGES,
      images: ARCHIVES * (PAGES - 1) + 1,
      unfinished: 0,
      jobs: 0,
      counted: comics,
    });
    const { rows: wrong } = await sql`
      select h.id from chapters h left join pages p on p.chapter_id = h.id
      group by h.id, h.pages having count(*) <> ${PAGES}
      or array_agg(p.number order by p.number) <> array(select generate_series(1, ${PAGES}))
      or h.pages <> ${PAGES}`.execute(db);
    expect(wrong).toEqual([]);
    const { rows: order } = await sql`
      select c.id from comics c join chapters h on h.comic_id = c.id where not c.oneshot
      group by c.id having array_agg(h.number::int order by h.position) <> array_agg(h.number::int order by h.number::int)`.execute(
      db,
    );
    expect(order).toEqual([]);
    const { rows: images } = await sql<{
      hash: string;
      variants: Record<string, { hash: string; bytes: number }>;
    }>`select hash, variants from images`.execute(db);
    for (const { hash, variants } of images) {
      expect(await blobs.has(hash)).toBe(true);
      for (const variant of Object.values(variants)) {
        expect(await blobs.size(variant.hash)).toBe(variant.bytes);
      }
    }
    expect(readdirSync(join(folder, 'data', 'blobs', 'unfinished'))).toEqual([]);
  } finally {
    await blobs.close();
    await close();
  }
}
