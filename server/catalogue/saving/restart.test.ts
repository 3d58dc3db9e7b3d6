import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCatalogue, type Catalogue } from '#server/catalogue/catalogue.ts';
import type { Database, Db } from '#server/db/database.ts';
import { createLog } from '#server/log.ts';
import { EVERYTHING, type Condition } from '#server/search/condition.ts';
import { testDatabase } from '#server/testing/database.ts';
import { where } from '#server/testing/samples.ts';
import { readIndexFile, writeIndexFile } from './index-file.ts';
import type { Standing } from './saved-index.ts';

let database: Database;
let db: Db;
let folder: string;
let lines: { msg: string; reason?: string; level: number }[];
const opened: Catalogue[] = [];
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'komawari-saved-')), 'catalogue');
  lines = [];
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  rmSync(join(folder, '..'), { recursive: true });
  await sql`truncate comics, comic_changes cascade`.execute(db);
  await sql`delete from settings where key = 'catalogue_forgotten'`.execute(db);
});
afterAll(() => database.close());

/** A process that comes new, as far as the catalogue is concerned. */
function startProcess(on: Database = database): Catalogue {
  const log = createLog('info', {
    write: (line) => {
      lines.push(JSON.parse(line) as (typeof lines)[number]);
    },
  });
  const catalogue = createCatalogue({ db: on.db, url: on.url, log, folder });
  opened.push(catalogue);
  return catalogue;
}

/** A process that builds its index, saves it and ends. */
async function buildAndEnd(): Promise<void> {
  const catalogue = startProcess();
  await catalogue.build();
  await catalogue.close();
}

let number = 0;
async function makeComic(search = 'river'): Promise<number> {
  number += 1;
  const comic = {
    slug: `saved-${number}`,
    title: `Comic ${number}`,
    search,
    sort_title: '',
    state: 'published',
  } as const;
  return (await db.insertInto('comics').values(comic).returning('id').executeTakeFirstOrThrow()).id;
}

function found(catalogue: Catalogue, condition: Condition = EVERYTHING): number[] {
  return catalogue
    .ready()!
    .find({ rating: 'all', condition, sort: 'uploaded_at', descending: true, duration: 'all', start: 0 }, 0, 1000)
    .ids.toSorted((a, b) => a - b);
}

function published(): Promise<number[]> {
  return db
    .selectFrom('comics')
    .select('id')
    .where('state', '=', 'published')
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ id }) => id));
}

/** Does to changes as `forgetChanges` does once they are a day old. */
async function forgetAllButNewest(): Promise<void> {
  await sql`with gone as (delete from comic_changes where tx < (select max(tx) from comic_changes) returning tx)
    insert into settings (key, value) select 'catalogue_forgotten', max(tx)::text from gone having count(*) > 0
    on conflict (key) do update set value = excluded.value`.execute(db);
}

/** The reasons that the log gives for not using what was saved. */
function reasons(): (string | undefined)[] {
  return lines.filter(({ msg }) => msg.startsWith('the saved index is of no use')).map(({ reason }) => reason);
}

describe('a process that comes new', () => {
  it('has what the last one saved, with all that has changed since, and reads counters next', async () => {
    const ids = [await makeComic(), await makeComic(), await makeComic()];
    await buildAndEnd();
    await db.updateTable('comics').set({ search: 'moon' }).where('id', '=', ids[0]!).execute();
    await db.deleteFrom('comics').where('id', '=', ids[1]!).execute();
    const fresh = await makeComic('moon');
    await sql`update comic_stats set favorites = 5 where comic_id = ${ids[2]}`.execute(db);
    const catalogue = startProcess();
    expect(await catalogue.load()).toBe(true);
    expect(found(catalogue)).toEqual([ids[0], ids[2], fresh]);
    expect(found(catalogue, { text: 'moon' })).toEqual([ids[0], fresh]);
    expect(catalogue.state).toMatchObject({
      comics: 3,
      changed: 3,
      buildSeconds: null,
      loadSeconds: expect.any(Number),
    });
    await catalogue.catchUp();
    expect(found(catalogue, { range: { key: 'favorites', min: 5, max: 5 } })).toEqual([ids[2]]);
  });

  it('has it, too, when several have followed one another without a build, however long ago that was', async () => {
    await makeComic();
    await buildAndEnd();
    for (let turn = 1; turn <= 3; turn += 1) {
      await makeComic('moon');
      const catalogue = startProcess();
      expect(await catalogue.load()).toBe(true);
      await makeComic('moon');
      await catalogue.catchUp();
      await catalogue.close();
      await forgetAllButNewest();
    }
    const last = startProcess();
    expect(await last.load()).toBe(true);
    expect(found(last)).toEqual(await published());
    expect(found(last, { text: 'moon' })).toHaveLength(6);
  });

  it('loads by itself when it starts, and saves what it builds', async () => {
    const id = await makeComic();
    const first = startProcess();
    first.start();
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['changes', 'index']), 60_000);
    await first.close();
    const second = startProcess();
    second.start();
    await vi.waitFor(() => expect(found(second)).toEqual([id]), 60_000);
    expect(second.state.buildSeconds).toBeNull();
  });
});

