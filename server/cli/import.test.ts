import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImportReport } from '#contract/imports.ts';
import { readConfig } from '#server/config/config.ts';
import { listenControl } from '#server/http/control-socket.ts';
import { openDeps } from '../deps.ts';
import { runMemberCommand } from './member-command.ts';
import { createCopies } from '../features/backups/copies.ts';
import { controlAddress } from '../http/control-address.ts';
import { createLog } from '../log.ts';
import { testDatabaseAddress } from '../testing/database.ts';
import { PROGRAM_ENV, PROGRAM_FLAGS } from '../testing/process.ts';
import { buildWorker } from '../worker.ts';
import { comicInfo, drawPage, writeArchive } from '../features/imports/testing/archives.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
let folder: string;
let data: string;
let database: Awaited<ReturnType<typeof testDatabaseAddress>>;
beforeAll(async () => {
  database = await testDatabaseAddress();
});
afterAll(() => database.drop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-cli-'));
  data = join(folder, 'data');
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
});

interface Ran {
  status: number | null;
  out: string;
  err: string;
  report(): ImportReport;
}

/** Runs the command as a person would, in the test's folder. */
function run(
  args: string[],
  {
    env = {},
    onErr = () => {},
  }: { env?: Record<string, string>; onErr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void } = {},
): Promise<Ran> {
  const all = {
    ...PROGRAM_ENV,
    KOMAWARI_DATA: data,
    KOMAWARI_IMAGE_PROCESSES: '1',
    LANG: 'en_US.UTF-8',
    ...(database.url === undefined ? {} : { DATABASE_URL: database.url }),
    ...env,
  };
  const child = spawn(process.execPath, [...PROGRAM_FLAGS, cli, ...args], {
    cwd: folder,
    env: all,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
    onErr(err, (signal) => child.kill(signal));
  });
  return new Promise((resolve) => {
    child.on('close', (status) =>
      resolve({
        status,
        out,
        err,
        report: () => ImportReport.parse(JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')),
      }),
    );
  });
}

/** Writes two good archives, one with a bad page, and one that is none; no two tests write the same. */
let next = 1;
async function writeFiles(pages = 3): Promise<void> {
  const seed = (next += 1000);
  const drawn = await Promise.all(Array.from({ length: pages }, (_, page) => drawPage(seed + page)));
  const entries = Object.fromEntries(drawn.map((bytes, page) => [`${page + 1}.png`, bytes]));
  await writeArchive(join(folder, 'in/a.cbz'), {
    ...entries,
    'ComicInfo.xml': comicInfo({ Title: `Good ${seed}`, AgeRating: 'Everyone' }),
  });
  await writeArchive(join(folder, 'in/b.cbz'), {
    ...entries,
    '9.png': Buffer.from('not a picture, not at all, whatever it is called'),
    'ComicInfo.xml': comicInfo({ Title: `Hurt ${seed}`, AgeRating: 'Everyone' }),
  });
  await writeArchive(join(folder, 'in/c.cbz'), { 'read me.txt': Buffer.from('no pages') });
}

describe('the command import', () => {
  it('says what became of every file, as JSON on the last line and by its exit status', async () => {
    await writeFiles();
    const first = await run(['import', 'in', '--publish', '--json']);
    expect(first.status).toBe(2);
    const report = first.report();
    expect(
      report.imported
        .map(({ file, pages, missing, held, warnings }) => [
          file,
          pages,
          missing,
          held,
          warnings.map(({ code, page, name }) => [code, page, name]),
        ])
        .sort(),
    ).toEqual([
      [join('in', 'a.cbz'), 3, 0, undefined, []],
      [
        join('in', 'b.cbz'),
        4,
        1,
        true,
        [
          ['page-undecodable', 4, '9.png'],
          ['import-held', undefined, undefined],
        ],
      ],
    ]);
    expect(report.refused).toEqual([
      { file: join('in', 'c.cbz'), error: { code: 'archive-empty', message: 'There are no pages in this archive.' } },
    ]);
    expect(first.err).toContain('2 files imported (6 pages');
    expect(first.err).toContain(`Missing: ${join('in', 'b.cbz')}: 1 page of 4`);
    const second = await run(['import', join('in', 'a.cbz'), '--json']);
    expect(second).toMatchObject({ status: 0 });
    expect(second.report()).toEqual({
      imported: [],
      refused: [],
      unchanged: [
        { file: join('in', 'a.cbz'), slug: report.imported.find(({ file }) => basename(file) === 'a.cbz')?.slug },
      ],
    });
  });

  it('publishes nothing that lacks pages, and says so by its exit status, until it is told that it may', async () => {
    await writeFiles();
    const path = join('in', 'b.cbz');
    const stateFor = async (slug: string) => {
      const { db, close } = await openDeps(
        readConfig(
          { KOMAWARI_DATA: data, ...(database.url === undefined ? {} : { DATABASE_URL: database.url }) },
          folder,
        ),
        createLog('silent'),
      );
      const { rows } = await sql<{ state: string }>`select state from comics where slug = ${slug}`.execute(db);
      await close();
      return rows[0]?.state;
    };
    const first = await run(['import', path, '--publish', '--json']);
    const slug = first.report().imported[0]?.slug ?? '';
    expect([first.status, first.report().imported, await stateFor(slug)]).toMatchObject([
      2,
      [{ pages: 4, missing: 1, held: true }],
      'draft',
    ]);
    expect(first.err).toContain('--publish-incomplete');
    expect(await run(['import', path, '--publish'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('stays a draft'),
    });
    expect(await stateFor(slug)).toBe('draft');
    const told = await run(['import', path, '--publish-incomplete', '--json']);
    expect([told.status, told.report().unchanged, await stateFor(slug)]).toEqual([
      0,
      [{ file: path, slug }],
      'published',
    ]);
  });

  it('explains wrong use with status 64, wrong configuration with 78, and what is missing in the person’s language', async () => {
    expect(await run(['import', 'x', '--nope'])).toMatchObject({
      status: 64,
      out: '',
      err: expect.stringContaining('--nope'),
    });
    expect(await run(['import', 'x'], { env: { PORT: 'many' } })).toMatchObject({
      status: 78,
      err: expect.stringContaining('PORT'),
    });
    expect(await run(['help'])).toMatchObject({ status: 0, out: expect.stringContaining('--publish') });
    const missing = await run(['import', 'nowhere.cbz', '--json']);
    expect(missing.status).toBe(2);
    expect(missing.report().refused).toMatchObject([{ file: 'nowhere.cbz', error: { code: 'archive-not-found' } }]);
  });

  it('stopped by the person ends in order, and goes on at the next run', async () => {
    await writeFiles(20);
    let signals = 0;
    const stopped = await run(['import', 'in', '--json', '--processes', '1'], {
      onErr: (text, kill) => {
        if (text.includes('Rejected') && (signals += 1) === 1) {
          kill('SIGINT');
        }
      },
    });
    expect(stopped.status).toBe(130);
    expect(stopped.err).toContain('Stopped.');
    expect(stopped.report().imported.length).toBeLessThan(2);
    const { imported, unchanged } = (await run(['import', 'in', '--json'])).report();
    expect([...imported, ...unchanged].map(({ file }) => basename(file)).sort()).toEqual(['a.cbz', 'b.cbz']);
  });
});

describe('while the site is running', () => {
  /** The process that has the data, as the site has it. */
  async function serve() {
    const env = {
      KOMAWARI_DATA: data,
      KOMAWARI_IMAGE_PROCESSES: '1',
      ...(database.url === undefined ? {} : { DATABASE_URL: database.url }),
    };
    const deps = await openDeps(readConfig(env, folder), createLog('silent'));
    const worker = buildWorker(deps);
    worker.start();
    const control = await listenControl(deps, {
      ...worker,
      copies: await createCopies(deps),
      members: (command) => runMemberCommand(deps, command),
    });
    return {
      async close() {
        await control.close();
        await worker.close();
        await deps.close();
      },
    };
  }

  it('the command does the same and says the same', async () => {
    await writeFiles();
    const site = await serve();
    try {
      const ran = await run(['import', 'in/', '--publish', '--json', '--processes', '2']);
      expect(ran.status).toBe(2);
      expect(
        ran
          .report()
          .imported.map(({ file, pages }) => [file, pages])
          .sort(),
      ).toEqual([
        ['in/a.cbz', 3],
        ['in/b.cbz', 4],
      ]);
      expect(ran.report().refused).toMatchObject([{ file: 'in/c.cbz', error: { code: 'archive-empty' } }]);
      expect((await run(['import', join('in', 'a.cbz'), '--json'])).report()).toMatchObject({
        unchanged: [{ file: join('in', 'a.cbz') }],
      });
    } finally {
      await site.close();
    }
  });

  it('nobody else can talk to it', async () => {
    const site = await serve();
    try {
      expect(statSync(controlAddress(data)).mode & 0o777).toBe(0o600);
    } finally {
      await site.close();
    }
  });
});
