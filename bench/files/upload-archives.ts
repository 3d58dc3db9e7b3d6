import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Upload } from '#contract/uploads.ts';
import { median, percentile, readable, table, type Figure } from '../figures.ts';
import { spentSeconds } from '../servers/processor-time.ts';
import { callAsUploader, startUploaderSite, type UploaderSite } from '../servers/uploader.ts';
import { drawArchives } from '../synthetic/archives.ts';
import { derived, unpack } from './import.ts';

const ROUNDS = 3;
const PART = 16 * 1024 ** 2;
/** Milliseconds between two looks of the uploader's page at an upload that is read (`web/staff/uploads/use-upload.tsx`), and at its last file. */
const LOOK = { reading: 900, last: 100 };

/** The seconds of the clock, and of the processor for this program and all that it started, that some pages took. */
interface TimeSpent {
  clock: number;
  processor: number;
}

/**
 * Measures the pages a second that uploaded archives become, each time of an empty site, against sharp alone making the same
 * pictures in as many processes, in turns, with the same visitor of the site beside either; and how long that visitor waits
 * while archives are read.
 */
export async function benchUploadedArchives(say: (line: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'komawari-bench-'));
  try {
    const [archives, list, none] = [join(folder, 'drawn'), join(folder, 'pages.json'), join(folder, 'no-pages.json')];
    mkdirSync(archives);
    await drawArchives(archives);
    const drawn = await unpack(archives, join(folder, 'loose'));
    writeFileSync(list, JSON.stringify(drawn));
    writeFileSync(none, '[]');
    const ours: TimeSpent[] = [];
    const bare: TimeSpent[] = [];
    const answers: number[] = [];
    const idle = await alone(none);
    for (let round = 0; round < ROUNDS; round += 1) {
      const site = await startUploaderSite();
      const measures = [
        async () => {
          const { result, waits } = await visited(site.url, () => uploaded(site, archives));
          ours.push(result);
          answers.push(...waits);
        },
        async () => {
          const { result } = await visited(site.url, () => alone(list));
          bare.push({ clock: result.clock - idle.clock, processor: result.processor - idle.processor });
        },
      ];
      try {
        for (const measure of round % 2 === 0 ? measures : measures.toReversed()) {
          await measure();
        }
      } finally {
        await site.close();
      }
    }
    const pagesASecond = (all: readonly TimeSpent[]) => drawn.length / median(all.map(({ clock }) => clock));
    const ofProcessor = (all: readonly TimeSpent[]) =>
      (1000 * median(all.map(({ processor }) => processor))) / drawn.length;
    const ratio = median(ours.map(({ clock }, round) => (bare[round] as TimeSpent).clock / clock));
    say(
      `${drawn.length} pages of uploaded archives, ${availableParallelism()} processors\n${table(
        ['what', 'pages a second', 'processor, ms a page'],
        [
          ['upload, read and rendered', readable(pagesASecond(ours)), readable(ofProcessor(ours))],
          ['sharp alone', readable(pagesASecond(bare)), readable(ofProcessor(bare))],
        ],
      )}\n`,
    );
    return [
      { name: 'uploaded archives ÷ sharp alone, pages a second', value: ratio, unit: '×', limit: 0.85, bound: 'least' },
      {
        name: 'the landing page meanwhile, p95',
        value: percentile(answers, 0.95),
        unit: 'ms',
        limit: 100,
        bound: 'most',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function alone(list: string): Promise<TimeSpent> {
  const before = spentSeconds(process.pid);
  const clock = await derived(list);
  return { clock, processor: spentSeconds(process.pid) - before };
}

/** Does some work while a visitor opens the landing page every 50 ms and more; the visitor's waits, in milliseconds. */
async function visited<Result>(url: string, work: () => Promise<Result>): Promise<{ result: Result; waits: number[] }> {
  const waits: number[] = [];
  let busy = true;
  const visit = (async () => {
    while (busy) {
      const started = performance.now();
      await fetch(`${url}/`).then((answer) => answer.arrayBuffer());
      waits.push(performance.now() - started);
      await wait(50);
    }
  })();
  try {
    return { result: await work(), waits };
  } finally {
    busy = false;
    await visit;
  }
}

/** Uploads every archive and waits until all are read. */
async function uploaded(site: UploaderSite, archives: string): Promise<TimeSpent> {
  const [started, before] = [performance.now(), spentSeconds(process.pid)];
  const { id } = await callAsUploader(site, 'POST', '/api/admin/uploads');
  for (const name of readdirSync(archives)) {
    await send(site, id, name, await readFile(join(archives, name)));
  }
  for (;;) {
    const upload: Upload = await callAsUploader(site, 'GET', `/api/admin/uploads/${id}`);
    const left = upload.files_count - upload.files_done;
    if (left === 0) break;
    await wait(left > 1 ? LOOK.reading : LOOK.last);
  }
  return { clock: (performance.now() - started) / 1000, processor: spentSeconds(process.pid) - before };
}

async function send(site: UploaderSite, upload: number, path: string, whole: Buffer): Promise<void> {
  const file = await callAsUploader(
    site,
    'POST',
    `/api/admin/uploads/${upload}/files`,
    { 'content-type': 'application/json' },
    Buffer.from(JSON.stringify({ path, bytes: whole.length })),
  );
  for (let at = 0; at < whole.length; at += PART) {
    await callAsUploader(
      site,
      'PATCH',
      file.upload_url,
      { 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
      whole.subarray(at, at + PART),
    );
  }
}
