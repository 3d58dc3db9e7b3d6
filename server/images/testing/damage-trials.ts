import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import { isProblem } from '#contract/problems.ts';
import { ARCHIVE_LIMITS } from '#server/images/archives/archive-limits.ts';
import { openArchive } from '#server/images/archives/archive.ts';
import { unpack } from '#server/images/unpacking/unpack.ts';
import { seededRandom } from '#server/testing/random.ts';
import { damage } from './damage.ts';
import type { DamagedContainer } from './damaged-containers.ts';

/**
 * How often what became of a damaged archive: all pages with the bytes they had, in their order; refused; pages that are
 * named and cannot be read; pages whose bytes are others and that their own format refuses. What must not be: `lost` pages
 * of which nothing is said, `altered` pages that nothing refuses, pages out of their order, and failures that are no refusal.
 */
export interface DamageTally extends Record<Outcome, number> {
  trials: number;
  failed: string[];
}

// Memories of WebAssembly are large to the system and small to the collector, which would let a hundred of them stand.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Bytes that this process may grow by before it collects: in a process with much else it takes longer than several trials. */
const COLLECT_AFTER = 1024 ** 3;

type Outcome = 'whole' | 'refused' | 'named' | 'undecodable' | 'altered' | 'lost' | 'disordered';

/** Promises what became of an archive that was damaged `trials` times, each time anew; the same every time. Nothing is left on the disk. */
export async function damageTrials({ bytes, pages, name }: DamagedContainer, trials: number): Promise<DamageTally> {
  const folder = await mkdtemp(join(tmpdir(), 'komawari-damage-'));
  const tally: DamageTally = {
    trials,
    whole: 0,
    refused: 0,
    named: 0,
    undecodable: 0,
    altered: 0,
    lost: 0,
    disordered: 0,
    failed: [],
  };
  let held = process.memoryUsage.rss();
  try {
    for (let trial = 0; trial < trials; trial += 1) {
      if (process.memoryUsage.rss() > held + COLLECT_AFTER) {
        collect();
        held = process.memoryUsage.rss();
      }
      const path = join(folder, 'damaged');
      await writeFile(path, damage(bytes, seededRandom(trial * 7919 + name.length)));
      const outcome = await trialOutcome(path, join(folder, 'unpacked'), pages);
      if (typeof outcome === 'string') {
        tally[outcome] += 1;
      } else {
        tally.failed.push(`${trial}: ${outcome.failed}`);
      }
    }
    return tally;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Promises what becomes of the archive at `path` that held these pages. It is unpacked in this process: a child for each
 * would take longer than the rest.
 */
export async function trialOutcome(
  path: string,
  folder: string,
  pages: readonly Buffer[],
): Promise<Outcome | { failed: string }> {
  try {
    const archive = await openArchive(path, ARCHIVE_LIMITS, folder, unpack);
    try {
      const read: (Buffer | null)[] = [];
      for (const entry of archive.entries) {
        read.push(
          await archive.read(entry).catch((error: unknown) => {
            if (isProblem(error)) return null;
            throw error;
          }),
        );
      }
      return await compared(read, pages);
    } finally {
      await archive.close();
    }
  } catch (error) {
    return isProblem(error) ? 'refused' : { failed: String(error) };
  }
}

async function compared(read: readonly (Buffer | null)[], pages: readonly Buffer[]): Promise<Outcome> {
  const others: Buffer[] = [];
  let [good, last] = [0, -1];
  for (const bytes of read) {
    if (bytes === null) continue;
    // Pages may be alike.
    const place = pages.findIndex((page, at) => at > last && page.equals(bytes));
    if (place < 0 && pages.some((page) => page.equals(bytes))) return 'disordered';
    if (place < 0) {
      others.push(bytes);
    } else {
      [good, last] = [good + 1, place];
    }
  }
  if (read.length < pages.length) return 'lost';
  if (good === pages.length) return 'whole';
  const decoded = await Promise.all(others.map(isDecodable));
  if (decoded.includes(true)) return 'altered';
  return others.length > 0 ? 'undecodable' : 'named';
}

function isDecodable(bytes: Buffer): Promise<boolean> {
  return sharp(bytes, { failOn: 'warning' })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}
