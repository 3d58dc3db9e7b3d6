import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ImportRequest, type ImportOutcome } from '#contract/imports.ts';
import { openDiskBlobs } from '#server/blobs/disk.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import type { Db } from '#server/db/database.ts';
import { ARCHIVE_LIMITS } from '#server/images/archives/archive-limits.ts';
import { IMAGE_LIMITS } from '#server/images/image-limits.ts';
import { createRenderer } from '#server/images/rendering/render.ts';
import { createLog } from '#server/log.ts';
import { testDatabase } from '#server/testing/database.ts';
import type { ImportDeps } from '../import-deps.ts';
import { createImports, type Imports } from '../imports.ts';

/** A comic as the tests look at it. */
export interface StoredComic {
  slug: string;
  title: string;
  state: string;
  rating: string;
  direction: string;
  oneshot: boolean;
  pages: number;
  status: string | null;
  work_key: string | null;
  released_on: string | null;
  description: string | null;
  translated: boolean;
  language: string | null;
  cover_is_first: boolean;
  terms: Record<string, string[]>;
  chapters: { name: string; number: string | null; direction: string | null; pages: string[] }[];
}

/** A real database, real blobs in a folder, and imports over them. */
export interface TestLibrary {
  db: Db;
  blobs: Blobs;
  evidence: Blobs;
  folder: string;
  imports: Imports;
  /** Imports over the same library with something else about them. */
  other(deps: Partial<ImportDeps>): Imports;
  /** Runs an import and returns what became of every file. */
  run(paths: string[], request?: Partial<ImportRequest>): Promise<ImportOutcome[]>;
  comics(): Promise<StoredComic[]>;
  count(table: 'comics' | 'chapters' | 'pages' | 'images' | 'imports' | 'import_pages' | 'jobs'): Promise<number>;
  /** Makes it empty again, the folder too. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an empty library of a test's own. */
export async function testLibrary(
  site: ImportDeps['site'] = { features: ['nsfw'], defaultRating: undefined },
): Promise<TestLibrary> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-imports-'));
  const database = await testDatabase();
  const { db } = database;
  const blobs = await openDiskBlobs(join(folder, 'blobs'));
  const evidence = await openDiskBlobs(join(folder, 'evidence'));
  const renderer = createRenderer({ processes: 2 });
  const deps: ImportDeps = {
    db,
    blobs,
    evidence,
    renderer,
    log: createLog('silent'),
    site,
    limits: ARCHIVE_LIMITS,
    pictureLimits: IMAGE_LIMITS,
    unpackIn: join(folder, 'unpacked'),
    processes: 2,
    alone: database.driver === 'pglite',
  };
  const imports = createImports(deps);
  return {
    db,
    blobs,
    evidence,
    folder,
    imports,
    other: (changes) => createImports({ ...deps, ...changes }),
    async run(paths, request = {}) {
      const outcomes: ImportOutcome[] = [];
      const listener = {
        onProgress() {},
        onOutcome: (outcome: ImportOutcome) => {
          outcomes.push(outcome);
        },
      };
      await imports.run(
        ImportRequest.parse({ paths, rating: 'safe', ...request }),
        listener,
        new AbortController().signal,
      );
      return outcomes;
    },
    comics: () => storedComics(db),
    async count(table) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db);
      return rows[0]?.n ?? 0;
    },
    async clear() {
      await sql`truncate comics, terms, images, imports, jobs restart identity cascade`.execute(db);
      await sql`delete from term_counts`.execute(db);
      await sql`insert into term_counts (term_id) values (0)`.execute(db);
      for (const name of readdirSync(folder).filter((each) => each !== 'blobs' && each !== 'evidence')) {
        rmSync(join(folder, name), { recursive: true });
      }
      for (const name of readdirSync(join(folder, 'blobs')).filter((each) => each !== 'unfinished')) {
        rmSync(join(folder, 'blobs', name), { recursive: true });
      }
    },
    async close() {
      await renderer.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function storedComics(db: Db): Promise<StoredComic[]> {
  const { rows } = await sql<StoredComic>`
    select c.slug, c.title, c.state, c.rating, c.direction, c.oneshot, c.pages, c.status, c.work_key, c.released_on::text, c.description, c.translated,
      (select t.code from terms t where t.kind = 'language' and t.id = any(c.terms)) as language,
      c.cover = (select p.image from pages p join chapters h on h.id = p.chapter_id where h.comic_id = c.id
        order by h.position, h.id, p.number limit 1) as cover_is_first,
      coalesce((select jsonb_object_agg(k.kind, k.names) from (
        select t.kind, array_agg(t.name order by t.name) as names from terms t where t.id = any(c.terms)
        and t.kind <> 'language' group by t.kind) k), '{}') as terms,
      (select jsonb_agg(jsonb_build_object('name', h.name, 'number', h.number, 'direction', h.direction,
          'pages', (select coalesce(jsonb_agg(p.name order by p.number), '[]') from pages p where p.chapter_id = h.id)) order by h.position, h.id)
        from chapters h where h.comic_id = c.id) as chapters
    from comics c order by c.id`.execute(db);
  return rows;
}
