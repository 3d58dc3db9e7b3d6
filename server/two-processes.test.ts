import { beforeEach, expect, it, vi } from 'vitest';
import { startPostgres } from '../tools/postgres.ts';
import { where } from './testing/samples.ts';
import { openDatabase } from './db/database.ts';
import { createLog } from './log.ts';
import { member } from './testing/member.ts';
import { ready, startedSite, type SiteProcesses } from './testing/started.ts';
import { countLibrary, readAt } from './testing/visits.ts';
import type { Program } from './testing/process.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 60_000 });

let site: SiteProcesses;
beforeEach(() => {
  site = startedSite();
  return () => site.clear();
});

/** The events of a process's log, as `event` or message, with the error they tell of; the lines below warnings are not asked for. */
function warnings(program: Program): string[] {
  return program
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { event?: string; msg: string; err?: { stack: string } })
    .map(({ event, msg, err }) => [event ?? msg, err?.stack].filter(Boolean).join(': '));
}

/** An admin renames the site at the first address; the others show it, in the API and in pages that they keep. @throws Error where they do not. */
async function renameAtOne(url: string, sites: readonly string[]): Promise<void> {
  const database = await openDatabase({ dataDir: site.data, url, log: createLog('silent') });
  const { headers } = await member(database.db, { role: 'admin' });
  await database.close();
  const shown = () => Promise.all(sites.map(async (each) => (await fetch(`${each}/en/about`)).text()));
  await shown();
  const answer = await fetch(`${sites[0]}/api/admin/site`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ revision: 0, values: { name: 'Two Foxes', features: ['tags', 'register'] } }),
  });
  expect(answer.status).toBe(200);
  // So seldom that both together stay below what one address may ask for, however long it takes.
  await vi.waitFor(
    async () => {
      expect((await shown()).map((page) => page.includes('Two Foxes'))).toEqual(sites.map(() => true));
      expect(await Promise.all(sites.map(async (each) => (await fetch(`${each}/api/groups`)).status))).toEqual(
        sites.map(() => 404),
      );
    },
    { timeout: 60_000, interval: 500 },
  );
}

const found = await startPostgres();

// The whole demo library, to its end: `npm run bench -- two`.
it(
  'two processes that start at once on an empty database make one of what a site has once, a visitor is one on both, and settings of one are the other’s',
  where(found !== null),
  async () => {
    const env = {
      DATABASE_URL: found!.url,
      KOMAWARI_DEMO: 'on',
      LOG_LEVEL: 'warn',
      KOMAWARI_UPLOADS_PAGE_SECONDS: '600',
      DATABASE_SILENCE_SECONDS: '120',
    };
    const both = [site.start(env), site.start(env)];
    const addresses = await Promise.all(both.map((program) => ready(program)));
    // One loads the library and says how far it is; both show what has come.
    const loading = await Promise.race(
      both.map(async (program) => {
        await program.until(/demo library/);
        return program;
      }),
    );
    const other = both.find((program) => program !== loading)!;
    const url = addresses[both.indexOf(other)]!;
    const isAnyOpen = async () =>
      ((await (await fetch(`${url}/api/comics`)).json()) as { data: { premium: boolean }[] }).data.some(
        ({ premium }) => !premium,
      );
    await vi.waitFor(async () => expect(await isAnyOpen()).toBe(true), { timeout: 400_000, interval: 500 });
    expect(other.said()).not.toContain('demo library');
    loading.kill('SIGTERM');
    expect(await loading.ended).toBe(0);
    expect(loading.said()).toContain('The next start continues with the demo library.');
    // The other one goes on with it.
    await other.until(/demo library/);
    other.kill('SIGTERM');
    expect(await other.ended).toBe(0);

    const rest = [site.start({ ...env, KOMAWARI_DEMO: 'off' }), site.start({ ...env, KOMAWARI_DEMO: 'off' })];
    const urls = await Promise.all(rest.map((program) => ready(program)));
    const lists = await Promise.all(
      urls.map(
        async (each) =>
          ((await (await fetch(`${each}/api/comics`)).json()) as { data: { slug: string; premium: boolean }[] }).data,
      ),
    );
    expect(lists[1]!.map(({ slug }) => slug)).toEqual(lists[0]!.map(({ slug }) => slug));
    const open = lists[0]!.find(({ premium }) => !premium)!.slug;
    await readAt(urls, open, 'OneReader/1.0');
    await readAt(urls, open, 'AnotherReader/1.0');
    await renameAtOne(found!.url, urls);
    for (const program of rest) {
      program.kill('SIGTERM');
    }
    expect(await Promise.all(rest.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(await countLibrary(found!.url)).toEqual({
      comics: expect.any(Number),
      twice: 0,
      slides: 0,
      views: 2,
      readers: 2,
    });
    const warned = [...both, ...rest].flatMap(warnings);
    // Whole, as a runner shortens what it compares.
    expect(warned, warned.join('\n')).toEqual(['no-address']);
    await found!.stop();
  },
);
