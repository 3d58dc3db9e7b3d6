import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImportReport } from '#contract/imports.ts';
import { comicInfo, drawPage, writeArchive } from './features/imports/testing/archives.ts';
import { testDatabaseAddress } from './testing/database.ts';
import { startProgram, type Program } from './testing/process.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let folder: string;
let data: string;
let database: Awaited<ReturnType<typeof testDatabaseAddress>>;
const started = new Set<Program>();
beforeAll(async () => { database = await testDatabaseAddress(); });
afterAll(() => database.drop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-main-'));
  data = join(folder, 'data');
  return async () => {
    for (const program of started) { program.kill('SIGKILL'); await program.ended; }
    started.clear();
    rmSync(folder, { recursive: true, force: true });
  };
});

/** The site as built, as `npm test` has it; where nothing is built, the one that is worked on. */
const built = existsSync(join(import.meta.dirname, '..', 'build', 'client', 'index.html'));

/** Starts with what every test has; `env` wins. */
function start(env: Record<string, string> = {}, file = 'main.ts', args: string[] = []): Program {
  const common = { KOMAWARI_DATA: data, KOMAWARI_DEMO: 'off', KOMAWARI_IMAGE_PROCESSES: '1', PORT: '0', HOST: '127.0.0.1', LANG: 'en_US.UTF-8', LOG_LEVEL: 'error', NODE_ENV: built ? 'production' : 'development' };
  const program = startProgram(file, { args, folder, env: { ...common, ...env } });
  started.add(program);
  return program;
}

async function ready(program: Program): Promise<string> {
  const [, url = ''] = await program.until(/ready at (http:\/\/127\.0\.0\.1:\d+)/);
  return url;
}

async function importing(paths: string[], env: Record<string, string> = {}): Promise<{ status: number | null; report: ImportReport }> {
  const program = start(env, 'cli.ts', ['import', ...paths, '--publish', '--json', '--rating', 'safe']);
  const status = await program.ended;
  return { status, report: ImportReport.parse(JSON.parse(program.out().trimEnd().split('\n').at(-1) ?? '')) };
}

const titles = async (url: string) => ((await (await fetch(`${url}/api/comics`)).json()) as { data: { title: string }[] }).data.map(({ title }) => title);
const library = () => (database.url === undefined ? {} : { DATABASE_URL: database.url });
const archive = async (name: string, seed: number) =>
  writeArchive(join(folder, `${name}.cbz`), { '1.png': await drawPage(seed), '2.png': await drawPage(seed + 1), 'ComicInfo.xml': comicInfo({ Title: name }) });

