import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PROGRAM_ENV, PROGRAM_FLAGS } from '#server/testing/process.ts';
import { drawSite, php, writeDump } from '#server/features/transfers/testing/madara-dump.ts';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 60_000 });

const KILLS = 10;
const [WORKS, CHAPTERS, PAGES, MEMBERS] = [6, 3, 4, 5];
const child = fileURLToPath(new URL('../testing/transfer-child.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-madara-kill-'));
  const tables = await drawSite(join(folder, 'uploads'), { works: WORKS, chapters: CHAPTERS, pages: PAGES });
  for (let at = 1; at <= MEMBERS; at += 1) {
    tables.users!.push([
      at,
      `reader${at}`,
      '$P$x',
      `reader${at}`,
      `reader${at}@example.test`,
      '2020-01-01 00:00:00',
      `Reader ${at}`,
    ]);
    tables.usermeta!.push([at, at, '_wp_manga_bookmark', php([{ id: 10 }, { id: 11 }])]);
    tables.comments!.push([
      at,
      10,
      '',
      '',
      '',
      '2022-01-01 00:00:00',
      '2022-01-01 00:00:00',
      `I say ${at}`,
      '1',
      'comment',
      at - 1,
      at,
    ]);
  }
  writeFileSync(join(folder, 'site.sql'), writeDump(tables));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Works on it in a process of its own; `milliseconds` after its start that is killed. Its last words, or null. */
function work(milliseconds: number | null): Promise<Record<string, number> | null> {
  const process_ = spawn(process.execPath, [...PROGRAM_FLAGS, child, join(folder, 'data'), folder], {
    env: PROGRAM_ENV,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  process_.stdout.on('data', (chunk: Buffer) => {
    if (said === '' && milliseconds !== null) {
      setTimeout(() => process_.kill('SIGKILL'), milliseconds);
    }
    said += chunk.toString();
  });
  return new Promise((resolve) => {
    process_.on('close', () => {
      const last = said.trimEnd().split('\n').at(-1) ?? '';
      resolve(last.startsWith('{') ? JSON.parse(last) : null);
    });
  });
}

it(`killed ${KILLS} times on the way, everything is there once`, async () => {
  let killed = 0;
  for (let at = 0; at < KILLS; at += 1) {
    killed += (await work([0, 150, 400, 700, 250][at % 5]!)) === null ? 1 : 0;
  }
  expect(killed, 'it was killed before its end').toBeGreaterThan(7);
  expect(await work(null)).toEqual({
    comics: WORKS,
    chapters: WORKS * CHAPTERS,
    pages: WORKS * CHAPTERS * PAGES,
    comments: MEMBERS,
    favorites: MEMBERS * 2,
    members: MEMBERS,
    views: (10 + 11 + 12 + 13 + 14 + 15) * 1000,
    addresses: WORKS * (CHAPTERS + 1),
    rows: 0,
    lines: WORKS + MEMBERS + 1,
    unfinished: 0,
  });
});
