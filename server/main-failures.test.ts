import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { comicInfo, writeArchive } from './features/imports/testing/archives.ts';
import { where } from './testing/samples.ts';
import { ready, startedSite, titlesAt, type SiteProcesses } from './testing/started.ts';

// Apart from the tests that need a database: these are the same whichever there is.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let site: SiteProcesses;
beforeEach(() => {
  site = startedSite();
  return () => site.clear();
});

describe('a start that cannot succeed', () => {
  it.each([
    [{ PORT: 'many' }, ['PORT: Expected a whole number from 0 to 65535.\n']],
    [{ PORT: '70000', LANG: 'de_DE.UTF-8' }, ['PORT: Erwartet wird eine ganze Zahl von 0 bis 65535.\n']],
    [{ DATABASE_URL: 'mysql://db/x' }, ['DATABASE_URL: ', 'postgresql://']],
    [{ KOMAWARI_CONFIG: 'nowhere.json', LANG: 'ja_JP.UTF-8' }, ['KOMAWARI_CONFIG: There is no file nowhere.json.\n']],
    [{ KOMAWARI_CONFIG: 'wrong.json', LANG: 'fr_FR.UTF-8' }, ['wrong.json: featurs: Cette clé n’existe pas']],
    [{ KOMAWARI_DEMO: 'maybe', PORT: 'many' }, ['KOMAWARI_DEMO: Expected one of: on, off.\n', 'PORT: ']],
  ])(
    'because of %j names it and what was expected in the language of the terminal, and writes nothing',
    async (env: Record<string, string>, named) => {
      writeFileSync(join(site.folder, 'wrong.json'), JSON.stringify({ featurs: [] }));
      const program = site.start(env);
      expect(await program.ended).toBe(78);
      for (const each of named) {
        expect(program.said()).toContain(each);
      }
      expect(program.said()).not.toMatch(/\n\s+at /);
      expect(existsSync(site.data)).toBe(false);
    },
  );

  it('because no database server answers says which, without its password, and that another try may succeed', async () => {
    const port = await closedPort();
    const program = site.start({
      DATABASE_URL: `postgresql://komawari:secret@127.0.0.1:${port}/komawari`,
      DATABASE_WAIT_SECONDS: '1',
      LANG: 'de_DE.UTF-8',
    });
    expect(await program.ended).toBe(75);
    expect(program.said()).toBe(`DATABASE_URL 127.0.0.1:${port}: Die Datenbank ist im Moment nicht erreichbar.\n`);
  });

  it('because a file lies where its data folder should be names the folder and the variable', async () => {
    writeFileSync(site.data, 'not a folder');
    const program = site.start({ LANG: 'de_DE.UTF-8' });
    expect(await program.ended).toBe(78);
    expect(program.said()).toContain(`In den Datenordner ${site.data} kann nicht geschrieben werden`);
    expect(program.said()).toContain('KOMAWARI_DATA');
  });
});

it('says that its data folder or its port is taken, in the language of the terminal, and leaves both alone', async () => {
  const first = site.start();
  const url = await ready(first);
  const { port } = new URL(url);
  const [sameData, samePort] = [
    site.start({ LANG: 'de_DE.UTF-8' }),
    site.start({ KOMAWARI_DATA: join(site.folder, 'other'), PORT: port, LANG: 'de_DE.UTF-8' }),
  ];
  expect([await sameData.ended, await samePort.ended]).toEqual([78, 78]);
  expect(sameData.said()).toBe(
    `Der Datenordner ${site.data} wird von einem anderen Prozess verwendet. Beenden Sie ihn oder wählen Sie mit KOMAWARI_DATA einen anderen Ordner.\n`,
  );
  expect(samePort.said()).toContain(`Port ${port} ist belegt.`);
  expect(await titlesAt(url)).toEqual([]);
});

it('serves before the demo library is there, says in one line that it was stopped while it came in, and ends in order', async () => {
  const program = site.start({ KOMAWARI_DEMO: 'on' });
  const url = await ready(program);
  expect(((await (await fetch(`${url}/api/config`)).json()) as { demo: object }).demo).toEqual({
    done: expect.any(Number),
    total: 51,
  });
  await vi.waitFor(async () => expect(await titlesAt(url)).not.toEqual([]), 60_000);
  expect(await (await fetch(`${url}/en`)).text()).toMatch(/Loading the demo library: \d+ of 51 comics\./);
  program.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(program.said().replace(/^(?:Loading|Komawari is ready|There is no administrator) .*\n/gm, '')).toBe(
    'Stopped. The next start continues with the demo library.\n',
  );
});

const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

// A disk of a few megabytes needs the right to mount one.
describe('a full disk', where(canMount), () => {
  /** Makes the disk that the data folder lies on; asked again, gives it another size or takes away writing. */
  function disk(options: string): void {
    const place = join(site.folder, 'disk');
    site.data = join(place, 'data');
    const again = existsSync(place);
    mkdirSync(place, { recursive: true });
    expect(
      spawnSync('mount', again ? ['-o', `remount,${options}`, place] : ['-t', 'tmpfs', '-o', options, 'tmpfs', place])
        .status,
    ).toBe(0);
  }
  beforeEach(() => () => {
    site.kill();
    spawnSync('umount', ['-l', join(site.folder, 'disk')]);
  });

  it('is named by a first start, which leaves nothing half-written and succeeds when there is room', async () => {
    disk('size=8m');
    const program = site.start({ LANG: 'de_DE.UTF-8' });
    expect([await program.ended, program.said()]).toEqual([78, 'Es ist kein Speicherplatz mehr frei.\n']);
    expect(
      readdirSync(site.data).filter((name) => name.startsWith('database') && !name.startsWith('database.lock')),
    ).toEqual([]);
    disk('ro');
    const readOnly = site.start();
    expect(await readOnly.ended).toBe(78);
    expect(readOnly.said()).toContain(`Nothing can be written to the data folder ${site.data} (EROFS)`);
    disk('rw,size=120m');
    expect(await titlesAt(await ready(site.start()))).toEqual([]);
  });

  it('is told by an import, which shows nothing by halves and goes on when there is room', async () => {
    // Room for a database that was just made, and some megabytes.
    disk('size=66m');
    const noise = () =>
      sharp(randomBytes(400 * 600 * 3), { raw: { width: 400, height: 600, channels: 3 } })
        .png()
        .toBuffer();
    const pages = await Promise.all(
      Array.from({ length: 16 }, async (_, page) => [`${page}.png`, await noise()] as const),
    );
    const big = await writeArchive(join(site.folder, 'big.cbz'), {
      ...Object.fromEntries(pages),
      'ComicInfo.xml': comicInfo({ Title: 'Big' }),
    });
    const full = await site.importing([big]);
    expect([full.status, full.report.imported, full.report.refused.map(({ error }) => error.code)]).toEqual([
      2,
      [],
      ['storage-full'],
    ]);
    disk('size=200m');
    expect((await site.importing([big])).report.imported).toMatchObject([{ slug: 'big', pages: 16 }]);
    expect(await titlesAt(await ready(site.start()))).toEqual(['Big']);
  });
});

/** A port of the loopback on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
