import { fork } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isProblem } from '#contract/problems.ts';
import { processorTimeUntil } from '#server/testing/processor-time.ts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';
import { openArchive } from './archive.ts';
import type { HostileArchive } from './testing/hostile-archive.ts';
import { hostileArchives } from './testing/hostile-archives.ts';
import { rawTar } from './testing/raw-tar.ts';

const ZEROS = gzipSync(Buffer.alloc(8 * 1024 ** 2));
const archives = await hostileArchives();
const met = new Map<HostileArchive, unknown>();
/** Milliseconds of this thread's own work for one archive, on average: a process is started, and what it says is read. */
const MAX_OWN_WORK = 200;
const peaks: number[] = [];
let folder: string;
/** Milliseconds that the processor worked on this thread for all of them. */
let ownWork: number;

async function open({ limits }: HostileArchive, path: string): Promise<unknown> {
  try {
    const archive = await openArchive(path, { ...ARCHIVE_LIMITS, ...limits }, join(folder, 'unpacked'));
    const read = await Promise.all(archive.entries.map((entry) => archive.read(entry).then(() => true, () => false)));
    await archive.close();
    return { good: read.filter(Boolean).length, bad: read.filter((good) => !good).length };
  } catch (error) {
    return isProblem(error) ? { code: error.code, params: error.params } : error;
  }
}

/** The children of a process that unpack, and the most that each has held so far in bytes, where the system tells. */
function children(parent: number): { pid: number; peak: number }[] {
  return (existsSync('/proc/self') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []).flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'latin1');
      const ours = new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('unpack-child');
      return ours ? [{ pid: Number(pid), peak: Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024 }] : [];
    } catch {
      return [];
    }
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komawari-hostile-'));
  const waiting = [...archives];
  const paths = new Map(await Promise.all(archives.map(async (archive, at) => {
    const path = join(folder, `${at}.cbz`);
    await writeFile(path, archive.bytes);
    return [archive, path] as const;
  })));
  const watch = setInterval(() => peaks.push(...children(process.pid).map(({ peak }) => peak)), 100);
  ({ took: ownWork } = await processorTimeUntil(() => Promise.all(Array.from({ length: 3 }, async () => {
    for (let archive = waiting.shift(); archive; archive = waiting.shift()) {
      met.set(archive, await open(archive, paths.get(archive) as string));
    }
  }))));
  clearInterval(watch);
});
afterAll(() => rm(folder, { recursive: true }));

test.each(archives.map((archive) => [archive.group, archive.name, archive] as const))('%s: %s', (_group, _name, archive) => {
  const { outcome } = archive;
  expect(met.get(archive)).toMatchObject('code' in outcome ? outcome : { good: outcome.good, bad: outcome.bad ?? 0 });
});

test('nothing is written but into the folder, and nothing is left in it', async () => {
  expect(await readdir(join(folder, 'unpacked'))).toEqual([]);
  expect((await readdir(folder)).filter((name) => !/^\d+\.cbz$/.test(name))).toEqual(['unpacked']);
  for (const place of ['/tmp', '/', tmpdir(), process.cwd(), join(folder, '..')]) { expect((await readdir(place)).filter((name) => name.includes('evil-komawari'))).toEqual([]); }
});

// None takes longer than it may, or it would have ended as one that did.
test('the work is that of children: the site itself has time for others', () => {
  expect(ownWork / archives.length).toBeLessThan(MAX_OWN_WORK);
});

test('no child holds more than it may', () => {
  for (const peak of peaks) { expect(peak).toBeLessThan(ARCHIVE_LIMITS.childBytes); }
});

test('a killed process leaves neither a child nor a file', async () => {
  const path = join(folder, 'long.cbt');
  // Gigabytes of zeros behind the end of a TAR, so that its reader is at work for seconds.
  await writeFile(path, Buffer.concat([gzipSync(rawTar([{ name: '1.jpg' }])), ...Array.from({ length: 400 }, () => ZEROS)]));
  const parent = fork(new URL('./testing/opening-child.ts', import.meta.url), { execArgv: [] });
  parent.send({ path, folder: join(folder, 'killed') });
  let unpacking: ReturnType<typeof children> = [];
  await expect.poll(() => unpacking = children(parent.pid ?? 0), { interval: 20 }).toHaveLength(1);
  parent.kill('SIGKILL');
  await expect.poll(() => existsSync(`/proc/${unpacking[0]?.pid}`)).toBe(false);
  expect(readdirSync(join(folder, 'killed'))).toEqual([]);
});
