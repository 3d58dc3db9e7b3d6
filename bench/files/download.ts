import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDiskBlobs } from '#server/blobs/disk.ts';
import { openDatabase } from '#server/db/database.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { median, readable, table, type Figure } from '../figures.ts';
import { startServer } from '../servers/processes.ts';

const PAGES = 300;
const MEGABYTE = 1_000_000;
/** The comic that speed is measured with, and the one that memory is: bytes of a page, and how many pages are different ones. */
const COMICS = { usual: { page: MEGABYTE, different: PAGES }, large: { page: 7 * MEGABYTE, different: 12 } } as const;
const ROUNDS = 7;
const STARTS = 40;
const TOKEN = 'bench'.padEnd(43, '-');

/**
 * Measures a CBZ of 300 pages through HTTP: when its first byte comes, how fast it streams beside one file of the same
 * size that the same server sends, in turns, and what a comic of 2 GB does to the memory of the process.
 */
export async function benchDownload(say: (line: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    const plain = await plant(folder);
    const server = await startServer({ KOMAWARI_DATA: folder, KOMAWARI_DEMO: 'off', KOMAWARI_JOBS: 'off' });
    const agent = new Agent({ keepAlive: true });
    try {
      const [usual, large] = [await linkTo(server.url, 'usual'), await linkTo(server.url, 'large')];
      const first: number[] = [];
      for (let turn = 0; turn < STARTS; turn += 1) {
        first.push((await timed(usual, agent, { range: 'bytes=0-99999' })).firstByte);
      }
      const times = { cbz: [] as DownloadTimes[], file: [] as DownloadTimes[] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const pair = {
          cbz: await timed(usual, agent),
          file: await timed(`${server.url}/images/${plain}/original.png`, agent),
        };
        // The first is for the caches of the system.
        if (round > 0) {
          times.cbz.push(pair.cbz);
          times.file.push(pair.file);
        }
      }
      const before = readMemory(server.pid);
      let highest = before;
      const { bytes } = await timed(large, agent, {}, () => {
        highest = Math.max(highest, readMemory(server.pid));
      });
      const speed = (all: readonly DownloadTimes[]) => median(all.map(({ perSecond }) => perSecond));
      say(
        `downloads\n${table(
          ['what', 'MB/s'],
          Object.entries(times).map(([what, all]) => [what, readable(speed(all))]),
        )}\n`,
      );
      return [
        {
          name: `first byte of a CBZ of ${PAGES} pages, p50`,
          value: median(first.slice(STARTS / 10)),
          unit: 'ms',
          limit: 100,
          bound: 'most',
        },
        {
          name: `a CBZ of ${PAGES} pages ÷ one file of its size, bytes a second`,
          value: speed(times.cbz) / speed(times.file),
          unit: '×',
          limit: 0.7,
          bound: 'least',
        },
        {
          name: `memory that a download of ${(bytes / 1e9).toFixed(1)} GB takes more`,
          value: highest - before,
          unit: 'MB',
          limit: 64,
          bound: 'most',
        },
      ];
    } finally {
      agent.destroy();
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two comics, the plain file and a member. @returns the file's hash. */
async function plant(folder: string): Promise<string> {
  const database = await openDatabase({ dataDir: join(folder, 'database') });
  const { db } = database;
  try {
    const blobs = await openDiskBlobs(join(folder, 'blobs'));
    const keep = async (bytes: Buffer) => {
      const hash = await blobs.put(bytes);
      await sql`insert into images (hash, format, bytes, width, height) values (${hash}, 'png', ${bytes.length}, 1000, 1500)`.execute(
        db,
      );
      return hash;
    };
    const {
      rows: [user],
    } = await sql<{
      id: number;
    }>`insert into users (username, username_key, email, password, verified_at)
    values ('bench', 'bench', 'bench@example.test', '-', now()) returning id`.execute(db);
    await sql`insert into tokens (hash, user_id, purpose, expires_at) values (${hashSecret(TOKEN)}, ${user?.id}, 'access', now() + interval '1 day')`.execute(
      db,
    );
    for (const [slug, { page, different }] of Object.entries(COMICS)) {
      const hashes: string[] = [];
      for (let at = 0; at < different; at += 1) {
        hashes.push(await keep(randomBytes(page)));
      }
      const {
        rows: [comic],
      } = await sql<{
        id: number;
      }>`insert into comics (slug, title, state, pages, published_at) values (${slug}, ${slug}, 'published', ${PAGES}, now()) returning id`.execute(
        db,
      );
      const {
        rows: [chapter],
      } = await sql<{
        id: number;
      }>`insert into chapters (comic_id, slug, position, pages) values (${comic?.id}, 'chapter-1', 1, ${PAGES}) returning id`.execute(
        db,
      );
      await sql`insert into pages (chapter_id, number, image)
        select ${chapter?.id}, n, (${hashes}::text[])[1 + n % ${different}::int]
        from generate_series(1, ${PAGES}::int) n`.execute(db);
    }
    const whole = await keep(randomBytes(PAGES * MEGABYTE));
    // As a page of a comic that everyone may read it can be fetched as a file.
    const {
      rows: [free],
    } = await sql<{
      id: number;
    }>`insert into comics (slug, title, state, published_at) values ('file', 'file', 'published', now()) returning id`.execute(
      db,
    );
    const {
      rows: [chapter],
    } = await sql<{
      id: number;
    }>`insert into chapters (comic_id, slug, position) values (${free?.id}, 'chapter-1', 1) returning id`.execute(db);
    await sql`insert into pages (chapter_id, number, image) values (${chapter?.id}, 1, ${whole})`.execute(db);
    return whole;
  } finally {
    await database.close();
  }
}

async function linkTo(url: string, slug: string): Promise<string> {
  const answer = await fetch(`${url}/api/comics/${slug}/download`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  if (!answer.ok) throw new Error(`asking for a download answered ${answer.status}`);
  return ((await answer.json()) as { url: string }).url;
}

interface DownloadTimes {
  firstByte: number;
  perSecond: number;
  bytes: number;
}

/** Fetches a file, or what `headers` ask of it, to its end; `onSome` is called now and then. Milliseconds, and megabytes a second. */
async function timed(
  url: string,
  agent: Agent,
  headers: Record<string, string> = {},
  onSome?: () => void,
): Promise<DownloadTimes> {
  const started = performance.now();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent, headers }, resolve).on('error', reject);
  });
  if (answer.statusCode !== 200 && answer.statusCode !== 206) throw new Error(`${url} answered ${answer.statusCode}`);
  let [firstByte, bytes, looked] = [0, 0, 0];
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (bytes === 0) {
      firstByte = performance.now() - started;
    }
    bytes += chunk.length;
    if (bytes - looked > 20 * MEGABYTE) {
      looked = bytes;
      onSome?.();
    }
  }
  return { firstByte, bytes, perSecond: bytes / MEGABYTE / ((performance.now() - started) / 1000) };
}

/** Resident memory of one process, in MB. */
function readMemory(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
