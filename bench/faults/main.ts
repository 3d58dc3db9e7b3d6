// `npm run faults`: a whole site on this machine, load, and one fault after the other.
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { withTransaction } from '#server/db/database.ts';
import { openS3Blobs } from '#server/blobs/s3.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { member } from '#server/testing/member.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { FAULTS, type Fault } from './faults.ts';
import { startLoad, type Caller, type Load } from './load.ts';
import { PAGES } from './uploader.ts';
import type { PostgresServer } from '../../tools/postgres.ts';

/** Seconds without a failed call after which everything is taken to work. */
const QUIET = 2;
/** Seconds after a fault is mended in which everything must work again. */
const PATIENCE = 40;
/** Calls that failed which are told of each fault with `--examples`. */
const MAX_EXAMPLES = 5;
/** Seconds in which workers must have read what was uploaded. */
const READ_PATIENCE = 90;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    pace: { type: 'string', default: '25' },
    examples: { type: 'boolean' },
  },
});
const chosen = FAULTS.filter(({ name }) => values.only?.some((text) => name.includes(text)) ?? true);
const cluster = await startCluster();
let status = 0;
try {
  const load = startLoad(
    cluster.sites.map(({ url }) => url),
    { ...(await plant(cluster)), pace: Number(values.pace) },
  );
  await pause(5_000);
  console.log(cluster.redis === null ? 'Redis is not installed: nothing of it is tried' : '');
  console.log(
    '| fault | calls | failed: reading | writing | sending | uploading | longest answer | works again after |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const fault of chosen) {
    if (fault.needs?.(cluster) === false) {
      console.log(`| ${fault.name} | not tried: this machine does not allow it | | | | | | |`);
      continue;
    }
    const { row, examples } = await tried(fault, load);
    console.log(row);
    if (values.examples === true && examples.length > 0) {
      console.error(examples.join('\n'));
    }
  }
  await load.stop();
  const { lost, doubled } = await compared(cluster, load);
  const { files, acknowledged, forgotten } = load.uploaded;
  const wrong = await wrongUploads(cluster, files);
  console.log(
    `\n${load.acknowledged.titles.length} writes, ${load.acknowledged.pages.length} pictures and ${acknowledged} bytes of ${files.size} whole uploads were acknowledged; ` +
      `lost: ${lost}, doubled: ${doubled}, bytes forgotten: ${forgotten}, uploads that are not what was sent, or were not read once: ${wrong}`,
  );
  status = lost + doubled + forgotten + wrong === 0 ? 0 : 1;
} finally {
  await cluster.stop();
}
process.exit(status);

/** A library of some comics, an admin, and a draft that takes pages. */
async function plant({
  asking,
  primary,
  store,
}: Cluster): Promise<{ headers: Record<string, string>; paths: string[]; chapter: number }> {
  return asking(primary, async (db) => {
    const blobs = await openS3Blobs({
      endpoint: store.url,
      region: 'us-east-1',
      bucket: 'komawari',
      key: 'key',
      secret: 'secret',
    });
    const paths = ['/en/latest', '/api/comics', '/en/latest/feed.atom'];
    for (let at = 0; at < 6; at += 1) {
      const picture = await plantPicture(db, blobs, 20 + at * 30);
      const comic = await withTransaction(db, (tx) => plantComic(tx, { title: `Comic ${at}` }, picture));
      paths.push(`/en/comic/${comic.slug}`, `/api/comics/${comic.slug}`, `/images/${picture}/original.png`);
    }
    const picture = await plantPicture(db, blobs, 250);
    const draft = await withTransaction(db, (tx) => plantComic(tx, { title: 'Takes pages' }, picture));
    await sql`update comics set state = 'draft' where id = ${draft.id}`.execute(db);
    const { rows } = await sql<{ id: number }>`select id from chapters where comic_id = ${draft.id}`.execute(db);
    await blobs.close();
    return { headers: (await member(db, { role: 'admin' })).headers, paths, chapter: rows[0]!.id };
  });
}

/** Tries one fault: what callers saw of it, as a row of the table, and the first calls that failed. */
async function tried(fault: Fault, load: Load): Promise<{ row: string; examples: string[] }> {
  const began = performance.now();
  await fault.begin(cluster, () => load.calls.length);
  await pause(fault.seconds * 1000);
  await fault.heal(cluster);
  const healed = performance.now();
  let last = healed;
  while (performance.now() - last < QUIET * 1000 && performance.now() - healed < PATIENCE * 1000) {
    await pause(250);
    last = load.calls.findLast(({ ok, at }) => !ok && at >= healed)?.at ?? healed;
  }
  const calls = load.calls.filter(({ at }) => at >= began);
  const failed = (caller: Caller) => {
    const outcomes = Object.entries(
      Object.groupBy(
        calls.filter((call) => call.caller === caller && !call.ok),
        ({ outcome }) => outcome,
      ),
    ).map(([outcome, all = []]) => `${all.length} × ${outcome}`);
    return outcomes.join(', ') || '0';
  };
  const longest = Math.max(...calls.map(({ milliseconds }) => milliseconds)) / 1000;
  const after =
    performance.now() - last >= QUIET * 1000 ? `${((last - healed) / 1000).toFixed(1)} s` : `not within ${PATIENCE} s`;
  const examples = calls
    .filter(({ ok }) => !ok)
    .slice(0, MAX_EXAMPLES)
    .map(({ at, outcome, detail }) => `  after ${((at - began) / 1000).toFixed(1)} s: ${outcome}, ${detail}`);
  const row = `| ${fault.name} | ${calls.length} | ${failed('reading')} | ${failed('writing')} | ${failed('sending')} | ${failed('uploading')} | ${longest.toFixed(1)} s | ${after} |`;
  return { row, examples };
}

/** How many acknowledged writes are not there, and how many of all that were tried are there twice. */
async function compared(
  { asking }: Cluster,
  { acknowledged, tried }: Load,
): Promise<{ lost: number; doubled: number }> {
  return asking(lastPrimary(), async (db) => {
    const { rows: titles } = await sql<{
      name: string;
    }>`select title as name from comics where title = any(${tried.titles}::text[])`.execute(db);
    const { rows: pages } = await sql<{
      name: string;
    }>`select name from pages where name = any(${tried.pages}::text[])`.execute(db);
    const there = [...titles, ...pages].map(({ name }) => name);
    const kept = new Set(there);
    return {
      lost: [...acknowledged.titles, ...acknowledged.pages].filter((name) => !kept.has(name)).length,
      doubled: there.length - kept.size,
    };
  });
}

/** The server that was the primary in the end. */
function lastPrimary(): PostgresServer {
  return chosen.some(({ name }) => name.startsWith('failover')) ? cluster.replica : cluster.primary;
}

/** How many whole uploads have another hash than was sent, or were not read into as many pages as there are, once. */
async function wrongUploads({ asking }: Cluster, files: ReadonlyMap<number, string>): Promise<number> {
  return asking(lastPrimary(), async (db) => {
    for (const end = performance.now() + READ_PATIENCE * 1000; ; await pause(1_000)) {
      const { rows } = await sql<{ id: number; hash: string | null; pages: number }>`
        select f.id, f.hash, (select count(*)::int from upload_pages p where p.file_id = f.id and p.image is not null) as pages
        from upload_files f where f.id = any(${[...files.keys()]}::int[]) and f.state = 'ready'`.execute(db);
      const right = rows.filter(({ id, hash, pages }) => hash === files.get(id) && pages === PAGES);
      if (right.length === files.size || performance.now() > end) return files.size - right.length;
    }
  });
}
