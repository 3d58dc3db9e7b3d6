import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Upload } from '#contract/uploads.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import { openDatabase, type Db } from '#server/db/database.ts';
import { collectBlobs } from '#server/features/picture-upkeep/blob-collection.ts';
import { comicInfo, drawPage, writeArchive } from '#server/features/imports/testing/archives.ts';
import { member } from '#server/testing/member.ts';
import { startProgram, type Program } from '#server/testing/process.ts';
import { seededRandom } from '#server/testing/random.ts';

/** Where a soaked site keeps everything. */
export interface SoakedSite {
  /** Holds its data and the archives that are uploaded. */
  folder: string;
  databaseUrl: string | undefined;
  /** The environment that names its store. */
  store: Record<string, string>;
  openBlobs(): Promise<Blobs>;
}

/** The result of a soak: how often it was killed while it did what, and what is there at the end. */
export interface SoakResult {
  killed: Record<string, number>;
  comics: number;
  pages: number[];
  /** Pictures or variants whose blob is not whole, and blobs that nothing refers to after the sweep. */
  lost: string[];
  orphans: string[];
  /** The number of files the sweep found. */
  swept: number;
  /** Uploads and jobs that did not come to their end. */
  left: number;
}

const WHILES = ['upload', 'unpack', 'render', 'publish'] as const;
type While = (typeof WHILES)[number];

/** Bytes of a part: so small that a file takes several. */
const PART = 2_000;

/**
 * Uploads archives, one comic each, to a site that is killed `rounds` times, in turn at random moments of upload,
 * unpacking, rendering and publishing; each time it starts again and goes on. Then everything is brought to its end, swept and looked at.
 */
export async function soak(
  site: SoakedSite,
  { rounds, archives, pages, seed }: { rounds: number; archives: number; pages: number; seed: number },
): Promise<SoakResult> {
  const random = seededRandom(seed);
  const files = await drawArchives(site.folder, archives, pages, seed);
  const token = await onDatabase(site, async (db) => (await member(db, { role: 'uploader' })).token);
  const killed: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const moment = WHILES[round % WHILES.length] as While;
    const program = start(site);
    const [, url = ''] = await program.until(/ready at (\S+)/);
    const stage = Math.ceil((archives * (round + 1)) / (rounds + 1));
    const done = drive({ url, token, files: files.slice(0, stage), until: moment }).then(() =>
      pause(Math.floor(random() * 120)),
    );
    // A failure leaves no process behind.
    await Promise.race([done, pause(8000)]).finally(() => {
      program.kill('SIGKILL');
    });
    await program.ended;
    killed[moment] = (killed[moment] ?? 0) + 1;
  }
  const program = start(site);
  const [, url = ''] = await program.until(/ready at (\S+)/);
  await drive({ url, token, files, until: null }).finally(() => {
    program.kill('SIGTERM');
  });
  await program.ended;
  return { killed, ...(await look(site)) };
}

