import { fork } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readArchive, type ArchiveOutcome } from '#server/images/testing/counted-archives.ts';
import type { HostileArchive } from '#server/images/testing/hostile-archive.ts';
import { hostileArchives } from '#server/images/testing/hostile-archives.ts';
import { rawTar } from '#server/images/testing/raw-tar.ts';
import { openCounted, type WorkCount } from '#server/testing/counting/counted-work.ts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';

const ZEROS = gzipSync(Buffer.alloc(8 * 1024 ** 2));
const archives = await hostileArchives();
const met = new Map<HostileArchive, WorkCount<ArchiveOutcome> | { failure: unknown }>();
/**
 * Steps of this thread for one archive, and letters and bytes it goes through: a process is started, and what it says is read.
 * Documents of an EPUB are read here, and take most.
 */
const MAX_OWN_WORK = 4_000_000;
const peaks: number[] = [];
let folder: string;

/** The children of a process that unpack, and the most that each has held so far in bytes, where the system tells. */
function children(parent: number): { pid: number; peak: number }[] {
  return (existsSync('/proc/self') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []).flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'latin1');
      const ours =
        new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status) &&
        readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('unpack-child');
      return ours ? [{ pid: Number(pid), peak: Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024 }] : [];
    } catch {
      return [];
    }
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komawari-hostile-'));
  const waiting = [...archives];
  const paths = new Map(
    await Promise.all(
      archives.map(async (archive, at) => {
        const path = join(folder, `${at}.cbz`);
        await writeFile(path, archive.bytes);
        return [archive, path] as const;
      }),
    ),
  );
  const watch = setInterval(() => peaks.push(...children(process.pid).map(({ peak }) => peak)), 100);
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      const counted = await openCounted(new URL('../testing/counted-archives.ts', import.meta.url));
      for (let archive = waiting.shift(); archive; archive = waiting.shift()) {
        met.set(
          archive,
          await counted
            .call(readArchive, paths.get(archive) as string, archive.limits ?? {}, join(folder, 'unpacked'))
            .catch((failure: unknown) => ({ failure })),
        );
      }
      await counted.close();
    }),
  );
  clearInterval(watch);
});
afterAll(() => rm(folder, { recursive: true }));

test.each(archives.map((archive) => [archive.group, archive.name, archive] as const))(
  '%s: %s',
  (_group, _name, archive) => {
    const { outcome } = archive;
    expect(met.get(archive)).toMatchObject({
      result: 'code' in outcome ? outcome : { good: outcome.good, bad: outcome.bad ?? 0 },
    });
  },
);

test('nothing is written but into the folder, and nothing is left in it', async () => {
  expect(await readdir(join(folder, 'unpacked'))).toEqual([]);
  expect((await readdir(folder)).filter((name) => !/^\d+\.cbz$/.test(name))).toEqual(['unpacked']);
  for (const place of ['/tmp', '/', tmpdir(), process.cwd(), join(folder, '..')]) {
    expect((await readdir(place)).filter((name) => name.includes('evil-komawari'))).toEqual([]);
  }
});

// None takes longer than it may, or it would have ended as one that did.
test('the work is that of children: the site itself has time for others', () => {
  const heavy = [...met].filter(([, outcome]) => 'failure' in outcome || outcome.work > MAX_OWN_WORK);
  expect(heavy.map(([{ group, name }, outcome]) => [group, name, outcome])).toEqual([]);
});

test('no child holds more than it may', () => {
  for (const peak of peaks) {
    expect(peak).toBeLessThan(ARCHIVE_LIMITS.childBytes);
  }
});

test('a killed process leaves neither a child nor a file', async () => {
  const path = join(folder, 'long.cbt');
  // Gigabytes of zeros behind the end of a TAR, so that its reader is at work for seconds.
  await writeFile(
    path,
    Buffer.concat([gzipSync(rawTar([{ name: '1.jpg' }])), ...Array.from({ length: 400 }, () => ZEROS)]),
  );
  const parent = fork(new URL('../testing/opening-child.ts', import.meta.url), { execArgv: [] });
  parent.send({ path, folder: join(folder, 'killed') });
  let unpacking: ReturnType<typeof children> = [];
  await expect.poll(() => (unpacking = children(parent.pid ?? 0)), { interval: 20 }).toHaveLength(1);
  parent.kill('SIGKILL');
  await expect.poll(() => existsSync(`/proc/${unpacking[0]?.pid}`)).toBe(false);
  expect(readdirSync(join(folder, 'killed'))).toEqual([]);
});
