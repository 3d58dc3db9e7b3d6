import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { comicInfo, drawPage, writeArchive } from './features/imports/testing/archives.ts';
import { testDatabaseAddress } from './testing/database.ts';
import { ready, startedSite, titlesAt, type SiteProcesses } from './testing/started.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let site: SiteProcesses;
let database: Awaited<ReturnType<typeof testDatabaseAddress>>;
beforeAll(async () => {
  database = await testDatabaseAddress();
});
afterAll(() => database.drop());
beforeEach(() => {
  site = startedSite();
  return () => site.clear();
});

const library = () => (database.url === undefined ? {} : { DATABASE_URL: database.url });
const archive = async (name: string, seed: number) =>
  writeArchive(join(site.folder, `${name}.cbz`), {
    '1.png': await drawPage(seed),
    '2.png': await drawPage(seed + 1),
    'ComicInfo.xml': comicInfo({ Title: name }),
  });

describe('the site', () => {
  it('serves, imports while it runs as it does while it does not, ends in order, and has everything after a kill', async () => {
    await archive('before', 100);
    await archive('during', 200);
    const before = await site.importing(['before.cbz'], library());
    const first = site.start({ ...library(), LOG_LEVEL: 'warn' });
    const url = await ready(first);
    const [, link = ''] = await first.until(/(http:\S+\/en\/setup\/[\w-]{43})\n/);
    expect(link.startsWith(url)).toBe(true);
    expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'ready', database: true, blobs: true });
    expect((await fetch(`${url}/en`)).status).toBe(200);
    const during = await site.importing(['during.cbz'], library());
    const imported = (name: string) => ({
      status: 0,
      report: {
        imported: [{ file: `${name}.cbz`, slug: name, pages: 2, missing: 0, warnings: [] }],
        refused: [],
        unchanged: [],
      },
    });
    expect([before, during]).toEqual([imported('before'), imported('during')]);
    // Lists come from memory, which follows the database within a second or two.
    await vi.waitFor(async () => expect((await titlesAt(url)).sort()).toEqual(['before', 'during']), 60_000);
    first.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(existsSync(join(site.data, 'control.sock'))).toBe(false);

    const second = site.start({ ...library(), LOG_LEVEL: 'warn' });
    expect((await titlesAt(await ready(second))).sort()).toEqual(['before', 'during']);
    // Said at the first start, and once: nobody configures an address by being told it every day.
    expect([first.said(), second.said()].map((said) => said.includes('SITE_URL is not set'))).toEqual([true, false]);
    second.kill('SIGKILL');
    expect(await second.ended).toBeNull();
    const third = site.start({
      ...library(),
      KOMAWARI_ADMIN_NAME: 'Admin',
      KOMAWARI_ADMIN_EMAIL: 'admin@mail.test',
      KOMAWARI_ADMIN_PASSWORD: 'nine kites fly',
    });
    const address = await ready(third);
    expect((await titlesAt(address)).sort()).toEqual(['before', 'during']);
    const login = await fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'nine kites fly' }),
    });
    expect(await login.json()).toMatchObject({ user: { username: 'Admin', role: 'admin', verified: true } });
    expect(third.said()).not.toContain('/setup/');
    expect((await site.importing(['before.cbz'], library())).report.unchanged).toEqual([
      { file: 'before.cbz', slug: 'before' },
    ]);
  });
});