function start({ folder, databaseUrl, store }: SoakedSite): Program {
  return startProgram('features/uploads/testing/site-child.ts', {
    folder,
    env: {
      KOMAWARI_DATA: join(folder, 'data'),
      KOMAWARI_IMAGE_PROCESSES: '2',
      LOG_LEVEL: 'fatal',
      ...store,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  });
}

async function drawArchives(
  folder: string,
  archives: number,
  pages: number,
  seed: number,
): Promise<[name: string, bytes: Buffer][]> {
  const files: [string, Buffer][] = [];
  for (let at = 0; at < archives; at += 1) {
    // Every archive shares its last page with all others.
    const drawn = await Promise.all(
      Array.from({ length: pages }, (_, page) => drawPage(page === pages - 1 ? 999_999 : seed + at * 1000 + page)),
    );
    const path = await writeArchive(join(folder, 'archives', `${at}.cbz`), {
      ...Object.fromEntries(drawn.map((bytes, page) => [`${page + 1}.png`, bytes])),
      'ComicInfo.xml': comicInfo({ Title: `Soaked ${at}`, AgeRating: 'Everyone', Tags: 'soak' }),
    });
    files.push([`${at}.cbz`, readFileSync(path)]);
  }
  return files;
}

interface Drive {
  url: string;
  token: string;
  files: readonly (readonly [name: string, bytes: Buffer])[];
  /** Returns once this has begun; null: when all is published. */
  until: While | null;
}

/**
 * Brings every file to being a comic, from wherever it is, as someone does who comes back: by the list of their
 * uploads. Returns early when the site is gone.
 */
async function drive({ url, token, files, until }: Drive): Promise<void> {
  const call = async (
    method: string,
    path: string,
    options: { json?: object; headers?: Record<string, string>; bytes?: Buffer } = {},
  ) => {
    const body = options.bytes ?? (options.json && JSON.stringify(options.json));
    const type = options.json
      ? { 'content-type': 'application/json' }
      : options.bytes
        ? { 'content-type': 'application/offset+octet-stream' }
        : {};
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...type, ...options.headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  };
  const known = new Map<string, Upload>();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { body } = await call('GET', `/api/admin/uploads?per_page=100&page=${page}`);
    last = body.last_page;
    for (const { id } of body.data) {
      const { body: upload } = (await call('GET', `/api/admin/uploads/${id}`)) as { body: Upload };
      if (upload.files[0]) {
        known.set(upload.files[0].path, upload);
      }
    }
  }
  for (const [name, bytes] of files) {
    let upload = known.get(name) ?? ((await call('POST', '/api/admin/uploads')).body as Upload);
    if (upload.state === 'committed') continue;
    const file =
      upload.files[0] ??
      (await call('POST', `/api/admin/uploads/${upload.id}/files`, { json: { path: name, bytes: bytes.length } })).body;
    for (;;) {
      const at = Number((await call('HEAD', file.upload_url)).headers.get('upload-offset'));
      if (at >= bytes.length) break;
      const sent = call('PATCH', file.upload_url, {
        headers: { 'upload-offset': String(at) },
        bytes: bytes.subarray(at, at + PART),
      });
      if (until === 'upload') return void sent.catch(() => {});
      await sent;
    }
    for (;;) {
      upload = (await call('GET', `/api/admin/uploads/${upload.id}`)).body as Upload;
      const [one] = upload.files;
      if (one?.state === 'refused') throw new Error(JSON.stringify(one));
      if ((until === 'unpack' && one?.state !== 'receiving') || (until === 'render' && (one?.pages_done ?? 0) > 0)) {
        return;
      }
      if (one?.state === 'ready' && upload.state === 'open') {
        if (upload.error) throw new Error(JSON.stringify(upload.error));
        const committed = call('POST', `/api/admin/uploads/${upload.id}/commit`, {
          json: { version: upload.version, publish: 'now', rights: true },
        });
        if (until === 'publish') return void committed.catch(() => {});
        await committed;
      }
      if (upload.state === 'committed') break;
      await pause(20);
    }
  }
}

async function onDatabase<Result>(
  { folder, databaseUrl }: SoakedSite,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const { db, close } = await openDatabase({
    dataDir: join(folder, 'data', 'database'),
    ...(databaseUrl === undefined ? {} : { url: databaseUrl }),
  });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

function look(site: SoakedSite): Promise<Omit<SoakResult, 'killed'>> {
  return onDatabase(site, async (db) => {
    const blobs = await site.openBlobs();
    try {
      const soon = new Date(Date.now() + 60_000);
      const { blobs: swept } = await collectBlobs(
        { db, blobs },
        new Date(Date.now() + 30_000),
        new AbortController().signal,
      );
      const { rows: comics } = await sql<{ pages: number }>`
        select count(p.*)::int as pages from comics c join chapters h on h.comic_id = c.id
        join pages p on p.chapter_id = h.id where c.state = 'published' group by c.id`.execute(db);
      const { rows: images } = await sql<{
        hash: string;
        variants: Record<string, { hash: string; bytes: number }>;
      }>`select hash, variants from images`.execute(db);
      const wanted = new Set<string>();
      const lost: string[] = [];
      for (const { hash, variants } of images) {
        if (!(await blobs.has(hash))) {
          lost.push(hash);
        }
        wanted.add(hash);
        for (const variant of Object.values(variants)) {
          if ((await blobs.size(variant.hash)) !== variant.bytes) {
            lost.push(variant.hash);
          }
          wanted.add(variant.hash);
        }
      }
      const { rows: parts } = await sql<{ blob: string }>`select blob from upload_parts`.execute(db);
      for (const { blob } of parts) {
        wanted.add(blob);
      }
      const orphans: string[] = [];
      for await (const key of blobs.before(soon)) {
        if (!wanted.has(key)) {
          orphans.push(key);
        }
      }
      const {
        rows: [left],
      } = await sql<{ left: number }>`
        select (select count(*) from uploads where state <> 'committed')::int + (select count(*) from jobs
          where kind in ('uploads.read', 'uploads.commit') and state <> 'done')::int as left`.execute(db);
      return {
        comics: comics.length,
        pages: comics.map((comic) => comic.pages),
        lost,
        orphans,
        swept,
        left: left?.left ?? NaN,
      };
    } finally {
      await blobs.close();
    }
  });
}