describe('what was saved is of no use, the log says why, and it is built anew', () => {
  async function expectAnew(reason: string): Promise<void> {
    const catalogue = startProcess();
    expect(await catalogue.load()).toBe(false);
    expect([catalogue.ready(), reasons()]).toEqual([null, [reason]]);
    await catalogue.build();
    expect(found(catalogue)).toEqual(await published());
    await catalogue.close();
    const next = startProcess();
    expect([await next.load(), found(next)]).toEqual([true, await published()]);
  }

  it('when it was cut off or a bit was flipped', async () => {
    await makeComic();
    await buildAndEnd();
    const whole = readFileSync(join(folder, 'index'));
    writeFileSync(join(folder, 'index'), whole.subarray(0, whole.length - 100));
    await expectAnew('damaged');
    lines = [];
    const again = readFileSync(join(folder, 'index'));
    again[again.length >> 1]! ^= 4;
    writeFileSync(join(folder, 'index'), again);
    await expectAnew('damaged');
  });

  it('when it is a folder', async () => {
    await makeComic();
    mkdirSync(join(folder, 'index'), { recursive: true });
    const catalogue = startProcess();
    expect([await catalogue.load(), reasons()]).toEqual([false, ['unreadable']]);
  });

  it('when it is of another database', async () => {
    const other = await testDatabase();
    try {
      await sql`insert into comics (slug, title, state) values ('other', 'Other', 'published')`.execute(other.db);
      const catalogue = startProcess(other);
      await catalogue.build();
      await catalogue.close();
    } finally {
      await other.close();
    }
    await makeComic();
    await expectAnew('foreign');
  });

  it('when it was made by a program that knows languages otherwise', async () => {
    await makeComic();
    await buildAndEnd();
    const { head, data } = await readIndexFile<Standing, object>(join(folder, 'index'), () => {});
    await writeIndexFile(join(folder, 'index'), { ...head, origin: 'another' }, data);
    await expectAnew('foreign');
  });

  it('when the database was put back to an earlier state, and has gone on from there', async () => {
    await makeComic();
    await buildAndEnd();
    await makeComic();
    const catalogue = startProcess();
    await catalogue.load();
    await catalogue.close();
    await sql`delete from comics where id = (select max(id) from comics)`.execute(db);
    await sql`delete from comic_changes where comic_id = (select comic_id from comic_changes order by tx desc limit 1)`.execute(
      db,
    );
    await makeComic();
    await expectAnew('foreign');
  });

  it('when it comes from the future', async () => {
    await makeComic();
    await buildAndEnd();
    rmSync(join(folder, 'changes'));
    const { head, data } = await readIndexFile<Standing, object>(join(folder, 'index'), () => {});
    await writeIndexFile(join(folder, 'index'), { ...head, moment: { ...head.moment, horizon: '999999999999' } }, data);
    await expectAnew('old');
  });

  it('when changes that it has not seen are no longer kept', async () => {
    await makeComic();
    await buildAndEnd();
    await makeComic();
    await makeComic();
    await sql`with gone as (
        delete from comic_changes where tx not in (select min(tx) from comic_changes union select max(tx) from comic_changes) returning tx)
      insert into settings (key, value) select 'catalogue_forgotten', tx::text from gone`.execute(db);
    await expectAnew('old');
  });
});

describe('a process goes on where it cannot save, and says so once', () => {
  const failures = () => lines.filter(({ msg }) => msg.startsWith('the index cannot be saved')).length;

  async function expectToGoOn(): Promise<void> {
    const id = await makeComic();
    const catalogue = startProcess();
    catalogue.start();
    await vi.waitFor(() => expect(failures()).toBe(1), 60_000);
    const second = await makeComic();
    await vi.waitFor(() => expect(found(catalogue)).toEqual([id, second]), 60_000);
    await catalogue.close();
    expect(failures()).toBe(1);
  }

  it('because a file lies where the folder should be', async () => {
    writeFileSync(folder, 'not a folder');
    await expectToGoOn();
    expect(readFileSync(folder, 'utf8')).toBe('not a folder');
  });

  const canMount =
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

  // A disk of some kilobytes needs the right to mount one.
  it('because the disk is full, on which it leaves nothing', where(canMount), async () => {
    mkdirSync(folder);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', folder]).status).toBe(0);
    try {
      await expectToGoOn();
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      spawnSync('umount', ['-l', folder]);
    }
  });
});

it('lets processes share a folder: what one saves another loads, and what a killed one left goes away', async () => {
  await makeComic();
  const all = [startProcess(), startProcess(), startProcess()];
  const [abandoned, fresh] = [join(folder, 'index.a.part'), join(folder, 'index.b.part')];
  mkdirSync(folder);
  writeFileSync(abandoned, '');
  writeFileSync(fresh, '');
  utimesSync(abandoned, 0, 0);
  await Promise.all(all.map((one) => one.build()));
  await Promise.all(all.map((one) => one.close()));
  expect([existsSync(abandoned), existsSync(fresh)]).toEqual([false, true]);
  await makeComic();
  const catalogue = startProcess();
  expect(await catalogue.load()).toBe(true);
  expect([found(catalogue), reasons()]).toEqual([await published(), []]);
});
