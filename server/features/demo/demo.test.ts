import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { comicInfo, drawPage, writeArchive } from '#server/features/imports/testing/archives.ts';
import { createWorkerId } from '#server/jobs/leases.ts';
import { claimJob, complete, releaseJob } from '#server/jobs/queue.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { member } from '#server/testing/member.ts';
import { buildImports } from '#server/worker.ts';
import { LOAD_DEMO_JOB, offerDemo } from './demo.ts';
import type { DemoLibrary } from './library-file.ts';
import { loadDemoJob } from './loading.ts';
import { REMOVE_DEMO_JOB, removeDemo, removeDemoJob } from './public/removal.ts';

const START = new Date('2026-06-20T12:00:00Z');
const LIBRARY: DemoLibrary = {
  comics: [
    {
      key: 'kite',
      chapters: [{ file: 'kite.cbz', hoursAgo: 0 }],
      workKey: 'demo/kite',
      premium: true,
      titles: { de: 'Der Drachen', zh: '风筝' },
      views: [7],
    },
    {
      key: 'moon',
      chapters: [
        { file: 'moon-1.cbz', hoursAgo: 48 },
        { file: 'moon-2.cbz', hoursAgo: 24 },
      ],
      workKey: 'demo/moon',
      premium: false,
      titles: {},
      views: [3, 5, 9],
    },
    {
      key: 'mond',
      chapters: [{ file: 'mond.cbz', hoursAgo: 48 }],
      workKey: 'demo/moon',
      premium: false,
      titles: { en: 'Moon' },
      views: [1, 0, 2],
    },
  ],
  terms: [
    { kind: 'tag', name: 'Wind', names: { de: 'Wind', fr: 'Vent' }, color: '#aa3344' },
    { kind: 'artist', name: 'Mina Vale', names: {}, gender: 'female', portrait: 'mina.webp' },
  ],
  slides: [
    { comic: 'moon', language: 'en', position: 0 },
    { comic: 'mond', language: 'de', position: 0 },
  ],
};

let folder: string;
let now: Date;
let site: TestApp;
let said: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'komawari-demo-'));
  const archive = async (name: string, seed: number, facts: Record<string, string>) =>
    writeArchive(join(folder, 'library', name), {
      'ComicInfo.xml': comicInfo({ Penciller: 'Mina Vale', Tags: 'Wind', AgeRating: 'Everyone', ...facts }),
      '1.png': await drawPage(seed),
      '1.txt': Buffer.from(`${name} says`),
      '2.png': await drawPage(seed + 1),
    });
  await archive('kite.cbz', 1, { Title: 'The Kite', LanguageISO: 'en' });
  await archive('moon-1.cbz', 11, { Series: 'Moon story', Number: '1', Title: 'Rising', LanguageISO: 'en' });
  await archive('moon-2.cbz', 21, { Series: 'Moon story', Number: '2', Title: 'Full', LanguageISO: 'en' });
  await archive('mond.cbz', 31, { Title: 'Mondgeschichte', LanguageISO: 'de' });
  mkdirSync(join(folder, 'portraits'));
  writeFileSync(join(folder, 'portraits', 'mina.webp'), await drawPage(41));
  writeFileSync(join(folder, 'library', 'library.json'), JSON.stringify(LIBRARY));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  now = START;
  site = await testApp({}, () => now);
  said = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => {
    said.push(line);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await site.close();
});

const offer = () => offerDemo(site.deps, folder);
const rows = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(site.deps.db)).rows;
const setting = async () => (await rows("select value from settings where key = 'demo'"))[0]?.value;

