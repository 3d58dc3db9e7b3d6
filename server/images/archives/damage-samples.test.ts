import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { damageTrials } from '#server/images/testing/damage-trials.ts';
import { unpack } from '#server/images/unpacking/unpack.ts';
import { SAMPLES, withSamples } from '#server/testing/samples.ts';
import { ARCHIVE_LIMITS } from './archive-limits.ts';
import { openArchive } from './archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komawari-damaged-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Archives as other programs wrote them: packed, solid, with names in scripts, with comments. */
const ARCHIVES = [
  'komga-rar4.cbr',
  'komga-rar5-solid.cbr',
  'Captain Science #001-cix-cbi.cbr',
  'Captain Science #001.cb7',
  'komga-deflate64.cbz',
];

it.each(ARCHIVES)('%s, damaged, loses no page without a word', { ...withSamples, timeout: 120_000 }, async (name) => {
  const file = join(SAMPLES, 'odd', name);
  const archive = await openArchive(file, ARCHIVE_LIMITS, folder, unpack);
  const pages: Buffer[] = [];
  for (const entry of archive.entries) {
    pages.push(await archive.read(entry));
  }
  await archive.close();
  const { whole, refused, named, ...bad } = await damageTrials(
    { name, bytes: await readFile(file), pages, hasSums: true },
    20,
  );
  expect(bad).toEqual({ trials: 20, undecodable: 0, altered: 0, lost: 0, disordered: 0, failed: [] });
  expect(whole + refused + named).toBe(20);
});