describe('the site', () => {
  it('serves, imports while it runs as it does while it does not, ends in order, and has everything after a kill', async () => {
    await archive('before', 100);
    await archive('during', 200);
    const before = await importing(['before.cbz'], library());
    const first = start(library());
    const url = await ready(first);
    const [, link = ''] = await first.until(/(http:\S+\/en\/setup\/[\w-]{43})\n/);
    expect(link.startsWith(url)).toBe(true);
    expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'ready', database: true, blobs: true });
    expect((await fetch(`${url}/en`)).status).toBe(200);
    const during = await importing(['during.cbz'], library());
    const imported = (name: string) => ({ status: 0, report: { imported: [{ file: `${name}.cbz`, slug: name, pages: 2, warnings: [] }], refused: [], unchanged: [] } });
    expect([before, during]).toEqual([imported('before'), imported('during')]);
    // Lists come from memory, which follows the database within a second or two.
    await vi.waitFor(async () => expect((await titles(url)).sort()).toEqual(['before', 'during']), 10_000);
    first.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    if (database.url === undefined) { expect(existsSync(join(data, 'control.sock'))).toBe(false); }

    const second = start(library());
    expect((await titles(await ready(second))).sort()).toEqual(['before', 'during']);
    second.kill('SIGKILL');
    expect(await second.ended).toBeNull();
    const third = start({ ...library(), KOMAWARI_ADMIN_NAME: 'Admin', KOMAWARI_ADMIN_EMAIL: 'admin@mail.test', KOMAWARI_ADMIN_PASSWORD: 'nine kites fly' });
    const address = await ready(third);
    expect((await titles(address)).sort()).toEqual(['before', 'during']);
    const login = await fetch(`${address}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username: 'admin', password: 'nine kites fly' }) });
    expect(await login.json()).toMatchObject({ user: { username: 'Admin', role: 'admin', verified: true } });
    expect(third.said()).not.toContain('/setup/');
    expect((await importing(['before.cbz'], library())).report.unchanged).toEqual([{ file: 'before.cbz', slug: 'before' }]);
  });

  it('says that its data folder or its port is taken, in the language of the terminal, and leaves both alone', async () => {
    const first = start();
    const url = await ready(first);
    const { port } = new URL(url);
    const [sameData, samePort] = [start({ LANG: 'de_DE.UTF-8' }), start({ KOMAWARI_DATA: join(folder, 'other'), PORT: port, LANG: 'de_DE.UTF-8' })];
    expect([await sameData.ended, await samePort.ended]).toEqual([78, 78]);
    expect(sameData.said()).toBe(`Der Datenordner ${data} wird von einem anderen Prozess verwendet. Beenden Sie ihn oder wählen Sie mit KOMAWARI_DATA einen anderen Ordner.\n`);
    expect(samePort.said()).toContain(`Port ${port} ist belegt.`);
    expect(await titles(url)).toEqual([]);
  });
});

describe('a start that cannot succeed', () => {
  it.each([
    [{ PORT: 'many' }, ['PORT: Expected a whole number from 0 to 65535.\n']],
    [{ PORT: '70000', LANG: 'de_DE.UTF-8' }, ['PORT: Erwartet wird eine ganze Zahl von 0 bis 65535.\n']],
    [{ DATABASE_URL: 'mysql://db/x' }, ['DATABASE_URL: ', 'postgresql://']],
    [{ KOMAWARI_CONFIG: 'nowhere.json', LANG: 'ja_JP.UTF-8' }, ['KOMAWARI_CONFIG: There is no file nowhere.json.\n']],
    [{ KOMAWARI_CONFIG: 'wrong.json', LANG: 'fr_FR.UTF-8' }, ['wrong.json: featurs: Cette clé n’existe pas.\n']],
    [{ KOMAWARI_DEMO: 'maybe', PORT: 'many' }, ['KOMAWARI_DEMO: Expected one of: on, off.\n', 'PORT: ']],
  ])('because of %j names it and what was expected in the language of the terminal, and writes nothing', async (env: Record<string, string>, named) => {
    writeFileSync(join(folder, 'wrong.json'), JSON.stringify({ featurs: [] }));
    const program = start(env);
    expect(await program.ended).toBe(78);
    for (const each of named) { expect(program.said()).toContain(each); }
    expect(program.said()).not.toMatch(/\n\s+at /);
    expect(existsSync(data)).toBe(false);
  });

  it('because no database server answers says which, without its password', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => { closed.once('listening', resolve); });
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => { closed.close(resolve); });
    const program = start({ DATABASE_URL: `postgresql://komawari:secret@127.0.0.1:${port}/komawari`, LANG: 'de_DE.UTF-8' });
    expect(await program.ended).toBe(78);
    expect(program.said()).toBe(`DATABASE_URL 127.0.0.1:${port}: Die Datenbank ist im Moment nicht erreichbar.\n`);
  });

  it('because a file lies where its data folder should be names the folder and the variable', async () => {
    writeFileSync(data, 'not a folder');
    const program = start({ LANG: 'de_DE.UTF-8' });
    expect(await program.ended).toBe(78);
    expect(program.said()).toContain(`In den Datenordner ${data} kann nicht geschrieben werden`);
    expect(program.said()).toContain('KOMAWARI_DATA');
  });
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

// A disk of a few megabytes needs the right to mount one.
if (canMount) {
  describe('a full disk', () => {
    /** Makes the disk that the data folder lies on; asked again, gives it another size or takes away writing. */
    function disk(options: string): void {
      const place = join(folder, 'disk');
      data = join(place, 'data');
      const again = existsSync(place);
      mkdirSync(place, { recursive: true });
      expect(spawnSync('mount', again ? ['-o', `remount,${options}`, place] : ['-t', 'tmpfs', '-o', options, 'tmpfs', place]).status).toBe(0);
    }
    beforeEach(() => () => {
      for (const program of started) { program.kill('SIGKILL'); }
      spawnSync('umount', ['-l', join(folder, 'disk')]);
    });

    it('is named by a first start, which leaves nothing half-written and succeeds when there is room', async () => {
      disk('size=8m');
      const program = start({ LANG: 'de_DE.UTF-8' });
      expect([await program.ended, program.said()]).toEqual([78, 'Es ist kein Speicherplatz mehr frei.\n']);
      expect(readdirSync(data).filter((name) => name.startsWith('database') && !name.startsWith('database.lock'))).toEqual([]);
      disk('ro');
      const readOnly = start();
      expect(await readOnly.ended).toBe(78);
      expect(readOnly.said()).toContain(`Nothing can be written to the data folder ${data} (EROFS)`);
      disk('rw,size=120m');
      expect(await titles(await ready(start()))).toEqual([]);
    });

    it('is told by an import, which shows nothing by halves and goes on when there is room', async () => {
      disk('size=50m');
      const noise = () => sharp(randomBytes(400 * 600 * 3), { raw: { width: 400, height: 600, channels: 3 } }).png().toBuffer();
      const pages = await Promise.all(Array.from({ length: 16 }, async (_, page) => [`${page}.png`, await noise()] as const));
      const big = await writeArchive(join(folder, 'big.cbz'), { ...Object.fromEntries(pages), 'ComicInfo.xml': comicInfo({ Title: 'Big' }) });
      const full = await importing([big]);
      expect([full.status, full.report.imported, full.report.refused.map(({ error }) => error.code)]).toEqual([2, [], ['storage-full']]);
      disk('size=200m');
      expect((await importing([big])).report.imported).toMatchObject([{ slug: 'big', pages: 16 }]);
      expect(await titles(await ready(start()))).toEqual(['Big']);
    });
  });
}