/** Runs the job as the runner of a process does, until its signal is aborted; whether there was one. */
async function load(stop = new AbortController()): Promise<boolean> {
  const { db } = site.deps;
  const holder = createWorkerId();
  const held = await claimJob(db, holder, { kinds: [LOAD_DEMO_JOB.kind] });
  if (held === null) return false;
  let ended = false;
  try {
    await loadDemoJob(
      { ...site.deps, imports: buildImports(site.deps) },
      'en',
      folder,
    )({
      ...held,
      signal: stop.signal,
      async complete(tx) {
        await complete(tx, held, holder);
        ended = true;
      },
    });
    if (!ended) {
      await complete(db, held, holder);
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    await releaseJob(db, held, holder);
  }
  return true;
}

/** All that makes up the library, but for what differs from one database to the next. */
async function library(): Promise<unknown> {
  return {
    comics: await rows(`select slug, title, state, premium, work_key, uploaded_at::text, pages, chapters_count,
      (select jsonb_object_agg(locale, t.title) from comic_translations t where t.comic_id = c.id) as titles,
      (select jsonb_agg(jsonb_build_array(h.name, h.added_at::text, h.pages) order by h.position) from chapters h where h.comic_id = c.id) as chapters,
      (select jsonb_agg(p.transcript order by h.position, p.number) from chapters h join pages p on p.chapter_id = h.id where h.comic_id = c.id) as transcripts,
      (select jsonb_agg(jsonb_build_array(v.day::text, v.views) order by v.day) from comic_views v where v.comic_id = c.id) as views,
      (select jsonb_build_array(s.day, s.week, s.total) from comic_stats s where s.comic_id = c.id) as counted
      from comics c order by slug`),
    terms:
      await rows(`select kind, slug, color, gender, image is not null as portrait, (select jsonb_object_agg(locale, n.name) from term_translations n where n.term_id = t.id) as names
      from terms t where kind <> 'language' order by kind, slug`),
    slides: await rows(
      'select c.slug, s.language, s.position from slides s join comics c on c.id = s.comic_id order by 1, 2',
    ),
    done: await setting(),
  };
}

const whole = {
  comics: [
    {
      slug: 'mondgeschichte',
      title: 'Mondgeschichte',
      state: 'published',
      premium: false,
      work_key: 'demo/moon',
      uploaded_at: '2026-06-18 11:59:59.998+00',
      pages: 2,
      chapters_count: 0,
      titles: { en: 'Moon' },
      chapters: [['', '2026-06-18 11:59:59.998+00', 2]],
      transcripts: ['mond.cbz says', null],
      views: [
        ['2026-06-18', 2],
        ['2026-06-19', 0],
        ['2026-06-20', 1],
      ],
      counted: [1, 3, 3],
    },
    {
      slug: 'moon-story',
      title: 'Moon story',
      state: 'published',
      premium: false,
      work_key: 'demo/moon',
      uploaded_at: '2026-06-18 11:59:59.999+00',
      pages: 4,
      chapters_count: 2,
      titles: null,
      chapters: [
        ['Rising', '2026-06-18 11:59:59.999+00', 2],
        ['Full', '2026-06-19 11:59:59.999+00', 2],
      ],
      transcripts: ['moon-1.cbz says', null, 'moon-2.cbz says', null],
      views: [
        ['2026-06-18', 9],
        ['2026-06-19', 5],
        ['2026-06-20', 3],
      ],
      counted: [3, 17, 17],
    },
    {
      slug: 'the-kite',
      title: 'The Kite',
      state: 'published',
      premium: true,
      work_key: 'demo/kite',
      uploaded_at: '2026-06-20 12:00:00+00',
      pages: 2,
      chapters_count: 0,
      titles: { de: 'Der Drachen', zh: '风筝' },
      chapters: [['', '2026-06-20 12:00:00+00', 2]],
      transcripts: ['kite.cbz says', null],
      views: [['2026-06-20', 7]],
      counted: [7, 7, 7],
    },
  ],
  terms: [
    { kind: 'artist', slug: 'mina-vale', color: null, gender: 'female', portrait: true, names: null },
    { kind: 'tag', slug: 'wind', color: '#aa3344', gender: null, portrait: false, names: { de: 'Wind', fr: 'Vent' } },
  ],
  slides: [
    { slug: 'mondgeschichte', language: 'de', position: 0 },
    { slug: 'moon-story', language: 'en', position: 0 },
  ],
  done: 'done',
};

it('comes into an empty site whole, dated from its first start, and once, however many processes offer it', async () => {
  await Promise.all([offer(), offer()]);
  await offer();
  expect(await load()).toBe(true);
  expect(await library()).toEqual(whole);
  expect(said.at(-1)).toBe('The demo library is ready: 3 comics.');
  await offer();
  expect(await load()).toBe(false);
});

it('comes in whole when it was cut off after any of its steps', async () => {
  await offer();
  // The steps of a load are its transactions, which are the same ones in every run: it is stopped after the first, the second and so on.
  let runs = 0;
  for (let steps = 1; (await setting()) !== 'done'; steps += 4) {
    const stop = new AbortController();
    let begun = 0;
    const transaction = site.deps.db.transaction.bind(site.deps.db);
    vi.spyOn(site.deps.db, 'transaction').mockImplementation(() => {
      begun += 1;
      if (begun === steps) {
        stop.abort(new Error('closing'));
      }
      return transaction();
    });
    await load(stop);
    now = new Date(now.getTime() + 600_000);
    vi.mocked(site.deps.db.transaction).mockRestore();
    runs += 1;
    for (const { state } of await rows('select state from comics where published_at is not null')) {
      expect(state).toBe('published');
    }
  }
  expect(runs).toBeGreaterThan(3);
  expect(said).toContain('Stopped. The next start continues with the demo library.');
  expect(await library()).toEqual(whole);
});

it('shows no comic before everything is said of it', async () => {
  await offer();
  const stop = new AbortController();
  const imports = buildImports(site.deps);
  const held = (await claimJob(site.deps.db, 'test', { kinds: [LOAD_DEMO_JOB.kind] }))!;
  const render = async () => {
    stop.abort(new Error('closing'));
    throw new Error('closing');
  };
  await expect(
    loadDemoJob(
      { ...site.deps, renderer: { ...site.deps.renderer, render }, imports },
      'en',
      folder,
    )({ ...held, signal: stop.signal, complete: async () => {} }),
  ).rejects.toThrow('closing');
  expect(await rows('select distinct state from comics')).toEqual([{ state: 'draft' }]);
  expect((await site.get('/api/comics')).body.data).toEqual([]);
});

it('is told as it comes in: to pages and programs, and to them no more once it is there', async () => {
  const demo = async () => (await site.get('/api/config')).body.demo as unknown;
  await site.deps.demo.follow();
  expect(await demo()).toBeUndefined();
  await offer();
  await site.deps.demo.follow();
  expect(await demo()).toEqual({ done: 0, total: 3 });
  await rows(`update jobs set progress = '{"done": 2, "total": 3}' where kind = 'demo.load'`);
  await expect.poll(demo).toEqual({ done: 2, total: 3 });
  await load();
  await expect.poll(demo).toBeUndefined();
});

it('is not for a site that has it switched off, that has a comic or imported something, or that had it once', async () => {
  site.deps.config.demo = false;
  await offer();
  expect(await load()).toBe(false);
  site.deps.config.demo = true;
  for (const [table, columns, values] of [
    ['comics', 'slug, title', "'mine', 'Mine'"],
    ['imports', 'hash, file, source, options', "'0', 'a.cbz', '/a.cbz', '{}'"],
    ['settings', 'key, value', "'demo', 'done'"],
  ]) {
    await rows(`insert into ${table} (${columns}) values (${values})`);
    await offer();
    expect(await load()).toBe(false);
    await rows(`delete from ${table}`);
  }
  await offer();
  expect(await load()).toBe(true);
});

it('ends where it was switched off meanwhile, and goes on when it is switched on again', async () => {
  await offer();
  site.deps.config.demo = false;
  expect(await load()).toBe(true);
  expect(await rows('select 1 from comics')).toEqual([]);
  site.deps.config.demo = true;
  await offer();
  await load();
  expect(await library()).toEqual(whole);
});

it('is tried again where an archive cannot be read, and says why', async () => {
  await offer();
  const held = (await claimJob(site.deps.db, 'test', { kinds: [LOAD_DEMO_JOB.kind] }))!;
  const missing = mkdtempSync(join(tmpdir(), 'komawari-demo-'));
  mkdirSync(join(missing, 'library'));
  writeFileSync(join(missing, 'library', 'library.json'), JSON.stringify(LIBRARY));
  const job = loadDemoJob(
    { ...site.deps, imports: buildImports(site.deps) },
    'en',
    missing,
  )({ ...held, signal: new AbortController().signal, complete: async () => {} });
  await expect(job).rejects.toMatchObject({ code: 'archive-not-found' });
  expect(await setting()).toBe('loading');
  rmSync(missing, { recursive: true });
});

/** Runs the job that takes the library away, as the runner of a process does. */
async function takeAway(): Promise<void> {
  const { db } = site.deps;
  const held = (await claimJob(db, 'test', { kinds: [REMOVE_DEMO_JOB.kind] }))!;
  await removeDemoJob(site.deps, folder)({ ...held, signal: new AbortController().signal, complete: async () => {} });
  await complete(db, held, 'test');
}

it('goes for good with its terms, also while it comes in; what others brought stays', async () => {
  const admin = await member(site.deps.db, { role: 'admin' });
  await rows("insert into terms (kind, slug, name, created_at) values ('tag', 'older', 'Older', '2020-01-01')");
  await offer();
  await load();
  const [shared] = await rows("select id from terms where slug = 'wind'");
  await rows(`insert into comics (slug, title, terms) values ('mine', 'Mine', array[${Number(shared?.id)}])`);
  const state = async () => (await site.get('/api/admin/first-start', admin.headers)).body.demo as string;
  expect(await state()).toBe('there');
  await removeDemo(site.deps, admin.id);
  expect(await state()).toBe('leaving');
  await takeAway();
  expect(await state()).toBe('none');
  expect(await rows('select slug from comics')).toEqual([{ slug: 'mine' }]);
  expect(await rows("select slug from terms where kind <> 'language' order by slug")).toEqual([
    { slug: 'older' },
    { slug: 'wind' },
  ]);
  expect(await rows('select 1 from imports union all select 1 from slides union all select 1 from chapters')).toEqual(
    [],
  );
  await offer();
  expect(await load()).toBe(false);
});

it('stops coming in once it is to go, and leaves nothing of what was half there', async () => {
  const admin = await member(site.deps.db, { role: 'admin' });
  await offer();
  const stop = new AbortController();
  const transaction = site.deps.db.transaction.bind(site.deps.db);
  let begun = 0;
  vi.spyOn(site.deps.db, 'transaction').mockImplementation(() => {
    begun += 1;
    if (begun === 9) stop.abort(new Error('closing'));
    return transaction();
  });
  await load(stop);
  vi.mocked(site.deps.db.transaction).mockRestore();
  await removeDemo(site.deps, admin.id);
  expect(await load()).toBe(false);
  await takeAway();
  expect(await rows('select 1 from comics union all select 1 from imports')).toEqual([]);
});
